import type { AppGrantKind } from '../authorization/app-grant.ts';
import type { BudgetView } from '../authorization/budget.ts';

/**
 * Port: apps, tokens and sessions that can act for a user, as admins see them: with names, limits
 * and times, but without secrets and without anything that was paid.
 */
export interface UserAccessStore {
  /** Reads the lists about one user, each with up to `limit` rows, the newest first. */
  readPersonAccess(userId: string, at: Date, limit: number): Promise<UserAccess>;
}

export interface UserAccess {
  /** Browsers in which the user is signed in, the most recently used first. */
  readonly sessions: readonly SeenSession[];
  /** The user's apps and connections that are not revoked. */
  readonly apps: readonly SeenApp[];
  /** The user's personal tokens that have not ended. */
  readonly tokens: readonly SeenToken[];
  readonly endpoints: readonly SeenEndpoint[];
}

export interface SeenSession {
  /** The browser and its system, as the browser names itself (`User-Agent`). */
  readonly device: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
}

export interface SeenToken {
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** The budget of the app or token; null if it has no limit. */
  readonly budget: BudgetView | null;
  /** Whether the app or token may send money at all. */
  readonly spends: boolean;
}

export interface SeenApp extends SeenToken {
  readonly kind: AppGrantKind;
  readonly lastUsedAt: Date | null;
}

export interface SeenEndpoint {
  /** The host in the webhook endpoint's URL. The rest of the URL may hold a secret. */
  readonly host: string;
  readonly state: SeenEndpointState;
}

export type SeenEndpointState =
  /**
   * The webhook endpoint was switched off by its user, by the app that created it, or together with
   * that app.
   */
  | { readonly kind: 'off'; readonly since: Date }
  /**
   * The service gave the endpoint up: nothing could be delivered for days, or the receiver answered
   * that it wants nothing more.
   */
  | { readonly kind: 'given_up'; readonly since: Date }
  | { readonly kind: 'failing'; readonly since: Date }
  | { readonly kind: 'delivering'; readonly last: Date }
  | { readonly kind: 'unused' };
