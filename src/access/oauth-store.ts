import type { GrantGeneration } from './app-grant.ts';
import type { Client } from './client.ts';
import type { NewTokenFamily } from './token-family.ts';

/** Port: what the OAuth protocol keeps. Everything that was issued comes and goes as its hash. */
export interface OauthStore {
  /**
   * What `work` writes is written together; nothing when it throws. It may run more than once,
   * and rows that it finds to use them up are locked until its end.
   */
  transaction<T>(work: (records: OauthRecords) => Promise<T>): Promise<T>;
  readonly records: OauthRecords;
  /** Removes what is over, at most `limit` rows of each kind; answers how many. */
  sweep(before: SweepTimes, limit: number): Promise<number>;
}

export interface SweepTimes {
  readonly now: Date;
  /** Ends of access tokens: until then they are told from unknown ones. */
  readonly accessTokensBefore: Date;
}

export interface OauthRecords {
  findClient(id: string): Promise<Client | null>;
  findGrant(generation: GrantGeneration): Promise<OauthGrant | null>;
  /** Ends all tokens of the app grant, and codes. */
  endGeneration(generation: GrantGeneration): Promise<void>;

  /** A request that there is already keeps its end. */
  saveRequest(request: StoredRequest): Promise<void>;
  findRequest(idHash: Uint8Array): Promise<StoredRequest | null>;
  /** Moves the end of one that is open to `until`, never to sooner. */
  keepRequest(idHash: Uint8Array, until: Date): Promise<void>;
  /** False when somebody was faster. */
  takeRequest(idHash: Uint8Array): Promise<boolean>;

  saveCode(code: StoredCode): Promise<void>;
  findCode(codeHash: Uint8Array): Promise<Issued<StoredCode> | null>;
  /** False when it was used up before. */
  consumeCode(codeHash: Uint8Array, at: Date): Promise<boolean>;

  beginFamily(family: NewTokenFamily): Promise<void>;
  /** A refresh token of it came twice within the grace. */
  markFamily(id: string, at: Date): Promise<void>;

  /** Its family is used now, and lives as long as this. */
  saveRefreshToken(token: StoredToken): Promise<void>;
  /** Of a family that lives, which is locked with it. */
  findRefreshToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
  consumeRefreshToken(tokenHash: Uint8Array, at: Date): Promise<boolean>;

  saveAccessToken(token: StoredToken): Promise<void>;
  findAccessToken(tokenHash: Uint8Array): Promise<Issued<StoredToken> | null>;
}

/** A live app grant of a user who is not disabled with an app that is not removed. */
export interface OauthGrant {
  readonly userId: string;
  readonly clientId: string;
  /** Names with spaces between them (RFC 6749, 3.3). */
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
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface StoredToken extends StoredSecret {
  readonly familyId: string;
}

export interface StoredCode extends StoredSecret {
  readonly redirectUri: string;
  /** Of method S256; null where the app used no PKCE. */
  readonly codeChallenge: string | null;
}

/** Found only while its app grant and its generation live. */
export type Issued<Stored = StoredSecret> = Stored & {
  readonly userId: string;
  readonly clientId: string;
  readonly consumedAt: Date | null;
};
