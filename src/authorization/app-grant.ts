import type { GrantRefusal } from './grant-refusal.ts';
import type { Scope } from './scope.ts';
import type { CallerQuery } from './token-store.ts';

/**
 * Protocols over which apps call: OAuth (`app`), or a protocol for which the user gives the app a
 * key or password.
 */
export type AppGrantKind = 'app' | 'nwc' | 'lndhub';

/**
 * A user's standing permission for an app. Whatever the app does is stored with the id of this
 * grant.
 */
export interface AppGrant {
  readonly id: string;
  readonly userId: string;
  readonly kind: AppGrantKind;
  /** The name of the app. For an app without OAuth, the user chose the name. */
  readonly name: string;
  /** All scopes that were granted so far, in the order of `ALL_SCOPES`. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** The time after which the app may do nothing; null if the grant lasts until it is revoked. */
  readonly expiresAt: Date | null;
  /** When the app last used its grant, to the minute; null if it has not used it yet. */
  readonly lastUsedAt: Date | null;
  readonly lastRefusal: NotedRefusal | null;
  /** The OAuth client of the app; null for an app without OAuth. */
  readonly client: ConnectedClient | null;
}

/** Whether an app grant has passed its end. */
export const isOver = ({ expiresAt }: Pick<AppGrant, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The last time that an app was refused something for a reason that its user can change. */
export interface NotedRefusal {
  readonly reason: GrantRefusal;
  readonly at: Date;
}

export interface ConnectedClient {
  readonly id: string;
  readonly name: string;
  /** The URL of a page on which people can find out about the app. */
  readonly url: string;
  /** The app's callback address; null for an app that may have several. */
  readonly callback: string | null;
}

export interface NewConsent {
  /** The id for a new app grant, which is used if the user has none for this app yet. */
  readonly newId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly at: Date;
}

/**
 * One generation of an app grant. Codes and tokens carry its number, and only those of the present
 * generation are valid. So raising the number ends all of them.
 */
export interface GrantGeneration {
  readonly appGrantId: string;
  readonly generation: number;
}

/** Port: app grants of users. Grants that are revoked, or whose app was removed, are not found. */
export interface AppGrantStore {
  /**
   * Reads everything that a call of an app needs, in one statement: token, app grant, user,
   * balance, and what `along` names.
   */
  readonly findCaller: CallerQuery;
  /**
   * Adds scopes to the one app grant that a user has for an app, or creates the grant, and ends its
   * token families that are marked as possibly stolen. Null if there is no such app.
   */
  joinAppGrant(consent: NewConsent): Promise<GrantGeneration | null>;
  listAppGrants(userId: string): Promise<readonly AppGrant[]>;
  findAppGrant(userId: string, appGrantId: string): Promise<AppGrant | null>;
  findAppGrantWith(userId: string, clientId: string): Promise<AppGrant | null>;
  /**
   * Revokes an app grant for good, with all its tokens. True also if it was revoked before. False
   * if this owner has no such grant, or if it is not of the given kind. A null owner is an
   * operator, who may revoke any grant.
   */
  revokeAppGrant(
    userId: string | null,
    appGrantId: string,
    at: Date,
    kind?: AppGrantKind,
  ): Promise<boolean>;
  /**
   * Sets the time of the last use to `at`, unless a use within the minute before is already stored.
   */
  noteUses(uses: NotedUses, at: Date): Promise<void>;
  /**
   * Stores refusals by the id of their app grant. If a later refusal is already stored, it stays.
   */
  noteRefusals(refusals: ReadonlyMap<string, NotedRefusal>): Promise<void>;
}

export interface NotedUses {
  readonly appGrantIds: readonly string[];
  readonly familyIds: readonly string[];
  readonly deviceIds: readonly string[];
}
