import type { FoundInvoice } from '../invoices/invoice-store.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { Payment } from '../ledger/payment.ts';

/** Port: a user's history over Lightning. Record bodies are JSON text made by settled-record.ts. */
export interface HistoryStore {
  listRecords(query: HistoryQuery): Promise<HistoryAnswer>;
  /** What these records of the user are of, by identifier. */
  readKinds(
    userId: string,
    identifiers: readonly string[],
  ): Promise<ReadonlyMap<string, MovementKind>>;
  findByHash(userId: string, paymentHash: string): Promise<FoundByHash | null>;
  /** For the QR pictures: the BOLT11 text of an invoice or payment by its identifier. */
  findBolt11ByIdentifier(identifier: string): Promise<string | null>;
}

export interface HistoryQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly createdAfter: Date | null;
  readonly createdBefore: Date | null;
  /** Identifiers of records, invoices or payments of this user. */
  readonly since: string | null;
  readonly before: string | null;
  /** In order of settlement: what a poller missed since that record settled. */
  readonly settledSince: string | null;
  readonly offset: number;
  readonly limit: number;
}

export type HistoryAnswer =
  | { readonly kind: 'records'; readonly bodies: readonly string[] }
  | { readonly kind: 'unknown_identifier'; readonly identifier: string }
  /** Too many lists of this user are waiting for their turn. */
  | { readonly kind: 'too_many_lists' };

/**
 * Prefers incoming over outgoing, and a settled record over an open one; finds no failed payments.
 */
export type FoundByHash =
  | { readonly kind: 'record'; readonly body: string }
  | { readonly kind: 'invoice'; readonly found: FoundInvoice }
  | { readonly kind: 'payment'; readonly payment: Payment };
