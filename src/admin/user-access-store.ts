import type { AppGrantKind } from '../authorization/app-grant.ts';
import type { BudgetView } from '../authorization/budget.ts';

/**
 * Port: apps, tokens and sessions that can act for a user, as admins see them. It tells names,
 * limits and times; no secret, and nothing that was paid or asked for.
 */
export interface UserAccessStore {
  /** Reads lists of up to `limit` rows each, the newest first. */
  readPersonAccess(userId: string, at: Date, limit: number): Promise<UserAccess>;
}

export interface UserAccess {
  /** Browsers in which the user is signed in, the last used first. */
  readonly sessions: readonly SeenSession[];
  /** Apps and connections that are not revoked. */
  readonly apps: readonly SeenApp[];
  /** Personal tokens in force. */
  readonly tokens: readonly SeenToken[];
  readonly endpoints: readonly SeenEndpoint[];
}

export interface SeenSession {
  /** The name that the browser gives itself. */
  readonly device: string;
  readonly signedInAt: Date;
  readonly lastSeenAt: Date;
}

export interface SeenToken {
  readonly name: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
  /** The budget of the app or token; null for one without a limit. */
  readonly budget: BudgetView | null;
  /** Whether the token can send money at all. */
  readonly spends: boolean;
}

export interface SeenApp extends SeenToken {
  readonly kind: AppGrantKind;
  readonly lastUsedAt: Date | null;
}

export interface SeenEndpoint {
  /** The host of the endpoint's address, as the rest may hold a secret. */
  readonly host: string;
  readonly state: SeenEndpointState;
}

export type SeenEndpointState =
  /**
   * The endpoint was switched off by its user, by the app that created it, or together with that
   * app.
   */
  | { readonly kind: 'off'; readonly since: Date }
  /**
   * The endpoint was given up: for days nothing could be delivered, or the receiver wanted nothing
   * any more.
   */
  | { readonly kind: 'given_up'; readonly since: Date }
  | { readonly kind: 'failing'; readonly since: Date }
  | { readonly kind: 'delivering'; readonly last: Date }
  | { readonly kind: 'unused' };
