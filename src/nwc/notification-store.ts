import type { Scope } from '../authorization/scope.ts';
import type { ExactRecord } from '../history/grant-history-store.ts';

export interface NotificationQuery {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly limit: number;
  /** The age from which records are left out. */
  readonly keepMs: number;
  /** The present time, at which the key may have ended. */
  readonly at: Date;
}

export interface SettledNotification extends ExactRecord {
  /** The number of the record in its wallet; numbers have no gaps. */
  readonly seq: bigint;
  /** The id of the settled record. */
  readonly id: string;
  readonly bookedAt: Date;
}

export interface WalletNotifications {
  /** The scopes of the key; null when it has ended, with its device, its connection or its user. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** Settled Lightning payments, sent or received, oldest first. */
  readonly records: readonly SettledNotification[];
  /** The number of the newest record in the wallet. */
  readonly recordSeq: bigint;
}

/** A mark at the last record that the app of a key was told, or need not be told. */
export interface NotifiedMark {
  readonly deviceId: string;
  readonly notifiedSeq: bigint;
}

/**
 * Port: records that have settled in the wallets of keys, with marks of how far the apps were told.
 */
export interface NotificationStore {
  readNews(query: NotificationQuery): Promise<WalletNotifications>;
  /** Moves the mark of how far an app was told forward, never back. */
  moveMark(mark: NotifiedMark): Promise<void>;
}
