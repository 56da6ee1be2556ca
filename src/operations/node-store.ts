import type { Msat } from '../base/amount.ts';
import type { InvoicePlace } from '../lightning/node-port.ts';

/** Port: what the service remembers about its node, and who watches it. */
export interface NodeStore {
  /** First call stores network and key; later calls answer what is stored. */
  bindNode(network: string, pubkey: string): Promise<BoundNode>;
  readCursor(pubkey: string): Promise<NodeCursor>;
  /** Set once, at the first start: what settled up to here is not ours. */
  setBaseline(pubkey: string, baseline: bigint, fence: bigint): Promise<boolean>;
  /** For events without a credit; moves forward only, and only for the newest fence. */
  advanceCursor(pubkey: string, settleIndex: bigint, fence: bigint): Promise<boolean>;
  /**
   * The invoice of the node up to which none has to be listed any more; null: all have. It is a
   * settled one, as those are never deleted.
   */
  readPassedInvoice(pubkey: string): Promise<InvoicePlace | null>;
  /** For the newest fence only. */
  setPassedInvoice(pubkey: string, passed: InvoicePlace, fence: bigint): Promise<boolean>;
  /** Whether a credit exists for this hash and set; the event at the cursor must have one. */
  hasReceipt(pubkey: string, paymentHash: string, setId: string | null): Promise<boolean>;
  /**
   * What the node had settled before a moment, the newest MAX_LOOKED_AT_RECEIPTS of the newest
   * MAX_SKIMMED_RECEIPTS. Without AMP, whose sets no payment hash names.
   */
  newestReceipts(pubkey: string, settledBefore: Date): Promise<readonly CreditedReceipt[]>;
}

export interface CreditedReceipt {
  readonly paymentHash: string;
  readonly amountMsat: Msat;
}

export interface BoundNode {
  readonly network: string;
  readonly pubkey: string;
}

export interface NodeCursor {
  /** 0 until something settled. */
  readonly settleIndex: bigint;
  /** Null before the first full look at the node's invoices. */
  readonly baseline: bigint | null;
}

/** The lease whose fence the writes above are checked against, by this name in SQL too. */
export const WATCHER_LEASE = 'watch-incoming';
