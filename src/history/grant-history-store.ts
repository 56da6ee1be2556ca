import type { Msat } from '../base/amount.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { FoundByHash } from './history-store.ts';

/** Port: the invoices and payments of a user that a connection may see. */
export interface GrantHistoryStore {
  /**
   * Finds an invoice or payment, incoming before outgoing; a failed payment only if there is no
   * other.
   */
  findForGrant(query: GrantLookup): Promise<FoundForGrant | null>;
  /** Lists invoices and payments by time of creation, newest first. */
  listWithUnpaid(query: UnpaidQuery): Promise<readonly FoundForGrant[]>;
  /**
   * Adds to each record of a user its exact amount and the credential that paid it. The order
   * stays.
   */
  addFacts(userId: string, bodies: readonly string[]): Promise<readonly ExactRecord[]>;
}

/**
 * A settled record over Lightning, which counts whole sats, with the exact amount that was paid.
 */
export interface ExactRecord {
  readonly movement: MovementKind;
  readonly body: string;
  readonly amountMsat: Msat;
}

export type FoundForGrant =
  | Exclude<FoundByHash, { readonly kind: 'record' }>
  | ({ readonly kind: 'record' } & ExactRecord);

export interface GrantLookup {
  readonly userId: string;
  readonly grantId: string;
  readonly paymentHash: string;
  /**
   * Which incoming records may be found: all of the user, or those of invoices that the app or
   * token made.
   */
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

export interface UnpaidQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  /** Whether the list includes open and expired invoices, and open and failed payments. */
  readonly withUnpaid: { readonly incoming: boolean; readonly outgoing: boolean };
  /** The earliest creation of an invoice that the list includes. */
  readonly createdFrom: Date;
  readonly createdBefore: Date;
  readonly offset: number;
  readonly limit: number;
}
