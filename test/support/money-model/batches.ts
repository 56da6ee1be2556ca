import { randomUUID } from 'node:crypto';
import { msat } from '../../../src/base/amount.ts';
import type { PaymentBatch } from '../../../src/payments/batch-store.ts';
import { NOW, newRecordIdentifier, newSecret, OWNER } from './events.ts';

/** Makes a batch of keysends with this number of pending items. */
export const newBatch = (userId: string, itemsCount: number): PaymentBatch => ({
  id: randomUUID(),
  userId,
  ownerProcessId: OWNER,
  createdAt: NOW,
  items: Array.from({ length: itemsCount }, (_, index) => ({
    index,
    state: 'pending',
    paymentId: randomUUID(),
    identifier: newRecordIdentifier(),
    preimage: newSecret().preimage,
    destination: `03${'cd'.repeat(32)}`,
    amountMsat: msat(100_000n),
    memo: null,
    records: new Map(),
    recordsText: { 7629169: 'text' },
    refusal: null,
  })),
});
