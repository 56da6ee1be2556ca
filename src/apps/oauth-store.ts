import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';
import type { Client } from './client.ts';
import type { NewTokenFamily } from './token-family.ts';

/** Port: what the OAuth protocol stores. Secrets are passed to it only as hashes. */
export interface OauthStore {
  /**
   * Runs `work` in a transaction, which is rolled back if `work` throws. The transaction may be
   * repeated, so `work` may run more than once. Codes, tokens and requests that `work` reads in
   * order to use them up stay locked until the end of the transaction.
   */
  transaction<T>(work: (records: OauthRecords) => Promise<T>): Promise<T>;
  readonly records: OauthRecords;
  /** Removes up to `limit` expired rows of each kind. Returns how many were removed. */
  prune(before: PruneTimes, limit: number): Promise<number>;
}

export interface PruneTimes {
  readonly now: Date;
  /**
   * Access tokens that expired before this time are removed. Until then, an app with such a token
   * can be told that it has expired.
   */
  readonly accessTokensBefore: Date;
}

export interface OauthRecords {
  findClient(id: string): Promise<Client | null>;
  findGrant(generation: GrantGeneration): Promise<OauthGrant | null>;
  /**
   * Ends all codes and tokens of an app grant that carry this generation number, by raising the
   * grant's number.
   */
  endGeneration(generation: GrantGeneration): Promise<void>;

  /** Stores an authorization request. If it is stored already, its expiry stays as it was. */
  saveRequest(request: StoredRequest): Promise<void>;
  findRequest(idHash: Uint8Array): Promise<StoredRequest | null>;
  /** Lets an open authorization request live at least until `until`. */
  keepRequest(idHash: Uint8Array, until: Date): Promise<void>;
  /** Uses an authorization request up; false if another call did so first. */
  takeRequest(idHash: Uint8Array): Promise<boolean>;

  saveCode(code: StoredCode): Promise<void>;
  findCode(codeHash: Uint8Array): Promise<Issued<StoredCode> | null>;
  /** Uses an authorization code up; false if it was used before. */
  consumeCode(codeHash: Uint8Array, at: Date): Promise<boolean>;

  beginFamily(family: NewTokenFamily): Promise<void>;
  /**
   * Marks a token family (the tokens of one device) as possibly stolen, because a refresh token of
   * it was used twice within a short time.
   */
  markFamily(id: string, at: Date): Promise<void>;

  /**
   * Stores a refresh token, extends the life of its token family to that of the token, and notes
   * that the family was used.
   */
  saveRefreshToken(token: StoredToken): Promise<void>;
  /**
   * Finds a refresh token whose token family (the tokens of one device) has not ended, and locks
   * the family.
   */
  findRefreshToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
  consumeRefreshToken(tokenHash: Uint8Array, at: Date): Promise<boolean>;

  saveAccessToken(token: StoredToken): Promise<void>;
  findAccessToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
}

/** An app grant that is in force: its user is not disabled, and its app is not removed. */
export interface OauthGrant {
  readonly userId: string;
  readonly clientId: string;
  /** The granted scopes in one text, separated by spaces (RFC 6749, 3.3). */
  readonly scopes: string;
}

export interface StoredRequest {
  readonly idHash: Uint8Array;
  readonly clientId: string;
  readonly payload: string;
  readonly expiresAt: Date;
}

interface StoredSecret extends GrantGeneration {
  readonly hash: Uint8Array;
  readonly scopes: string;
  readonly resource: Resource;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface StoredToken extends StoredSecret {
  readonly familyId: string;
}

export interface StoredCode extends StoredSecret {
  readonly redirectUri: string;
  /** The PKCE challenge of method S256; null if the app used no PKCE. */
  readonly codeChallenge: string | null;
}

/**
 * A stored code or token with its app grant. If all codes and tokens of the grant were ended after
 * this one was issued, it is not found.
 */
export type Issued<Stored = StoredSecret> = Stored & {
  readonly userId: string;
  readonly clientId: string;
  readonly consumedAt: Date | null;
};
