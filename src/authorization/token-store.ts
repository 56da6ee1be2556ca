import type { Sat } from '../base/amount.ts';
import type { AccountView } from './account-view.ts';
import type { Caller } from './caller.ts';
import type { Resource } from './resource.ts';
import type { Scope } from './scope.ts';

/** Port: personal tokens. Only their hashes are stored; a token itself is shown once. */
export interface TokenStore {
  /**
   * Reads everything that a call needs, in one statement: personal token, user, balance, and what
   * `along` names. Null if the token is unknown.
   */
  readonly findCaller: CallerQuery;
  /** Adds a token. A user can have up to MAX_PERSONAL_TOKENS tokens in force. */
  addPersonalToken(token: NewPersonalToken): Promise<AddTokenOutcome>;
  findPersonalToken(id: string): Promise<PersonalToken | null>;
  /** Lists all tokens that the user ever had, for operators. */
  listPersonalTokens(userId: string): Promise<readonly PersonalToken[]>;
  /**
   * Lists the user's tokens in force, oldest first. Only these are listed, because there is no
   * limit on the number of ended ones.
   */
  listTokensInForce(userId: string, at: Date): Promise<readonly PersonalToken[]>;
  /** Revokes a token; false if there is no such token, or it was revoked before. */
  revokeToken(token: TokenToRevoke, at: Date): Promise<boolean>;
}

export type CallerQuery = (
  tokenHash: Uint8Array,
  along?: ReadAlong | null,
) => Promise<FoundCaller | null>;

/** What to read together with a token: the newest records of its user, or their account. */
export type ReadAlong = NewestPage | 'account';

/** Which page of the caller's settled records to read together with a token. */
export interface NewestPage {
  readonly direction: 'incoming' | 'outgoing' | 'both';
  readonly offset: number;
  readonly limit: number;
}

export interface FoundCaller {
  readonly caller: Caller;
  /** What the user can spend now. */
  readonly balanceSat: Sat;
  /** The account of the user, if the call asked for it; otherwise null. */
  readonly account: AccountView | null;
  readonly expiresAt: Date | null;
  /**
   * When the app grant was last used, to the minute; null for a personal token, for which it is not
   * recorded.
   */
  readonly lastUsedAt: Date | null;
  /**
   * The token family (the tokens of one device) for a token of an app; null for a personal token.
   */
  readonly familyId: string | null;
  /**
   * The resource that an OAuth token opens. Null for a personal token, which opens every resource,
   * and for the keys of protocols other than OAuth, which have routes of their own.
   */
  readonly resource: Resource | null;
  /** Whether apps and tokens wait until operators lift a lockdown, as the same statement read. */
  readonly isLockedDown: boolean;
  /** The records that the call asked for, as JSON; null if it asked for none. */
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
  /** A token with this hash already exists, because the request is a repeat. */
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
