import type { GrantRefusal } from './grant-refusal.ts';
import type { Scope } from './scope.ts';
import type { FoundCaller, NewestPage } from './token-store.ts';

/** Ways in which apps call: over OAuth, or over a protocol whose keys the user hands to them. */
export type AppGrantKind = 'app' | 'nwc' | 'lndhub';

/** A user's standing permission for an app. Everything that the app does bears its id. */
export interface AppGrant {
  readonly id: string;
  readonly userId: string;
  readonly kind: AppGrantKind;
  /** The name of the app. Without OAuth, its user gave it this name. */
  readonly name: string;
  /** All scopes ever granted, in the order of `ALL_SCOPES`. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** The time after which the app may do nothing; null if it may until it is revoked. */
  readonly expiresAt: Date | null;
  /** The time of the last use, to the minute; null if there was none. */
  readonly lastUsedAt: Date | null;
  readonly lastRefusal: NotedRefusal | null;
  /** The app as OAuth knows it; null for an app without OAuth. */
  readonly client: ConnectedClient | null;
}

/** Whether an app grant has reached its end. */
export const isOver = ({ expiresAt }: Pick<AppGrant, 'expiresAt'>, now: Date): boolean =>
  expiresAt !== null && expiresAt <= now;

/** The last refusal of an app for a reason that its user can change. */
export interface NotedRefusal {
  readonly reason: GrantRefusal;
  readonly at: Date;
}

export interface ConnectedClient {
  readonly id: string;
  readonly name: string;
  /** A page where people can find out about the app. */
  readonly url: string;
  /** The app's address to return to; null for an app that may have several. */
  readonly callback: string | null;
}

export interface NewConsent {
  /** The id of the new app grant, if the user has none for this app yet. */
  readonly newId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly at: Date;
}

/**
 * One generation of an app grant: ending a grant's tokens starts a new one, whose tokens alone are
 * valid.
 */
export interface GrantGeneration {
  readonly appGrantId: string;
  readonly generation: number;
}

/** Port: app grants of users. Those that are revoked, or whose app was removed, are not found. */
export interface AppGrantStore {
  /** Reads what each call by an app needs, in one statement: token, app grant, user and wallet. */
  findCaller(tokenHash: Uint8Array, newest?: NewestPage | null): Promise<FoundCaller | null>;
  /**
   * Adds to the one app grant that a user has for an app, or creates it, and ends its marked token
   * families. Null if there is no such app.
   */
  joinAppGrant(consent: NewConsent): Promise<GrantGeneration | null>;
  listAppGrants(userId: string): Promise<readonly AppGrant[]>;
  findAppGrant(userId: string, appGrantId: string): Promise<AppGrant | null>;
  findAppGrantWith(userId: string, clientId: string): Promise<AppGrant | null>;
  /**
   * Revokes an app grant for good, with all its tokens. Also true if it was revoked before; false
   * if this owner has no such grant (null is an operator, who may revoke any) or, where a kind is
   * given, none of that kind.
   */
  revokeAppGrant(
    userId: string | null,
    appGrantId: string,
    at: Date,
    kind?: AppGrantKind,
  ): Promise<boolean>;
  /** Sets the last use to `at` unless one was noted within the minute before. */
  noteUses(uses: NotedUses, at: Date): Promise<void>;
  /** Stores refusals by the id of their app grant; a later one that is stored already stays. */
  noteRefusals(refusals: ReadonlyMap<string, NotedRefusal>): Promise<void>;
}

export interface NotedUses {
  readonly appGrantIds: readonly string[];
  readonly familyIds: readonly string[];
  readonly deviceIds: readonly string[];
}
