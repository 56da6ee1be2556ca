import type { Scope } from '../authorization/scope.ts';
import type { ExactRecord } from '../history/grant-history-store.ts';

export interface NotificationQuery {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly limit: number;
  /** Records that were booked longer ago are left out. */
  readonly keepMs: number;
  /** The present time, by which the key may have ended. */
  readonly at: Date;
}

export interface SettledNotification extends ExactRecord {
  /** The number of the record in its wallet, without gaps. */
  readonly seq: bigint;
  /** The id of the settled record. */
  readonly id: string;
  readonly bookedAt: Date;
}

export interface WalletNotifications {
  /** The scopes of the key; null when it has ended: the device, its connection or its user. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** Records of Lightning payments, sent or received; oldest first. */
  readonly records: readonly SettledNotification[];
  /** The newest number of a record in the wallet. */
  readonly recordSeq: bigint;
}

/** A mark at the last record of which the app of a key was told, or need not be. */
export interface NotifiedMark {
  readonly deviceId: string;
  readonly notifiedSeq: bigint;
}

/**
 * Port: records that have settled in the wallets of keys, and marks of how far their apps were
 * told.
 */
export interface NotificationStore {
  readNews(query: NotificationQuery): Promise<WalletNotifications>;
  /** Moves a mark forward, and never back. */
  moveMark(mark: NotifiedMark): Promise<void>;
}
