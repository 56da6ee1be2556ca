import type { Scope } from '../authorization/scope.ts';
import type { ExactRecord } from '../history/grant-history-store.ts';

export interface NotificationQuery {
  readonly deviceId: string;
  readonly afterSeq: bigint;
  readonly limit: number;
  /** The age from which settled records are left out, because they are no news any more. */
  readonly keepMs: number;
  /** The present time, which decides whether the key has expired. */
  readonly at: Date;
}

export interface SettledNotification extends ExactRecord {
  /** The number of the record in its wallet. The numbers of a wallet have no gaps. */
  readonly seq: bigint;
  /** The id of the settled record. */
  readonly id: string;
  readonly bookedAt: Date;
}

export interface WalletNotifications {
  /** The scopes of the key; null when the key's device, connection or user has ended. */
  readonly scopes: ReadonlySet<Scope> | null;
  /** Settled Lightning payments, sent or received, oldest first. */
  readonly records: readonly SettledNotification[];
  /** The number of the newest record in the wallet, whether it was read or not. */
  readonly recordSeq: bigint;
}

/** The mark of the last record of which the app of a key was notified, or need not be notified. */
export interface NotifiedMark {
  readonly deviceId: string;
  readonly notifiedSeq: bigint;
}

/**
 * Port: settled records in the wallets of apps, and marks of how far the apps were notified of
 * them.
 */
export interface NotificationStore {
  readNews(query: NotificationQuery): Promise<WalletNotifications>;
  /** Moves the mark up to which an app was notified. It is only ever moved forward. */
  moveMark(mark: NotifiedMark): Promise<void>;
}
