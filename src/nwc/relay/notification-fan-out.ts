import type { NwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import { createSemaphore } from '../../base/semaphore.ts';
import type { EncryptionScheme } from '../../nostr/conversation.ts';
import { MAX_NOTIFICATION_READS, MAX_NOTIFICATIONS_AT_ONCE, MAX_OPEN_NWC_KEYS } from '../limits.ts';
import { type NotificationPage, readNotifications } from '../read-notifications.ts';
import type { RelayDeps } from './relay-deps.ts';

/**
 * Reads settled records for all subscriptions of a key, so that many subscriptions cost as much as
 * one.
 */
export interface NotificationFanOut {
  /**
   * Reads the next notifications. Callers who ask for the same page at the same time share one
   * read.
   */
  read(
    key: NwcKey,
    afterSeq: bigint,
    schemes: readonly EncryptionScheme[],
  ): Promise<NotificationPage>;
  /**
   * Moves the mark of how far an app was notified, once for all subscriptions that have read as
   * far.
   */
  mark(key: NwcKey, notifiedSeq: bigint): Promise<void>;
}

export function createNotificationFanOut(
  deps: Pick<RelayDeps, 'notifications' | 'walletKeys' | 'clock'>,
): NotificationFanOut {
  const reads = createSemaphore(MAX_NOTIFICATION_READS);
  const underWay = new Map<string, Promise<NotificationPage>>();
  const marks = new Map<string, bigint>();
  return {
    read: (key, afterSeq, schemes) => {
      const name = `${key.deviceId} ${afterSeq} ${schemes.join(' ')}`;
      const known = underWay.get(name);
      if (known !== undefined) return known;
      const query = { afterSeq, limit: MAX_NOTIFICATIONS_AT_ONCE, schemes };
      const page = reads
        .run(() => readNotifications(deps, key, query))
        .finally(() => underWay.delete(name));
      underWay.set(name, page);
      return page;
    },
    mark: async ({ deviceId }, notifiedSeq) => {
      if ((marks.get(deviceId) ?? 0n) >= notifiedSeq) return;
      marks.delete(deviceId);
      const [oldest] = marks.size < MAX_OPEN_NWC_KEYS ? [] : marks.keys();
      if (oldest !== undefined) marks.delete(oldest);
      marks.set(deviceId, notifiedSeq);
      try {
        await deps.notifications.moveMark({ deviceId, notifiedSeq });
      } catch (error) {
        if (marks.get(deviceId) === notifiedSeq) marks.delete(deviceId);
        throw error;
      }
    },
  };
}
