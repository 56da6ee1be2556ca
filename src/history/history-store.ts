import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';

/**
 * Port: the settled invoices and payments of a user over Lightning. Records are JSON texts that
 * settled-record.ts has made.
 */
export interface HistoryStore {
  listRecords(query: HistoryQuery): Promise<HistoryAnswer>;
  /**
   * Reads how each of the user's records with these identifiers moved money (its kind of movement).
   */
  readKinds(
    userId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, MovementKind>>;
  findByHash(userId: string, paymentHash: string): Promise<FoundByHash | null>;
  /** Finds the BOLT11 text of an invoice or payment by its identifier, for QR pictures. */
  findBolt11ByIdentifier(identifier: string): Promise<string | null>;
}

export interface HistoryQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly createdAfter: Date | null;
  readonly createdBefore: Date | null;
  /**
   * Only records created after the invoice or payment with this identifier, which may or may not
   * have settled.
   */
  readonly since: string | null;
  readonly before: string | null;
  /**
   * Only records that settled after the record with this identifier, in the order of settlement,
   * for clients that poll.
   */
  readonly settledSince: string | null;
  readonly offset: number;
  readonly limit: number;
}

export type HistoryAnswer =
  | { readonly kind: 'records'; readonly bodies: readonly string[] }
  | { readonly kind: 'unknown_identifier'; readonly identifier: string }
  /** Too many lists of this user are waiting to be read. */
  | { readonly kind: 'too_many_lists' };

/**
 * What was found for a payment hash. Incoming goes before outgoing, and a settled record before one
 * that is still open; failed payments are never found.
 */
export type FoundByHash =
  | { readonly kind: 'record'; readonly body: string }
  | { readonly kind: 'invoice'; readonly found: FoundInvoice }
  | { readonly kind: 'payment'; readonly payment: Payment };
