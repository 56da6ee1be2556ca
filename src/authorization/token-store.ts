import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';
import type { Resource } from './resource.ts';
import type { Scope } from './scope.ts';

/** Port: personal tokens. Only their hashes are stored; a token itself is shown once. */
export interface TokenStore {
  /**
   * Reads what each call needs, in one statement: personal token, user, wallet, and the newest
   * records if the call is about them. Null when the token is unknown.
   */
  findCaller(tokenHash: Uint8Array, newest?: NewestPage | null): Promise<FoundCaller | null>;
  /** Adds a token. A user has up to MAX_PERSONAL_TOKENS in force. */
  addPersonalToken(token: NewPersonalToken): Promise<AddTokenOutcome>;
  findPersonalToken(id: string): Promise<PersonalToken | null>;
  /** Lists every token that the user ever had, for operators. */
  listPersonalTokens(userId: string): Promise<readonly PersonalToken[]>;
  /**
   * Lists a user's tokens in force, oldest first. Their number is bounded; that of ended ones is
   * not.
   */
  listTokensInForce(userId: string, at: Date): Promise<readonly PersonalToken[]>;
  /** Revokes a token; false when there is none left to revoke. */
  revokeToken(token: TokenToRevoke, at: Date): Promise<boolean>;
}

/** A page of settled records, in the order of their creation. */
export interface NewestPage {
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly offset: number;
  readonly limit: number;
}

export interface FoundCaller {
  readonly caller: Caller;
  readonly account: AccountView;
  readonly expiresAt: Date | null;
  /** When the app grant was last used, to the minute; not recorded for personal tokens. */
  readonly lastUsedAt: Date | null;
  /** The token family, for a token of an app; null for a personal token. */
  readonly familyId: string | null;
  /**
   * What an OAuth token opens. Null for a personal token, which opens every resource, and for keys
   * of protocols that have their own way in.
   */
  readonly resource: Resource | null;
  /** The requested records as JSON; null when none were requested. */
  readonly newest: readonly string[] | null;
}

export interface NewPersonalToken {
  readonly id: string;
  readonly userId: string;
  readonly tokenHash: Uint8Array;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

export type AddTokenOutcome =
  | { readonly kind: 'added' }
  /** A token with this hash exists already. */
  | { readonly kind: 'repeated'; readonly token: PersonalToken }
  | { readonly kind: 'too_many' };

export interface TokenToRevoke {
  readonly id: string;
  /** The owner of the token; null for an operator, who may revoke any token. */
  readonly userId: string | null;
}

export interface PersonalToken extends Omit<NewPersonalToken, 'tokenHash'> {
  readonly revokedAt: Date | null;
}
