import type { Payment } from './payment.ts';

/** Port: payments that hang in the node for ever, as far as looks at it have shown. */
export interface StrandedStore {
  /** Remembers a first look, where there is none; answers the one that is remembered. */
  markStranded(paymentId: string, look: StrandedMark): Promise<StrandedMark>;
  /** Something has changed: this look is the first one. */
  markAnew(paymentId: string, look: StrandedMark): Promise<void>;
  /** What does not hang after all, or has ended otherwise. */
  forgetStranded(paymentIds: readonly string[]): Promise<void>;
  wasTold(paymentId: string): Promise<boolean>;
  /** The operator has heard of it. */
  markTold(paymentId: string): Promise<void>;
  /** What hung once, has ended here, and was not closed yet. */
  listEndedStranded(): Promise<readonly Payment[]>;
  /** The node has told an end as well: nobody needs to look any more. */
  closeStranded(paymentId: string): Promise<void>;
}

export interface StrandedMark {
  readonly seenAt: Date;
  /** How long the peers of its channels had been away, since the node watches them. */
  readonly awaySec: bigint;
}
