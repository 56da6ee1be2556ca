import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';

/**
 * Port: a user's history over Lightning. Records are JSON texts that settled-record.ts has made.
 */
export interface HistoryStore {
  listRecords(query: HistoryQuery): Promise<HistoryAnswer>;
  /** Reads the kinds of movement of a user's records, by identifier. */
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
  /** Only records created after the record, invoice or payment with this identifier. */
  readonly since: string | null;
  readonly before: string | null;
  /**
   * Only records that settled after this one, in the order of settlement, for clients that poll.
   */
  readonly settledSince: string | null;
  readonly offset: number;
  readonly limit: number;
}

export type HistoryAnswer =
  | { readonly kind: 'records'; readonly bodies: readonly string[] }
  | { readonly kind: 'unknown_identifier'; readonly identifier: string }
  /** This user has too many lists waiting for their turn. */
  | { readonly kind: 'too_many_lists' };

/**
 * What was found for a payment hash. Incoming goes before outgoing, and a settled record before an
 * open one; failed payments are never found.
 */
export type FoundByHash =
  | { readonly kind: 'record'; readonly body: string }
  | { readonly kind: 'invoice'; readonly found: FoundInvoice }
  | { readonly kind: 'payment'; readonly payment: Payment };
