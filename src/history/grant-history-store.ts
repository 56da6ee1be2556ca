import type { Msat } from '../base/amount.ts';
import type { MovementKind } from '../ledger/movement-kind.ts';
import type { FoundByHash } from './history-store.ts';

/** Port: what a connection may see of its user's invoices and payments. */
export interface GrantHistoryStore {
  /** Also a failed payment, where there is nothing else; prefers incoming over outgoing. */
  findForGrant(query: GrantLookup): Promise<FoundForGrant | null>;
  /** By creation, newest first. */
  listWithUnpaid(query: UnpaidQuery): Promise<readonly FoundForGrant[]>;
  /** These records of the user, in their order, with what was paid and by what. */
  addFacts(userId: string, bodies: readonly string[]): Promise<readonly ExactRecord[]>;
}

/** A settled record over Lightning, which counts whole sats, and the amount that was paid. */
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
  /** `own`: what this grant made itself. */
  readonly incoming: 'all' | 'own';
  readonly outgoing: 'all' | 'own';
}

export interface UnpaidQuery {
  readonly userId: string;
  readonly direction: 'incoming' | 'outgoing' | 'both';
  /** Whether open and expired invoices, and open and failed payments, are among them. */
  readonly withUnpaid: { readonly incoming: boolean; readonly outgoing: boolean };
  /** From here on, and before. */
  readonly createdFrom: Date;
  readonly createdBefore: Date;
  readonly offset: number;
  readonly limit: number;
}
