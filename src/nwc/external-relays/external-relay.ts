import type { Clock } from '../../base/clock.ts';
import { MAX_CLIENT_MESSAGE_BYTES } from '../../base/limits.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { NostrEvent } from '../../nostr/event.ts';
import { type RelayMessage, readRelayMessage } from '../../nostr/read-relay-message.ts';
import type { OpenRelayLine, RelayLine } from '../../nostr/relay-line-port.ts';
import {
  EXTERNAL_ANSWER_MS,
  EXTERNAL_OPEN_MS,
  EXTERNAL_PROOF_UNITS,
  EXTERNAL_SILENCE_MS,
  EXTERNAL_UNITS_PER_SEC,
  MAX_EXTERNAL_UNITS,
  MAX_EXTERNAL_WAITING,
} from '../limits.ts';
import { createReadingBudget } from './reading-budget.ts';
import { openSubscriptions, type RelaySubscriptions } from './relay-subscriptions.ts';
import type { WatchedKeys } from './watched-keys.ts';

export interface ExternalRelayDeps {
  readonly openLine: OpenRelayLine;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** Called by a connection to a relay to hand over what the relay sends. */
export interface Conversation {
  readonly relay: string;
  readonly keys: WatchedKeys;
  opened(open: OpenRelay): void;
  /**
   * Called with an event for one of our subscriptions. Returns whether its signature was checked,
   * because that costs more of the relay's reading budget.
   */
  offered(event: NostrEvent, subscription: string, isStored: boolean): boolean;
  /** Called with the relay's answer to an event that we sent. */
  answered(eventId: string, isAccepted: boolean, reason: string): void;
}

/** A connected relay; it must not be used after its connection has ended. */
export interface OpenRelay {
  sync(): void;
  /**
   * Sends an event to the relay.
   *
   * @param eventText A signed event as JSON text.
   */
  publish(eventText: string): void;
}

/**
 * Talks with a relay over one connection until the connection ends or the signal aborts. Returns
 * why the connection ended.
 */
export async function runRelaySession(
  deps: ExternalRelayDeps,
  conversation: Conversation,
  signal: AbortSignal,
): Promise<string> {
  const { clock, openLine } = deps;
  const over = new AbortController();
  const { promise: ended, resolve: end } = Promise.withResolvers<string>();
  signal.addEventListener('abort', () => end('stopped'), { signal: over.signal });
  if (signal.aborted) return 'stopped';
  const opening = new AbortController();
  const line: RelayLine = openLine(conversation.relay, {
    opened: () => {
      opening.abort();
      if (over.signal.aborted) return;
      conversation.opened({
        sync: subscriptions.sync,
        publish: (eventText) => line.send(`["EVENT",${eventText}]`),
      });
      subscriptions.sync();
      void endSilence(clock, reader, subscriptions, over.signal).then(() => {
        end('it went silent');
      });
    },
    heard: (text) => reader.read(text),
    ended: end,
  });
  const subscriptions = openSubscriptions({
    ...deps,
    keys: conversation.keys,
    send: (text) => line.send(text),
    over: over.signal,
  });
  const reader = openReader(deps, { conversation, line, subscriptions, over: over.signal });
  void clock.sleep(EXTERNAL_OPEN_MS, AbortSignal.any([opening.signal, over.signal])).then(() => {
    if (!opening.signal.aborted) end('it did not open in time');
  });
  try {
    return await ended;
  } finally {
    over.abort();
    line.cut();
  }
}

interface Reader {
  read(text: string): void;
  /** When the relay last sent a message, on the monotonic clock. */
  heardAtMs(): number;
}

interface ReaderOptions {
  readonly conversation: Conversation;
  readonly line: RelayLine;
  readonly subscriptions: RelaySubscriptions;
  readonly over: AbortSignal;
}

/**
 * Creates a reader that handles one message after the other. If messages cost more than the reading
 * budget, nothing further is read from the relay for a while.
 */
function openReader({ clock }: ExternalRelayDeps, options: ReaderOptions): Reader {
  const { line, over } = options;
  const budget = createReadingBudget(clock, {
    perSec: EXTERNAL_UNITS_PER_SEC,
    max: MAX_EXTERNAL_UNITS,
  });
  let waiting: string[] = [];
  let isReading = false;
  let heardAtMs = clock.monotonicMs();

  const readAll = async (): Promise<void> => {
    isReading = true;
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      await budget.take(1 + Math.floor(text.length / 4096), over);
      if (over.aborted) break;
      const hasProven = handle(options, text);
      if (hasProven) await budget.take(EXTERNAL_PROOF_UNITS, over);
    }
    isReading = false;
    if (over.aborted) waiting = [];
    else line.hold(false);
  };
  return {
    heardAtMs: () => heardAtMs,
    read: (text) => {
      heardAtMs = clock.monotonicMs();
      if (over.aborted) return;
      waiting.push(text);
      if (waiting.length === MAX_EXTERNAL_WAITING) line.hold(true);
      if (!isReading) void readAll();
    },
  };
}

/** Handles a message of the relay. Returns whether a signature was checked for it. */
function handle({ conversation, subscriptions }: ReaderOptions, text: string): boolean {
  // Longer messages are dropped. No valid request is longer, and anyone can send events to our
  // keys.
  if (text.length > MAX_CLIENT_MESSAGE_BYTES) return false;
  const message: RelayMessage | null = readRelayMessage(text);
  switch (message?.kind) {
    case 'event': {
      const { subscription, event } = message;
      const isLive = subscriptions.isLive(subscription);
      return isLive !== null && conversation.offered(event, subscription, !isLive);
    }
    case 'ok':
      conversation.answered(message.eventId, message.isAccepted, message.reason);
      return false;
    case 'eose':
      subscriptions.reached(message.subscription);
      return false;
    case 'closed':
      subscriptions.closed(message.subscription);
      return false;
    default:
      return false;
  }
}

/**
 * Waits until the relay has been silent for too long, asks it something, and ends the connection
 * when it does not answer.
 */
async function endSilence(
  clock: Clock,
  reader: Reader,
  subscriptions: RelaySubscriptions,
  over: AbortSignal,
): Promise<void> {
  while (!over.aborted) {
    const silentMs = clock.monotonicMs() - reader.heardAtMs();
    if (silentMs < EXTERNAL_SILENCE_MS) {
      await clock.sleep(EXTERNAL_SILENCE_MS - silentMs, over);
      continue;
    }
    const askedAtMs = clock.monotonicMs();
    if (!subscriptions.recheckPayment()) {
      await clock.sleep(EXTERNAL_SILENCE_MS, over);
      continue;
    }
    await clock.sleep(EXTERNAL_ANSWER_MS, over);
    if (reader.heardAtMs() < askedAtMs) return;
  }
}
