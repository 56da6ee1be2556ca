import { createBoundedSet } from '../../base/bounded-set.ts';
import { type NostrEvent, toEvent, writeEvent } from '../../nostr/event.ts';
import { type Filter, matchesFilter } from '../../nostr/filter.ts';
import { parseJsonOrNull } from '../../nostr/parse-json.ts';
import {
  MAX_RELAY_LOOK_BACK_MS,
  MAX_RELAY_WATCHED,
  RELAY_LOOK_BACK_MS,
  RELAY_LOOK_MS,
} from '../limits.ts';
import { RESPONSE_KIND } from '../wire-kinds.ts';
import { asksFor } from './open-subscription.ts';
import type { RelayDeps } from './relay-deps.ts';

/** A subscription of a client of the relay. */
export interface Subscription {
  readonly filters: readonly Filter[];
  /** The devices of the keys that the subscription names; empty until they are known. */
  deviceIds: readonly string[];
  /**
   * Ids of requests to which the subscription has had an answer, so that these answers are not
   * looked for any more.
   */
  readonly answered: Set<string>;
  send(event: NostrEvent, text: string): void;
}

/**
 * Sends events to the subscriptions of clients that are connected to this process, whichever
 * process wrote the events.
 */
export interface RelayHub {
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  close(): void;
}

export interface RelayHubDeps
  extends Pick<RelayDeps, 'responseEmitter' | 'processId' | 'clock' | 'log'> {
  readonly nwcRequests: Pick<RelayDeps['nwcRequests'], 'findAnswers'>;
  readonly runner: Pick<RelayDeps['runner'], 'isRunning'>;
}

export function createRelayHub(deps: RelayHubDeps): RelayHub {
  const index = createIndex();
  const stop = new AbortController();
  const sent = createBoundedSet<string>(10_000);
  let isLooking = false;
  /**
   * When the last successful search for answers began, on the monotonic clock. The next search
   * covers the time since then.
   */
  let lookedAtMs = deps.clock.monotonicMs();

  const deliver = (event: NostrEvent): void => {
    const text = writeEvent(event);
    for (const subscription of index.find(event)) {
      if (!subscription.filters.some((filter) => matchesFilter(filter, event))) continue;
      for (const id of requestsOf(event)) {
        if (isNamed(subscription, id)) subscription.answered.add(id);
      }
      subscription.send(event, text);
    }
  };
  const look = async (): Promise<void> => {
    const askedAtMs = deps.clock.monotonicMs();
    const watched = whatToLookFor(deps, index);
    if (watched !== null) {
      // After an outage of the database, the search for answers covers the time of the outage as
      // well.
      const sinceMs = Math.ceil(askedAtMs - lookedAtMs);
      const lookBackMs = RELAY_LOOK_BACK_MS + Math.min(sinceMs, MAX_RELAY_LOOK_BACK_MS);
      const query = { ...watched, notBy: deps.processId, lookBackMs };
      for (const text of await deps.nwcRequests.findAnswers(query)) {
        const event = toEvent(parseJsonOrNull(text));
        if (event !== null && sent.add(event.id)) deliver(event);
      }
    }
    lookedAtMs = askedAtMs;
  };
  const pollWhileOpen = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    lookedAtMs = deps.clock.monotonicMs();
    while (index.all.size > 0 && !stop.signal.aborted) {
      await look().catch((error: unknown) => {
        deps.log.debug({ error }, 'answers could not be looked for');
      });
      await deps.clock.sleep(RELAY_LOOK_MS, stop.signal);
    }
    isLooking = false;
  };
  const endListening = deps.responseEmitter.listen((event) => {
    sent.add(event.id);
    deliver(event);
  });
  return {
    add: (subscription) => {
      index.add(subscription);
      void pollWhileOpen();
    },
    remove: index.remove,
    close: () => {
      endListening();
      stop.abort();
    },
  };
}

const requestsOf = ({ tags }: NostrEvent): readonly string[] =>
  tags.flatMap(([name, value]) => (name === 'e' && value !== undefined ? [value] : []));

const isNamed = ({ filters }: Subscription, eventId: string): boolean =>
  filters.some(({ tags }) => tags.get('e')?.has(eventId) ?? false);

/**
 * Returns the requests and devices whose answers are to be looked for; null when no subscription
 * waits for an answer of another process.
 */
function whatToLookFor({ runner }: Pick<RelayHubDeps, 'runner'>, index: Index) {
  const looked: Subscription[] = [];
  const eventIds = new Set<string>();
  const deviceIds = new Set<string>();
  for (const subscription of index.all) {
    const { filters, answered, deviceIds: ofKeys } = subscription;
    looked.push(subscription);
    for (const filter of filters) {
      if (!asksFor(filter, RESPONSE_KIND)) continue;
      const ids = filter.tags.get('e');
      if (ids === undefined) for (const id of ofKeys) deviceIds.add(id);
      for (const id of ids ?? []) {
        if (!answered.has(id) && !runner.isRunning(id)) eventIds.add(id);
      }
    }
    if (eventIds.size + deviceIds.size >= MAX_RELAY_WATCHED) break;
  }
  if (looked.length < index.all.size) index.moveBack(looked);
  if (eventIds.size + deviceIds.size === 0) return null;
  return { eventIds: [...eventIds], deviceIds: [...deviceIds] };
}

interface Index {
  readonly all: ReadonlySet<Subscription>;
  add(subscription: Subscription): void;
  remove(subscription: Subscription): void;
  /**
   * Moves the given subscriptions to the end of the order, so that the next search begins with the
   * others.
   */
  moveBack(subscriptions: readonly Subscription[]): void;
  /** Finds all subscriptions that may want an event. Some of them may turn out not to want it. */
  find(event: NostrEvent): Iterable<Subscription>;
}

/**
 * Creates an index of subscriptions by the authors in their filters, or else by the events or keys
 * in the filters' tags.
 */
function createIndex(): Index {
  const all = new Set<Subscription>();
  const byName = new Map<string, Set<Subscription>>();
  return {
    all,
    add: (subscription) => {
      all.add(subscription);
      for (const name of namesOf(subscription)) {
        byName.set(name, (byName.get(name) ?? new Set()).add(subscription));
      }
    },
    remove: (subscription) => {
      all.delete(subscription);
      for (const name of namesOf(subscription)) {
        const others = byName.get(name);
        others?.delete(subscription);
        if (others?.size === 0) byName.delete(name);
      }
    },
    moveBack: (subscriptions) => {
      for (const one of subscriptions) {
        all.delete(one);
        all.add(one);
      }
    },
    find: (event) => {
      const names = [
        event.pubkey,
        ...event.tags.flatMap(([name, value]) =>
          value !== undefined && (name === 'e' || name === 'p') ? [`${name} ${value}`] : [],
        ),
      ];
      return new Set(names.flatMap((name) => [...(byName.get(name) ?? [])]));
    },
  };
}

const namesOf = ({ filters }: Subscription): readonly string[] =>
  filters.flatMap(({ authors, tags }) => {
    if (authors !== null) return [...authors];
    const letter = tags.has('e') ? 'e' : 'p';
    return [...(tags.get(letter) ?? [])].map((value) => `${letter} ${value}`);
  });
