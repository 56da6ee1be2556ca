import type { Scope } from '../authorization/scope.ts';
import type { ExactRecord } from '../history/grant-history-store.ts';

export interface NotificationQuery {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly limit: number;
  /** What was booked longer ago is left out. */
  readonly keepMs: number;
  /** The present time, by which the key may have ended. */
  readonly at: Date;
}

export interface SettledNotification extends ExactRecord {
  /** Without gaps in each wallet. */
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
  /** The newest number of the wallet. */
  readonly recordSeq: bigint;
}

/** Up to this record, the app of a key has been told, or need not be. */
export interface NotifiedMark {
  readonly deviceId: string;
  readonly notifiedSeq: bigint;
}

/** Port: what has settled in the wallets of keys, and how far their apps have been told. */
export interface NotificationStore {
  readNews(query: NotificationQuery): Promise<WalletNotifications>;
  /** Never back. */
  moveMark(mark: NotifiedMark): Promise<void>;
}
