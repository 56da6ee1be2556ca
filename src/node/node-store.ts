import type { Msat } from '../base/amount.ts';
import type { InvoicePlace } from '../lightning/node-port.ts';

/** Port: the node as the service remembers it, and the process that watches it. */
export interface NodeStore {
  /** Stores network and key at the first call; later calls return what is stored. */
  bindNode(network: string, pubkey: string): Promise<BoundNode>;
  readCursor(pubkey: string): Promise<NodeCursor>;
  /** Stores once, at the first start, that invoices settled up to this index are not ours. */
  setBaseline(pubkey: string, baseline: bigint, fence: bigint): Promise<boolean>;
  /** Moves the cursor over events without a credit: only forward, and only for the newest fence. */
  advanceCursor(pubkey: string, settleIndex: bigint, fence: bigint): Promise<boolean>;
  /**
   * The node's invoice up to which nothing needs to be listed again; null when all do. It is a
   * settled one, as those are never deleted.
   */
  readPassedInvoice(pubkey: string): Promise<InvoicePlace | null>;
  /** Stores the passed invoice, only for the newest fence. */
  setPassedInvoice(pubkey: string, passed: InvoicePlace, fence: bigint): Promise<boolean>;
  /** The newest settlement of the last check of receipts; null before the first one. */
  readCheckedSettlement(pubkey: string): Promise<SettledPlace | null>;
  /** Stores the last settlement that was checked, only for the newest fence. */
  setCheckedSettlement(pubkey: string, checked: SettledPlace, fence: bigint): Promise<boolean>;
  /** Whether a credit exists for this hash and set; the event at the cursor must have one. */
  hasReceipt(pubkey: string, paymentHash: string, setId: string | null): Promise<boolean>;
  /**
   * The newest MAX_LOOKED_AT_RECEIPTS receipts that settled before a moment, among the newest
   * MAX_SKIMMED_RECEIPTS. Without AMP, whose sets no payment hash identifies.
   */
  newestReceipts(pubkey: string, settledBefore: Date): Promise<readonly CreditedReceipt[]>;
}

/** The position of a settlement in the order in which the node counts them. */
export interface SettledPlace {
  readonly settleIndex: bigint;
  readonly paymentHash: string;
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
  /** The last settle index that was processed; 0 until an invoice has settled. */
  readonly settleIndex: bigint;
  /**
   * Invoices settled up to this index are not ours; null before the first full look at the node.
   */
  readonly baseline: bigint | null;
}

/** The lease whose fence guards the writes above; SQL uses the same name. */
export const WATCHER_LEASE = 'watch-incoming';
