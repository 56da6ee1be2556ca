import type { Payment } from './payment.ts';

/** Port: payments that hang in the node forever, as far as looks at it have shown. */
export interface StrandedStore {
  /** Stores a first look if there is none; returns the stored one. */
  markStranded(paymentId: string, look: StrandedMark): Promise<StrandedMark>;
  /** Something has changed: this look becomes the first one. */
  markAnew(paymentId: string, look: StrandedMark): Promise<void>;
  /** Forgets payments that do not hang after all, or have ended otherwise. */
  forgetStranded(paymentIds: readonly string[]): Promise<void>;
  wasTold(paymentId: string): Promise<boolean>;
  /** The operator has been alerted. */
  markTold(paymentId: string): Promise<void>;
  /** Payments that once hung, have ended here, and are not closed yet. */
  listEndedStranded(): Promise<readonly Payment[]>;
  /** The node has reported an end as well: no more looks are needed. */
  closeStranded(paymentId: string): Promise<void>;
}

export interface StrandedMark {
  readonly seenAt: Date;
  /** How long its channels' peers were away in total, while the node watched the channels. */
  readonly awaySec: bigint;
}
