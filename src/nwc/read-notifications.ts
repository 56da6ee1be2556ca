import { isPermitted } from '../apps/nwc-keys/method.ts';
import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import type { Clock } from '../base/clock.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import type { NostrEvent } from '../nostr/event.ts';
import { KEEP_NOTIFICATIONS_MS } from './limits.ts';
import { makeNotificationEvent, notificationOf } from './notification-event.ts';
import type { NotificationStore } from './notification-store.ts';
import { presentRecord } from './transaction.ts';
import type { WalletServiceKeys } from './wallet-service-keys.ts';

export interface ReadNotificationsDeps {
  readonly notifications: Pick<NotificationStore, 'readNews'>;
  readonly walletKeys: WalletServiceKeys;
  readonly clock: Clock;
}

export interface NotificationsQuery {
  /** The number of the last record of which the app was notified. */
  readonly afterSeq: bigint;
  /** The most records to read in one call. */
  readonly limit: number;
  /** Encryption schemes of the app; each of them gives an event of its own. */
  readonly schemes: readonly EncryptionScheme[];
}

export interface NotificationPage {
  /** The events for the app, oldest first. */
  readonly events: readonly NostrEvent[];
  /**
   * The number of the last record that was read. It may be beyond the last event, because no event
   * is made of records that are too old or that the key may not see.
   */
  readonly upToSeq: bigint;
  /**
   * Whether the key has ended. Then the app is not notified, and its mark stays, because the key of
   * a disabled user may come back.
   */
  readonly hasEnded: boolean;
}

/** Reads the next settled records of which an app is to be notified, and makes the events. */
export async function readNotifications(
  { notifications, walletKeys, clock }: ReadNotificationsDeps,
  key: NwcKey,
  { afterSeq, limit, schemes }: NotificationsQuery,
): Promise<NotificationPage> {
  const { scopes, records, recordSeq } = await notifications.readNews({
    deviceId: key.deviceId,
    afterSeq,
    limit,
    keepMs: KEEP_NOTIFICATIONS_MS,
    at: clock.now(),
  });
  const newest = recordSeq > afterSeq ? recordSeq : afterSeq;
  if (scopes === null) return { events: [], upToSeq: newest, hasEnded: true };
  const events = records.flatMap(({ id: recordId, bookedAt, ...record }) => {
    const transaction = presentRecord(record);
    if (!isPermitted(notificationOf(transaction), scopes)) return [];
    const order = { transaction, recordId, bookedAt };
    return schemes.map((scheme) => makeNotificationEvent(walletKeys(key), { ...order, scheme }));
  });
  const isFull = records.length === limit;
  const upToSeq = (isFull ? records.at(-1)?.seq : null) ?? newest;
  return { events, upToSeq, hasEnded: false };
}
