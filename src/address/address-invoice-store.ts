import type { Invoice } from '../ledger/invoice.ts';

/** Port: invoices that strangers requested through a user's lightning address. */
export interface AddressInvoiceStore {
  /** Stores an invoice before the node is asked to create it, unless too many are open already. */
  insertInvoice(order: AddressInvoiceOrder): Promise<'inserted' | 'too_many'>;
  /**
   * Finds an invoice by the id that only its payer knows (LUD-21); null if there is none, or if it
   * was removed.
   */
  findByVerifyId(verifyId: string): Promise<Invoice | null>;
  /** Lists unpaid invoices that expired before a time, the earliest first. */
  listExpired(before: Date, page: ExpiredPage): Promise<readonly ExpiredInvoice[]>;
  /** Removes those of the given invoices that no one has paid. Returns how many were removed. */
  removeUnpaid(invoiceIds: readonly string[]): Promise<number>;
}

export interface AddressInvoiceOrder {
  readonly invoice: Invoice;
  readonly nodePubkey: string;
  /**
   * The network of the caller: the smallest range of IP addresses that limits count as one caller.
   */
  readonly network: string;
  /**
   * A random id of 24 letters and digits. Only the payer gets it, and can ask by it whether the
   * invoice was paid.
   */
  readonly verifyId: string;
  /**
   * Nostr relays that are to get the zap receipt once the invoice is paid; null if the invoice is
   * not for a zap.
   */
  readonly zapRelays: readonly string[] | null;
}

export interface ExpiredPage {
  readonly limit: number;
  /**
   * The number of invoices to skip at the start of the list, because the caller has found that
   * these invoices must stay.
   */
  readonly offset: number;
}

export interface ExpiredInvoice {
  readonly id: string;
  readonly paymentHash: string;
}

/** Limits on unpaid, unexpired invoices that strangers request through lightning addresses. */
export interface AddressLimits {
  /**
   * The limit for the smallest network that counts as one caller. Larger networks that contain it
   * may have more.
   */
  readonly perNetwork: number;
  readonly perUser: number;
  readonly inAll: number;
}
