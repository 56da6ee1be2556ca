import type { Clock } from '../../base/clock.ts';
import {
  type ClientMessage,
  type ClientMessageProblem,
  readClientMessage,
} from '../../nostr/client-message.ts';
import { writeEvent } from '../../nostr/event.ts';
import { countValues, type Filter } from '../../nostr/filter.ts';
import {
  closedMessage,
  eoseMessage,
  eventMessage,
  noticeMessage,
  type RelayReason,
  refusedMessage,
} from '../../nostr/relay-message.ts';
import {
  BAD_MESSAGES_MS,
  MAX_BAD_MESSAGES,
  MAX_MESSAGES_AT_ONCE,
  MAX_SUBSCRIPTIONS,
  RELAY_TOO_OFTEN_MS,
  REQ_VALUES_OF_MESSAGE,
} from '../limits.ts';
import type { NotificationFeed, NotificationReader } from './notification-feed.ts';
import { openSubscription } from './open-subscription.ts';
import type { RelayDeps } from './relay-deps.ts';
import type { RelayHub, Subscription } from './relay-hub.ts';
import type { RelayRates } from './relay-rates.ts';
import { takeEvent } from './take-event.ts';

/** The connection to one client, over which messages are sent. */
export interface ClientOutput {
  send(text: string): void;
  /** Stops reading messages from the client, or goes on reading when `isHeld` is false. */
  hold(isHeld: boolean): void;
  /** Closes the connection without waiting for the client to read what was sent. */
  cut(): void;
  /** Waits until the client has read everything that was sent; false when it disconnects before. */
  confirm(): Promise<boolean>;
  /** To be called when the client has sent a new request of this key. */
  know(deviceId: string): void;
}

/** A client of the relay. */
export interface RelayClient {
  /** Reads a message, given as bytes. */
  read(frame: Buffer): void;
  /** Ends the subscriptions of the client, which has closed its connection. */
  close(): void;
}

export interface ClientOptions {
  readonly deps: RelayDeps;
  readonly hub: RelayHub;
  readonly feed: NotificationFeed;
  readonly rates: RelayRates;
  readonly network: string;
  readonly output: ClientOutput;
}

export function openClient(options: ClientOptions): RelayClient {
  const { deps, rates, network, output } = options;
  let working = 0;
  const hold = createHold(output);
  const blame = createBlame(deps.clock, output.cut);
  const subscriptions = createSubscriptions(options, blame);

  const handle = async (message: ClientMessage): Promise<void> => {
    if (message.kind === 'close') {
      subscriptions.end(message.subscription);
    } else if (!rates.takeMessage(network, costOf(message))) {
      await deps.clock.sleep(RELAY_TOO_OFTEN_MS, deps.stop);
      output.send(refusalOf(message, TOO_OFTEN));
    } else if (message.kind === 'event') {
      const { reply, isBad, deviceId } = await takeEvent(deps, rates, message.event);
      if (isBad) blame();
      if (deviceId !== null) output.know(deviceId);
      if (reply === null) output.cut();
      else output.send(reply);
    } else {
      await subscriptions.open(message.subscription, message.filters);
    }
  };
  const work = async (message: ClientMessage): Promise<void> => {
    working += 1;
    if (working === MAX_MESSAGES_AT_ONCE) hold(1);
    try {
      await handle(message);
    } catch (error) {
      deps.log.warn({ error }, 'the relay could not take a message');
      if (message.kind === 'req') subscriptions.end(message.subscription);
      output.send(refusalOf(message, FAULT));
    } finally {
      if (working === MAX_MESSAGES_AT_ONCE) hold(-1);
      working -= 1;
    }
  };

  /**
   * Refuses a message without parsing it, after a pause in which nothing is read from this client.
   */
  const drop = async (): Promise<void> => {
    blame();
    hold(1);
    await deps.clock.sleep(RELAY_TOO_OFTEN_MS, deps.stop);
    output.send(noticeMessage(`${TOO_LONG.word}: ${TOO_LONG.text}`));
    hold(-1);
  };

  return {
    read: (frame) => {
      if (!rates.takeBytes(network, frame.length)) {
        void drop();
        return;
      }
      const message = readClientMessage(frame.toString());
      if (message.ok) {
        void work(message.value);
      } else {
        blame();
        output.send(complaintOf(message.refusal));
      }
    },
    close: () => subscriptions.endAll(),
  };
}

/**
 * Creates a counter of reasons not to read from the client. Each reason is added and later taken
 * away; reading goes on when none is left.
 */
function createHold(output: ClientOutput): (change: 1 | -1) => void {
  let reasons = 0;
  return (change) => {
    reasons += change;
    if (change === 1 && reasons === 1) output.hold(true);
    if (reasons === 0) output.hold(false);
  };
}

/**
 * How many messages a client's message counts as against the rate limit. Each value in a
 * subscription raises the number, because it is looked up, listened for, or needs a signed info
 * event.
 */
function costOf(message: ClientMessage): number {
  if (message.kind !== 'req') return 1;
  const count = message.filters.reduce((sum, filter) => sum + countValues(filter), 0);
  return Math.max(1, Math.ceil(count / REQ_VALUES_OF_MESSAGE));
}

/**
 * Creates a counter of a client's faults. Old faults are forgiven, so that a client with rare
 * mistakes is not cut off after some days.
 */
function createBlame(clock: Clock, cut: () => void): () => void {
  let bad = 0;
  let sinceMs = Number.NEGATIVE_INFINITY;
  return () => {
    const nowMs = clock.monotonicMs();
    if (nowMs - sinceMs > BAD_MESSAGES_MS) {
      bad = 0;
      sinceMs = nowMs;
    }
    bad += 1;
    if (bad >= MAX_BAD_MESSAGES) cut();
  };
}

/** Creates the store of one client's subscriptions. */
function createSubscriptions({ deps, hub, feed, output }: ClientOptions, blame: () => void) {
  const open = new Map<string, OpeningSubscription>();
  const end = (id: string): void => {
    const known = open.get(id);
    if (known === undefined) return;
    open.delete(id);
    hub.remove(known);
    feed.remove(known);
  };
  const fill = async (id: string, subscription: OpeningSubscription): Promise<void> => {
    const opened = await openSubscription(deps, subscription.filters);
    // The client may have ended the subscription meanwhile, or made another one with the same id.
    if (open.get(id) !== subscription) return;
    if (!opened.ok) {
      end(id);
      blame();
      output.send(closedMessage(id, opened.refusal));
      return;
    }
    const { deviceIds, live, stored } = opened.value;
    subscription.deviceIds = deviceIds;
    for (const event of stored) subscription.send(event, writeEvent(event));
    subscription.endOpening();
    output.send(eoseMessage(id));
    feed.add(subscription, live);
  };
  return {
    end,
    open: async (id: string, filters: readonly Filter[]): Promise<void> => {
      end(id);
      if (open.size >= MAX_SUBSCRIPTIONS) {
        output.send(closedMessage(id, TOO_MANY_SUBSCRIPTIONS));
        return;
      }
      const subscription = newSubscription(id, filters, output);
      // The subscription is registered before stored events are read, so that no event in between
      // is missed.
      open.set(id, subscription);
      hub.add(subscription);
      await fill(id, subscription);
    },
    endAll: (): void => {
      for (const id of [...open.keys()]) end(id);
    },
  };
}

interface OpeningSubscription extends Subscription, NotificationReader {
  /** To be called when all stored events have been sent to the subscription. */
  endOpening(): void;
}

function newSubscription(
  id: string,
  filters: readonly Filter[],
  output: ClientOutput,
): OpeningSubscription {
  // The ids of sent events are remembered until all stored ones are sent. An event that is written
  // meanwhile may come both as new and as stored.
  let seen: Set<string> | null = new Set();
  return {
    filters,
    deviceIds: [],
    answered: new Set(),
    send: (event, text) => {
      if (seen?.has(event.id)) return;
      seen?.add(event.id);
      output.send(eventMessage(id, text));
    },
    endOpening: () => {
      seen = null;
    },
    confirm: () => output.confirm(),
  };
}

const TOO_MANY_SUBSCRIPTIONS: RelayReason = {
  word: 'blocked',
  text: `a client has up to ${MAX_SUBSCRIPTIONS} subscriptions`,
};
const TOO_OFTEN: RelayReason = { word: 'rate-limited', text: 'too many messages' };
const TOO_LONG: RelayReason = { word: 'rate-limited', text: 'too many bytes' };
const FAULT: RelayReason = { word: 'error', text: 'try again in a moment' };

function refusalOf(message: ClientMessage, reason: RelayReason): string {
  return message.kind === 'event'
    ? refusedMessage(message.event.id, reason)
    : closedMessage(message.subscription, reason);
}

function complaintOf(problem: ClientMessageProblem): string {
  switch (problem.kind) {
    case 'unreadable':
      return noticeMessage(`unreadable: ${problem.reason.replaceAll('_', ' ')}`);
    case 'bad_event':
      return refusedMessage(problem.eventId, { word: 'invalid', text: 'this is no event' });
    case 'bad_req': {
      const word = problem.reason === 'unsupported' ? 'unsupported' : 'invalid';
      return closedMessage(problem.subscription, {
        word,
        text: problem.reason.replaceAll('_', ' '),
      });
    }
  }
}
