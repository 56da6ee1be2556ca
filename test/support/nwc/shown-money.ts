import { msat, sat } from '../../../src/base/amount.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { Receipt } from '../../../src/ledger/receipt.ts';
import { sampleText } from '../sample-bolt11.ts';
import { sampleInvoice } from '../sample-invoice.ts';

/** An invoice, a receipt for it, and a payment, for tests that change a single field of them. */
export const NODE = {
  pubkey: `02${'11'.repeat(32)}`,
  alias: 'our-node',
  network: 'bitcoin' as const,
};
export const HASH = 'aa'.repeat(32);
export const PREIMAGE = 'bb'.repeat(32);
export const CREATED = new Date('2030-01-01T00:00:00.712Z');
export const SETTLED = new Date('2030-01-01T01:00:00.999Z');
export const EXPIRES = new Date('2030-01-02T00:00:00.000Z');
export const [CREATED_SEC, SETTLED_SEC, EXPIRES_SEC] = [
  1_893_456_000, 1_893_459_600, 1_893_542_400,
];

export const INVOICE = sampleInvoice({
  paymentHash: HASH,
  preimage: PREIMAGE,
  createdAt: CREATED,
  expiresAt: EXPIRES,
});

export const RECEIPT: Receipt = {
  id: 'receipt',
  identifier: 'A'.repeat(24),
  source: 'node',
  paymentHash: HASH,
  preimage: PREIMAGE,
  amountMsat: msat(21_999n),
  createdAt: CREATED,
  settledAt: SETTLED,
  records: new Map(),
};

export const BOLT11 = sampleText({ amountMsat: msat(1_500n) });
export const PAYMENT: Payment = {
  id: 'payment',
  identifier: 'P'.repeat(24),
  userId: 'user',
  grantId: 'grant',
  path: 'node',
  kind: 'bolt11',
  paymentHash: HASH,
  preimage: PREIMAGE,
  amountMsat: msat(1_500n),
  destination: `03${'22'.repeat(32)}`,
  memo: 'Two coffees',
  descriptionHash: null,
  bolt11: BOLT11,
  records: new Map(),
  batch: null,
  sentTo: null,
  createdAt: CREATED,
  state: 'settled',
  heldSat: sat(12n),
  feeMsat: msat(2_400n),
  failure: null,
  endedAt: SETTLED,
  dispatch: {
    ownerProcessId: null,
    senderProcessId: null,
    indexBefore: null,
    acknowledgedIndex: null,
    requestEndedAt: null,
    firstNotFoundAt: null,
  },
};
