import type { Scope } from './scope.ts';
import type { FoundCaller, NewestPage } from './token-store.ts';

/** A user's standing permission for an app. Its id is the grant of the app's tokens. */
export interface Connection {
  readonly id: string;
  readonly userId: string;
  /** All that was ever granted, in the order of `ALL_SCOPES`. */
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** To the minute; null: never. */
  readonly lastUsedAt: Date | null;
  readonly client: ConnectedClient;
}

export interface ConnectedClient {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
}

export interface NewConsent {
  /** Of the connection, if there is none yet. */
  readonly newId: string;
  readonly userId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
  readonly at: Date;
}

/** Which tokens of a connection are alive: those of its present generation. */
export interface ConnectionGeneration {
  readonly connectionId: string;
  readonly generation: number;
}

/** Port: what users allowed to apps. Revoked connections, and those of removed apps, are gone. */
export interface ConnectionStore {
  /** The one statement of every call by an app: token, connection, user and wallet. */
  findCaller(tokenHash: Uint8Array, newest?: NewestPage | null): Promise<FoundCaller | null>;
  /**
   * One live connection for each user and app: a new consent joins it, and ends its marked token
   * families. Null: no such app.
   */
  joinConnection(consent: NewConsent): Promise<ConnectionGeneration | null>;
  listConnections(userId: string): Promise<readonly Connection[]>;
  findConnection(userId: string, connectionId: string): Promise<Connection | null>;
  findConnectionWith(userId: string, clientId: string): Promise<Connection | null>;
  /** For ever, with all tokens. True for one that was revoked before; false: not the user's. */
  revokeConnection(userId: string, connectionId: string, at: Date): Promise<boolean>;
  /** Those that were not used within the minute before `at` are now. */
  noteUses(uses: NotedUses, at: Date): Promise<void>;
}

export interface NotedUses {
  readonly connectionIds: readonly string[];
  readonly familyIds: readonly string[];
}
