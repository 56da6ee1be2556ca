/** Sends an event to a relay that a stranger has named, over a connection of its own. */

import { type MessageEvent, WebSocket } from 'undici';
import type { AddressRules } from '../../base/address-rules.ts';
import type { Clock } from '../../base/clock.ts';
import { BlockedAddress } from '../../system/guarded-connector/guarded-connector.ts';
import {
  openResolver,
  type ResolveHost,
  readHostsFile,
} from '../../system/guarded-connector/resolve-host.ts';
import type { NostrEvent } from '../event.ts';
import {
  MAX_RELAY_ANSWER_BYTES,
  MAX_RELAY_MESSAGES,
  RELAY_ANSWER_MS,
  RELAY_OPEN_MS,
} from '../limits.ts';
import { isRefusedForGood, readRelayAnswer } from '../relay-answer.ts';
import type { PublishResult, RelayPublisher } from '../relay-port.ts';
import { type Line, NotTried, openLine } from './line.ts';

export interface RelayPublisherOptions {
  readonly addresses: AddressRules;
  readonly clock: Clock;
  /** Resolves names; by default with the system's hosts file and name servers. */
  readonly resolve?: ResolveHost;
  /** Certificate authorities that are trusted instead of the system's, for tests. */
  readonly tlsCaPem?: string;
}

/**
 * Creates a publisher, which opens one connection for each event: zap receipts are few, and a
 * stranger's relay cannot keep a connection open.
 */
export function openRelayPublisher(options: RelayPublisherOptions): RelayPublisher {
  const resolve = options.resolve ?? openResolver({ hosts: readHostsFile() });
  return {
    publish: async (relay, event, signal) => {
      if (signal.aborted) return failed('stopped');
      const line = openLine({ ...options, resolve });
      try {
        return await talk(options.clock, line, relay, event, signal);
      } finally {
        await line.close();
      }
    },
  };
}

const failed = (reason: string): PublishResult => ({ kind: 'failed', reason });

/** Sends the event once the relay has answered the handshake, and waits for its answer. */
async function talk(
  clock: Clock,
  line: Line,
  relay: string,
  event: NostrEvent,
  signal: AbortSignal,
): Promise<PublishResult> {
  const over = new AbortController();
  const { promise, resolve } = Promise.withResolvers<PublishResult>();
  const endAfter = (ms: number, phase: AbortSignal, reason: string): void => {
    void clock.sleep(ms, phase).then(() => phase.aborted || resolve(failed(reason)));
  };
  signal.addEventListener('abort', () => resolve(failed('stopped')), { signal: over.signal });
  const opened = new AbortController();
  endAfter(RELAY_OPEN_MS, AbortSignal.any([opened.signal, over.signal]), 'it did not open in time');

  const socket = new WebSocket(relay, { dispatcher: line.agent });
  let messages = 0;
  socket.addEventListener('open', () => {
    opened.abort();
    line.bound(MAX_RELAY_ANSWER_BYTES, () => resolve(failed('it says too much')));
    endAfter(RELAY_ANSWER_MS, over.signal, 'it did not answer in time');
    socket.send(JSON.stringify(['EVENT', event]));
  });
  socket.addEventListener('message', (message) => {
    messages += 1;
    const result = readResult(message, event.id);
    if (result !== null) resolve(result);
    else if (messages >= MAX_RELAY_MESSAGES) resolve(failed('it says too much'));
  });
  socket.addEventListener('error', () => resolve(resultOf(line.failure())));
  socket.addEventListener('close', () => resolve(resultOf(line.failure())));
  try {
    return await promise;
  } finally {
    over.abort();
  }
}

function readResult({ data }: MessageEvent, eventId: string): PublishResult | null {
  const answer = typeof data === 'string' ? readRelayAnswer(data, eventId) : null;
  if (answer === null) return null;
  if (answer.isAccepted) return { kind: 'accepted' };
  return { kind: isRefusedForGood(answer) ? 'refused' : 'failed', reason: answer.message };
}

function resultOf(failure: Error | null): PublishResult {
  if (failure instanceof BlockedAddress || failure instanceof NotTried) {
    return { kind: 'refused', reason: 'its address may not be reached' };
  }
  return failed(failure === null ? 'it hung up' : failure.message);
}
