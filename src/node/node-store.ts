import type { Msat } from '../base/amount.ts';
import type { InvoicePlace } from '../lightning/node-port.ts';

/** Port: which node the service belongs to, and how far it has read the node's receipts. */
export interface NodeStore {
  /**
   * Stores the network and public key of the node at the first call. Later calls return what is
   * stored.
   */
  bindNode(network: string, pubkey: string): Promise<BoundNode>;
  readCursor(pubkey: string): Promise<NodeCursor>;
  /**
   * Stores that invoices which had settled up to this index do not belong to this service. This is
   * done once, at the first start.
   */
  setBaseline(pubkey: string, baseline: bigint, fence: bigint): Promise<boolean>;
  /**
   * Moves the cursor over receipts that need no credit. It moves only forward, and only with the
   * newest fencing token of the lease.
   */
  advanceCursor(pubkey: string, settleIndex: bigint, fence: bigint): Promise<boolean>;
  /**
   * Reads the newest invoice of the node up to which the list of invoices need not be read again;
   * null when the whole list has to be read. A settled invoice is chosen, because those are never
   * deleted.
   */
  readPassedInvoice(pubkey: string): Promise<InvoicePlace | null>;
  /**
   * Stores the invoice up to which the list was read. The call is refused when its fencing token is
   * of an earlier lease.
   */
  setPassedInvoice(pubkey: string, passed: InvoicePlace, fence: bigint): Promise<boolean>;
  /**
   * Reads the newest settlement that the last check of receipts covered; null before the first
   * check.
   */
  readCheckedSettlement(pubkey: string): Promise<SettledPlace | null>;
  /**
   * Stores the last settlement that was checked. The call is refused when its fencing token is of
   * an earlier lease.
   */
  setCheckedSettlement(pubkey: string, checked: SettledPlace, fence: bigint): Promise<boolean>;
  /**
   * Whether a receipt was credited, found by payment hash and, for AMP, set id. If the receipt at
   * the position of the cursor was not credited, the database has lost data.
   */
  hasReceipt(pubkey: string, paymentHash: string, setId: string | null): Promise<boolean>;
  /**
   * The newest MAX_LOOKED_AT_RECEIPTS credited receipts that settled before the given time,
   * searched among the newest MAX_SKIMMED_RECEIPTS. AMP receipts are left out, because no payment
   * hash identifies them.
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
   * Invoices that settled up to this index do not belong to this service; null before the list of
   * the node's invoices was read for the first time.
   */
  readonly baseline: bigint | null;
}

/**
 * The name of the lease for reading receipts, whose fencing token guards everything that is written
 * about them. SQL functions use the same name.
 */
export const WATCHER_LEASE = 'watch-incoming';
