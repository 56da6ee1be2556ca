import type { Invoice } from '../ledger/invoice.ts';

/** Port: invoices that strangers asked for by an address. */
export interface AddressInvoiceStore {
  /**
   * Writes the row of an invoice before the node is asked to make the invoice, if the limits leave
   * room for one more.
   */
  insertInvoice(order: AddressInvoiceOrder): Promise<'inserted' | 'too_many'>;
  /**
   * Finds an invoice by the id that only its payer knows (LUD-21); null also for one that was
   * removed.
   */
  findByVerifyId(verifyId: string): Promise<Invoice | null>;
  /** Lists unpaid invoices that expired before, the earliest first. */
  listExpired(before: Date, page: ExpiredPage): Promise<readonly ExpiredInvoice[]>;
  /** Removes those of the invoices that no one has paid; answers how many. */
  removeUnpaid(invoiceIds: readonly string[]): Promise<number>;
}

export interface AddressInvoiceOrder {
  readonly invoice: Invoice;
  readonly nodePubkey: string;
  /** The caller's network, in the narrowest size that limits count. */
  readonly network: string;
  /**
   * An id of 24 letters and digits, by which only the payer can ask whether the invoice was paid.
   */
  readonly verifyId: string;
  /** Relays that are to show the receipt of a zap once it is paid; null for no zap. */
  readonly zapRelays: readonly string[] | null;
}

export interface ExpiredPage {
  readonly limit: number;
  /**
   * The number of invoices to skip at the start of the list, because earlier steps had to keep
   * them.
   */
  readonly offset: number;
}

export interface ExpiredInvoice {
  readonly id: string;
  readonly paymentHash: string;
}

/** Open (unpaid, not expired) invoices that strangers may cause. */
export interface AddressLimits {
  /** The limit of the narrowest network; its larger sizes may have more. */
  readonly perNetwork: number;
  readonly perUser: number;
  readonly inAll: number;
}
