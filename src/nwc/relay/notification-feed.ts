/** Notifies apps that are connected to this process of payments that settle in their wallets. */

import type { NwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import { NWC_CLOCK_SEC } from '../../base/limits.ts';
import { unixSeconds } from '../../base/wire-time.ts';
import type { ChangedWallets } from '../../ledger/wallet-feed.ts';
import type { EncryptionScheme } from '../../nostr/conversation.ts';
import { type NostrEvent, writeEvent } from '../../nostr/event.ts';
import { type Filter, matchesFilter } from '../../nostr/filter.ts';
import { NOTIFICATION_LOOK_MS, NWC_RETRY_MS } from '../limits.ts';
import { kindOfNotification } from '../notification-event.ts';
import { createNotificationFanOut } from './notification-fan-out.ts';
import type { RelayDeps } from './relay-deps.ts';

/** A subscription whose client is notified of settled payments. */
export interface NotificationReader {
  readonly filters: readonly Filter[];
  send(event: NostrEvent, text: string): void;
  /** Waits until the client has read everything; false when it has gone before. */
  confirm(): Promise<boolean>;
}

/** A key, and the number of the last record of which its app was notified. */
export interface ToldKey {
  readonly key: NwcKey;
  readonly notifiedSeq: bigint;
}

/**
 * Notifies apps of settled payments while they listen. Each record is sent to every subscription
 * that exists then. Once one of them has read it, later subscriptions do not get it.
 */
export interface NotificationFeed {
  add(reader: NotificationReader, keys: readonly ToldKey[]): void;
  remove(reader: NotificationReader): void;
  close(): void;
}

export type NotificationFeedDeps = Pick<
  RelayDeps,
  'notifications' | 'walletFeed' | 'walletKeys' | 'schemes' | 'clock' | 'log'
>;

export function createNotificationFeed(deps: NotificationFeedDeps): NotificationFeed {
  const listeners = new Map<NotificationReader, readonly Listener[]>();
  const stop = new AbortController();
  const news = createNotificationFanOut(deps);
  let none = new AbortController();
  const all = (): readonly Listener[] => [...listeners.values()].flat();
  const isOpen = ({ reader }: Listener): boolean => listeners.has(reader) && !stop.signal.aborted;

  const tell = async (listener: Listener): Promise<void> => {
    const { reader, key, schemes, afterSeq } = listener;
    const page = await news.read(key, afterSeq, schemes);
    if (!isOpen(listener)) return;
    const told = page.events.filter((event) => isWanted(listener, event));
    for (const event of told) reader.send(event, writeEvent(event));
    listener.afterSeq = page.upToSeq;
    if (told.length > 0 && !(await reader.confirm())) return;
    // If this subscription asked for none of the events, the app does not count as notified of
    // them, because another subscription may ask for them.
    const isDone = told.length > 0 || page.events.length === 0;
    if (isDone && !page.hasEnded && page.upToSeq > afterSeq) {
      await news.mark(key, page.upToSeq);
    }
  };
  /**
   * Sends a subscription everything that is new. Each subscription has its own loop, so that a slow
   * reader delays no other.
   */
  const tellAll = async (listener: Listener): Promise<void> => {
    listener.isBusy = true;
    while (isOpen(listener) && listener.afterSeq < listener.newestSeq) {
      const { afterSeq, newestSeq } = listener;
      try {
        await tell(listener);
        // A database that was restored to an earlier state may lack the record that was announced.
        // The loop must then not wait for this record.
        const isLost = listener.afterSeq === afterSeq && listener.newestSeq === newestSeq;
        if (isLost) listener.newestSeq = afterSeq;
      } catch (error) {
        const { deviceId } = listener.key;
        deps.log.warn({ error, deviceId }, 'an app could not be told of what settled');
        await deps.clock.sleep(NWC_RETRY_MS, stop.signal);
      }
    }
    listener.isBusy = false;
  };
  const hear = async (changed: ChangedWallets | null): Promise<void> => {
    if (changed === null) return deps.walletFeed.ask(usersOf(all()));
    for (const listener of all()) {
      const seq = changed.get(listener.key.userId) ?? 0n;
      if (seq > listener.newestSeq) listener.newestSeq = seq;
      if (!listener.isBusy && listener.afterSeq < listener.newestSeq) void tellAll(listener);
    }
  };
  return {
    add: (reader, keys) => {
      const some = keys.flatMap((told) => listenerOf(deps, reader, told) ?? []);
      if (some.length === 0 || stop.signal.aborted) return;
      listeners.set(reader, some);
      deps.walletFeed.ask(usersOf(some));
      if (listeners.size > 1) return;
      none = new AbortController();
      const name = 'telling apps what settled';
      void deps.walletFeed.listen({ name, everyMs: NOTIFICATION_LOOK_MS, hear }, none.signal);
    },
    remove: (reader) => {
      if (listeners.delete(reader) && listeners.size === 0) none.abort();
    },
    close: () => {
      stop.abort();
      none.abort();
    },
  };
}

/** The progress of one subscription through the settled records of one key. */
interface Listener {
  readonly reader: NotificationReader;
  readonly key: NwcKey;
  readonly filters: readonly Filter[];
  readonly schemes: readonly EncryptionScheme[];
  /** The number of the newest record of which the client was notified, or need not be notified. */
  afterSeq: bigint;
  /** The number of the newest record known to be in the wallet. */
  newestSeq: bigint;
  isBusy: boolean;
}

/**
 * Makes a listener for a key; null if the subscription does not ask for the key's notifications.
 */
function listenerOf(
  { schemes, clock }: NotificationFeedDeps,
  reader: NotificationReader,
  { key, notifiedSeq }: ToldKey,
): Listener | null {
  const nowSec = unixSeconds(clock.now());
  const filters = reader.filters.map((filter) => sinceOurNow(filter, nowSec));
  const wanted = schemes.filter((scheme) => filters.some((one) => asksFor(one, key, scheme)));
  if (wanted.length === 0) return null;
  const seqs = { afterSeq: notifiedSeq, newestSeq: notifiedSeq };
  return { reader, key, filters, schemes: wanted, ...seqs, isBusy: false };
}

/**
 * Changes a `since` that is slightly ahead of our clock to now: an app whose clock is ahead means
 * events from now on.
 */
const sinceOurNow = (filter: Filter, nowSec: number): Filter => {
  const { since } = filter;
  const isAhead = since !== null && since > nowSec && since <= nowSec + NWC_CLOCK_SEC;
  return isAhead ? { ...filter, since: nowSec } : filter;
};

/** Whether a filter asks for the notifications of this key, whatever its time bounds are. */
function asksFor(filter: Filter, key: NwcKey, scheme: EncryptionScheme): boolean {
  const anyTime = { ...filter, since: null, until: null };
  const nothing = { id: '', created_at: 0, content: '', sig: '' };
  const kind = kindOfNotification(scheme);
  const tags = [['p', key.clientPubkey]];
  return matchesFilter(anyTime, { ...nothing, kind, pubkey: key.walletPubkey, tags });
}

const isWanted = ({ filters }: Listener, event: NostrEvent): boolean =>
  filters.some((filter) => matchesFilter(filter, event));

const usersOf = (listeners: readonly Listener[]): readonly string[] =>
  listeners.map(({ key }) => key.userId);
