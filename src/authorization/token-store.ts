import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';
import type { Resource } from './resource.ts';
import type { Scope } from './scope.ts';

/** Port: stored tokens. Only hashes are kept; a token itself is shown once. */
export interface TokenStore {
  /**
   * Reads for each call, in one statement: personal token, user, wallet. Null when unknown. A call
   * about the newest records gets them in the same statement.
   */
  findCaller(tokenHash: Uint8Array, newest?: NewestPage | null): Promise<FoundCaller | null>;
  /** Adds a token. A user has up to MAX_PERSONAL_TOKENS in force. */
  addPersonalToken(token: NewPersonalToken): Promise<AddTokenOutcome>;
  findPersonalToken(id: string): Promise<PersonalToken | null>;
  /** Lists every token that the user ever had, for operators. */
  listPersonalTokens(userId: string): Promise<readonly PersonalToken[]>;
  /** Lists tokens in force, oldest first. Their number is bounded, that of ended ones is not. */
  listTokensInForce(userId: string, at: Date): Promise<readonly PersonalToken[]>;
  /** Revokes a token; false when there is none left to revoke. */
  revokeToken(token: TokenToRevoke, at: Date): Promise<boolean>;
}

/** A page of settled records, by creation. */
export interface NewestPage {
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly offset: number;
  readonly limit: number;
}

export interface FoundCaller {
  readonly caller: Caller;
  readonly account: AccountView;
  readonly expiresAt: Date | null;
  /** The last use of an app grant, to the minute; not recorded for personal tokens. */
  readonly lastUsedAt: Date | null;
  /** The token family of an app's token; null for personal ones. */
  readonly familyId: string | null;
  /**
   * The resource of a token of OAuth. Null for a personal token, which opens every resource, and
   * for the keys of protocols that have their own way in.
   */
  readonly resource: Resource | null;
  /** Bodies of the requested records, else null. */
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
  /** The owner of the token; null for an operator, who may revoke any. */
  readonly userId: string | null;
}

export interface PersonalToken extends Omit<NewPersonalToken, 'tokenHash'> {
  readonly revokedAt: Date | null;
}
