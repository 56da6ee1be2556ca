import type { GrantGeneration } from '../authorization/app-grant.ts';
import type { Resource } from '../authorization/resource.ts';
import type { Client } from './client.ts';
import type { NewTokenFamily } from './token-family.ts';

/** Port: what the OAuth protocol stores. Secrets come and go as hashes only. */
export interface OauthStore {
  /**
   * Runs `work` in a transaction: all its writes are committed together, or none when it throws. It
   * may run more than once. Rows that it reads in order to use them up stay locked until it ends.
   */
  transaction<T>(work: (records: OauthRecords) => Promise<T>): Promise<T>;
  readonly records: OauthRecords;
  /** Removes up to `limit` expired rows of each kind; returns how many. */
  prune(before: PruneTimes, limit: number): Promise<number>;
}

export interface PruneTimes {
  readonly now: Date;
  /**
   * Access tokens that expired before this are removed. Until then they can be told from unknown
   * ones.
   */
  readonly accessTokensBefore: Date;
}

export interface OauthRecords {
  findClient(id: string): Promise<Client | null>;
  findGrant(generation: GrantGeneration): Promise<OauthGrant | null>;
  /** Ends all tokens and codes of the app grant. */
  endGeneration(generation: GrantGeneration): Promise<void>;

  /** Stores an authorization request; one that is stored already keeps its expiry. */
  saveRequest(request: StoredRequest): Promise<void>;
  findRequest(idHash: Uint8Array): Promise<StoredRequest | null>;
  /** Lets an open request live until `until`; never shortens its life. */
  keepRequest(idHash: Uint8Array, until: Date): Promise<void>;
  /** Uses up a request; false when another call took it first. */
  takeRequest(idHash: Uint8Array): Promise<boolean>;

  saveCode(code: StoredCode): Promise<void>;
  findCode(codeHash: Uint8Array): Promise<Issued<StoredCode> | null>;
  /** Uses up a code; false when it was used before. */
  consumeCode(codeHash: Uint8Array, at: Date): Promise<boolean>;

  beginFamily(family: NewTokenFamily): Promise<void>;
  /**
   * Marks a token family as possibly stolen: a refresh token of it was used twice within the grace
   * time.
   */
  markFamily(id: string, at: Date): Promise<void>;

  /** Stores a refresh token, extends the life of its family to the token's, and notes its use. */
  saveRefreshToken(token: StoredToken): Promise<void>;
  /** Finds a refresh token of a live family, and locks that family. */
  findRefreshToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
  consumeRefreshToken(tokenHash: Uint8Array, at: Date): Promise<boolean>;

  saveAccessToken(token: StoredToken): Promise<void>;
  findAccessToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
}

/** An app grant in force, of a user who is not disabled, for an app that is not removed. */
export interface OauthGrant {
  readonly userId: string;
  readonly clientId: string;
  /** The granted scopes, separated by spaces (RFC 6749, 3.3). */
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
  /** The challenge of method S256; null where the app used no PKCE. */
  readonly codeChallenge: string | null;
}

/**
 * A stored secret with its app grant; it is not found once the tokens of its generation were ended.
 */
export type Issued<Stored = StoredSecret> = Stored & {
  readonly userId: string;
  readonly clientId: string;
  readonly consumedAt: Date | null;
};
