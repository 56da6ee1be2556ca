import type { Msat } from '../base/amount.ts';
import type { InvoicePlace } from '../lightning/node-port.ts';

/** Port: what the service remembers of the node, and how far it has read the node's receipts. */
export interface NodeStore {
  /** Stores network and key of the node at the first call; later calls return what is stored. */
  bindNode(network: string, pubkey: string): Promise<BoundNode>;
  readCursor(pubkey: string): Promise<NodeCursor>;
  /** Stores, once at the first start, that invoices settled up to this index are not ours. */
  setBaseline(pubkey: string, baseline: bigint, fence: bigint): Promise<boolean>;
  /**
   * Moves the cursor over receipts without a credit: only forward, and only for the newest fence.
   */
  advanceCursor(pubkey: string, settleIndex: bigint, fence: bigint): Promise<boolean>;
  /**
   * Reads the invoice of the node up to which nothing needs to be listed again; null when
   * everything does. It is a settled one, as those are never deleted.
   */
  readPassedInvoice(pubkey: string): Promise<InvoicePlace | null>;
  /** Stores the invoice up to which the list was read, only for the newest fence. */
  setPassedInvoice(pubkey: string, passed: InvoicePlace, fence: bigint): Promise<boolean>;
  /** Reads the newest settlement of the last check of receipts; null before the first check. */
  readCheckedSettlement(pubkey: string): Promise<SettledPlace | null>;
  /** Stores the last settlement that was checked, only for the newest fence. */
  setCheckedSettlement(pubkey: string, checked: SettledPlace, fence: bigint): Promise<boolean>;
  /**
   * Whether this receipt, by payment hash and set, was credited; the one at the cursor must have
   * been.
   */
  hasReceipt(pubkey: string, paymentHash: string, setId: string | null): Promise<boolean>;
  /**
   * The newest MAX_LOOKED_AT_RECEIPTS receipts that settled before a moment, among the newest
   * MAX_SKIMMED_RECEIPTS. AMP is left out, as no payment hash identifies its sets.
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
  /** The settle index of the last processed receipt; 0 until an invoice has settled. */
  readonly settleIndex: bigint;
  /**
   * Invoices settled up to this index are not ours; null before the first full look at the node.
   */
  readonly baseline: bigint | null;
}

/**
 * The name of the lease whose fence guards what is written about receipts; SQL uses the same name.
 */
export const WATCHER_LEASE = 'watch-incoming';
