import type { Msat } from '../base/amount.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { FoundByHash } from './history-store.ts';

/**
 * Port: the invoices and payments of a user, as far as an app's connection (grant) may see them.
 */
export interface GrantHistoryStore {
  /**
   * Finds an invoice or payment by its payment hash. If there are several, incoming ones go before
   * outgoing ones, and a failed payment is found only if there is no other.
   */
  findForGrant(query: GrantLookup): Promise<FoundForGrant | null>;
  /** Lists invoices and payments by time of creation, newest first. */
  listWithUnpaid(query: UnpaidQuery): Promise<readonly FoundForGrant[]>;
  /**
   * Reads for each of the user's records how it moved money and its exact amount in millisatoshis.
   * The answers are in the same order.
   */
  addFacts(userId: string, bodies: readonly string[]): Promise<readonly ExactRecord[]>;
}

/**
 * A settled record over Lightning. Its body states whole sats, so the exact amount in millisatoshis
 * stands beside it.
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
   * Which incoming records may be found: `all` of the user, or only those of the app's or token's
   * `own` invoices.
   */
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

export interface UnpaidQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  /**
   * Whether the list also contains what has not settled: open and expired invoices (`incoming`),
   * and open and failed payments (`outgoing`).
   */
  readonly withUnpaid: { readonly incoming: boolean; readonly outgoing: boolean };
  /** Only invoices and payments created at this time or later are listed. */
  readonly createdFrom: Date;
  readonly createdBefore: Date;
  readonly offset: number;
  readonly limit: number;
}
