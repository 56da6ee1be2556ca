import type { StorageRefusal } from '../authorization/storage-allowance.ts';
import type { Sat } from '../base/amount.ts';
import type { IdempotencyClaim, IdempotencyTarget } from '../base/idempotency.ts';
import type { Invoice } from '../ledger/invoice.ts';

/** Port: invoices of users, which wait for money. */
export interface InvoiceStore {
  /**
   * Judges an invoice by the limits of its user before the node makes it. What is admitted is then
   * written by `insertPayable`, or given up.
   */
  admitInvoice(invoice: Invoice, origin: InvoiceOrigin): Promise<AdmitInvoiceOutcome>;
  /** Writes an admitted invoice whole, with the text that the node made. */
  insertPayable(
    invoice: Invoice & { readonly bolt11: string },
    origin: InvoiceOrigin,
  ): Promise<InsertPayableOutcome>;
  /** Writes the invoice with its preimage and its idempotency key, before the node hears of it. */
  insertInvoice(
    invoice: Invoice,
    origin: InvoiceOrigin,
    idempotency: IdempotencyClaim | null,
  ): Promise<InsertInvoiceOutcome>;
  /** Sets the BOLT11 text of an invoice once. A second, different text is a bug, and throws. */
  setBolt11(invoiceId: string, bolt11: string): Promise<void>;
  findInvoice(id: string): Promise<Invoice | null>;
  findInvoiceByHash(paymentHash: string): Promise<FoundInvoice | null>;
  findInvoiceByIdentifier(identifier: string): Promise<Invoice | null>;
  /** Hides an invoice from its user's lists. It can still be paid. */
  hideInvoice(userId: string, identifier: string, at: Date): Promise<void>;
  /** The sum that the user was credited for an invoice, over all payments of it. */
  readCredited(invoiceId: string): Promise<Sat>;
  /**
   * Lists invoices that another user of this service has paid, but which are not yet known to be
   * cancelled at the node, where they must not be paid again. They are listed in the order of their
   * ids, from the first one or from after `afterId`.
   */
  listNodeInvoicesToCancel(
    limit: number,
    afterId?: string,
  ): Promise<readonly { id: string; paymentHash: string }[]>;
  markNodeInvoicesCancelled(invoiceIds: readonly string[]): Promise<void>;
}

/**
 * The value that takes the place of a grant's id in invoices that strangers ask for by a user's
 * lightning address.
 */
export const ADDRESS_GRANT = 'address';

/** Who creates an invoice (an app, token or page), and the node at which it can be paid. */
export interface InvoiceOrigin {
  /** The token or app grant that creates the invoice. */
  readonly grantId: string;
  readonly nodePubkey: string;
  /**
   * Whether a refusal may say exactly how much the wallet can still receive, which reveals the
   * balance.
   */
  readonly seesBalance: boolean;
}

export interface FoundInvoice {
  readonly invoice: Invoice;
  readonly receiptsCount: number;
}

/** The refusals for which the database is not asked for the balance. */
export type AllowanceRefusal =
  /** This user has too many invoices that are unpaid and have not expired. */
  | { readonly kind: 'too_many_open_invoices' }
  /** This user has created too many invoices within a day. */
  | { readonly kind: 'too_many_new_invoices' }
  | StorageRefusal;

export type AdmitInvoiceOutcome =
  /** `release` is to be called once the invoice is written, or will not be written. */
  | { readonly kind: 'admitted'; readonly release: () => void }
  /** A late write would probably fail, so `insertInvoice` comes before the node. */
  | { readonly kind: 'row_first' }
  | AllowanceRefusal;

export type InsertPayableOutcome =
  | { readonly kind: 'inserted' }
  /** With this invoice, the user's balance would be more than the operator's limit allows. */
  | { readonly kind: 'balance_limit_exceeded' };

export type InsertInvoiceOutcome =
  | InsertPayableOutcome
  | AllowanceRefusal
  | { readonly kind: 'repeated'; readonly target: IdempotencyTarget }
  | { readonly kind: 'idempotency_mismatch' };

/**
 * Port: invoices that users made themselves (not strangers by a lightning address), and that
 * expired long ago without being paid.
 */
export interface UnpaidInvoiceStore {
  /**
   * The time up to which the expired invoices at this node were removed; null before the first run.
   */
  readPrunedUntil(nodePubkey: string): Promise<Date | null>;
  notePruned(nodePubkey: string, until: Date): Promise<void>;
  /**
   * Lists unpaid invoices by user and expiry, without those that strangers asked for by a lightning
   * address.
   */
  listUnpaid(page: UnpaidPage): Promise<readonly UnpaidInvoice[]>;
  /** Removes those of the given invoices that are still unpaid; returns how many. */
  removeUnpaid(invoiceIds: readonly string[]): Promise<number>;
}

export interface UnpaidPage {
  readonly nodePubkey: string;
  /** The earliest expiry of the invoices to list; null for any. */
  readonly since: Date | null;
  readonly before: Date;
  readonly limit: number;
  /** The last invoice of the page before; null for the first page. */
  readonly after: UnpaidInvoice | null;
}

export interface UnpaidInvoice {
  readonly id: string;
  readonly userId: string;
  readonly paymentHash: string;
  readonly expiresAt: Date;
}
