import type { EncryptionScheme } from '../nostr/conversation.ts';
import { writeEvent } from '../nostr/event.ts';
import type { ExternalLeader, KeyBehind, NwcExternalStore } from './external-store.ts';
import { EXTERNAL_NEWS_STEP, KEEP_NOTIFICATIONS_MS } from './limits.ts';
import { type ReadNotificationsDeps, readNotifications } from './read-notifications.ts';

export interface PublishInfoEventDeps extends ReadNotificationsDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'publishInfoEvent'>;
  readonly schemes: readonly EncryptionScheme[];
}

/**
 * Stores the next notifications for the app of a key, to be published on these relays. The mark of
 * how far the app was notified moves in the same transaction, so each record is handed over once,
 * even if the lease changes hands. Whether the app is listening at a relay cannot be known. False
 * when another process has taken over the lease for external relays.
 */
export async function publishInfoEvent(
  deps: PublishInfoEventDeps,
  { key, afterSeq }: KeyBehind,
  relays: readonly string[],
  by: ExternalLeader,
): Promise<boolean> {
  const { schemes, nwcExternal } = deps;
  const query = { afterSeq, limit: EXTERNAL_NEWS_STEP, schemes };
  const { events, upToSeq } = await readNotifications(deps, key, query);
  const { deviceId } = key;
  const news = relays.flatMap((relay) =>
    events.map((event) => ({
      relay,
      deviceId,
      kind: event.kind,
      event: writeEvent(event),
      keepMs: KEEP_NOTIFICATIONS_MS,
    })),
  );
  return await nwcExternal.publishInfoEvent({ deviceId, afterSeq, upToSeq }, news, by);
}
