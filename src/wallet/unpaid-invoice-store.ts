/** Port: users' own invoices that no one paid, long after they expired. */
export interface UnpaidInvoiceStore {
  /** Those of this node that expired before have been swept; null before the first sweep. */
  readSweptUntil(nodePubkey: string): Promise<Date | null>;
  noteSwept(nodePubkey: string, until: Date): Promise<void>;
  /** By user and expiry, without those that strangers asked for by an address. */
  listUnpaid(page: UnpaidPage): Promise<readonly UnpaidInvoice[]>;
  /** Removes those of them that no one has paid; answers how many. */
  removeUnpaid(invoiceIds: readonly string[]): Promise<number>;
}

export interface UnpaidPage {
  readonly nodePubkey: string;
  /** Expired since then (null: ever), and before this. */
  readonly since: Date | null;
  readonly before: Date;
  readonly limit: number;
  /** The last one of the page before; null for the first page. */
  readonly after: UnpaidInvoice | null;
}

export interface UnpaidInvoice {
  readonly id: string;
  readonly userId: string;
  readonly paymentHash: string;
  readonly expiresAt: Date;
}
