import type { Msat, Sat } from '../base/amount.ts';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import type { AskedOrder } from './asked-order.ts';
import type { PlannedPayment } from './planned-payment.ts';

/**
 * A payment that has to be approved by the owner of the wallet, because it is above the amount from
 * which its spender has to ask. Nothing is held for it while it waits.
 */
export interface Approval extends NewApproval {
  readonly state: ApprovalState;
  readonly endedAt: Date | null;
  /** The device on which its owner has decided, in words; null where they have not decided. */
  readonly endedOn: string | null;
  /** The kind of refusal that an approved payment met; null for none. */
  readonly failure: string | null;
}

export type ApprovalState =
  | 'waiting'
  /** The payment, or the batch of several keysends, exists under its planned id. */
  | 'approved'
  | 'refused'
  | 'expired'
  /** The spender may not act any more, or the invoice was paid by other means. */
  | 'withdrawn'
  /** The payment was approved, but did not fit any more. */
  | 'failed';

export interface NewApproval {
  readonly id: string;
  readonly userId: string;
  readonly grantId: string;
  readonly planned: PlannedPayment<AskedOrder>;
  /** The hash of the invoice to be paid; null for other payments. */
  readonly paymentHash: string | null;
  readonly amountMsat: Msat;
  /** The highest fee that the payment may cost. The approval covers it. */
  readonly maxFeeSat: Sat;
  /** The idempotency key of the call that has asked, which the payment will have too. */
  readonly claim: IdempotencyClaim | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
