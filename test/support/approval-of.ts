import { randomUUID } from 'node:crypto';
import { sat } from '../../src/base/amount.ts';
import type { PaymentOrder } from '../../src/ledger/payment.ts';
import type { NewApproval } from '../../src/payments/approval.ts';

/** The approval for which a keysend waits, five minutes from its order on. */
export function approvalOf(order: PaymentOrder): NewApproval {
  const { id: paymentId, identifier, userId, grantId, amountMsat, createdAt } = order;
  const { destination, memo, records, sentTo } = order;
  const preimage = order.preimage ?? '';
  return {
    id: randomUUID(),
    userId,
    grantId,
    planned: {
      ids: { paymentId, identifier, preimage },
      order: { kind: 'keysend', destination, amountMsat, memo, records, sentTo },
      maxFeeSat: sat(10n),
    },
    paymentHash: null,
    amountMsat,
    maxFeeSat: sat(10n),
    claim: null,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + 300_000),
  };
}
