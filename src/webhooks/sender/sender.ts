/** Sends webhooks over HTTP, with connections that are kept for each receiver. */

import type { Socket } from 'node:net';
import { Agent, type Dispatcher, errors } from 'undici';
import type { AddressRules } from '../../base/address-rules.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_WEBHOOK_HEADER_BYTES } from '../../base/limits.ts';
import { PLAIN_ANSWERS } from '../../system/guarded-connector/decode-content.ts';
import { guardedConnector } from '../../system/guarded-connector/guarded-connector.ts';
import {
  openResolver,
  type ResolveHost,
  readHostsFile,
} from '../../system/guarded-connector/resolve-host.ts';
import { DELIVERY_HEADER } from '../delivery.ts';
import {
  WEBHOOK_ATTEMPT_MS,
  WEBHOOK_BODY_MS,
  WEBHOOK_CONNECT_MS,
  WEBHOOK_STALE_MS,
} from '../limits.ts';
import type { WebhookPost, WebhookSender } from '../sender-port.ts';
import { createAbortWatch } from './abort-watch.ts';
import { openDeadlines } from './deadlines.ts';
import { errorClassOf } from './error-class.ts';
import { beginExchange, type Exchange, type Outcome } from './exchange.ts';

export interface WebhookSenderOptions {
  readonly addresses: AddressRules;
  readonly clock: Clock;
  /** Resolves names; by default with the system's hosts file and name servers. */
  readonly resolve?: ResolveHost;
  /** Certificate authorities that replace the system's. */
  readonly tlsCaPem?: string;
  readonly connectMs?: number;
}

export interface OpenWebhookSender extends WebhookSender {
  /** Drops every connection, after the last attempt. */
  close(): Promise<void>;
}

const USER_AGENT = 'satchel-webhooks/1';
/**
 * The time for which idle connections are kept, and the longest such time where a receiver promises
 * to keep its connections longer.
 */
const IDLE_MS = 4000;
const MAX_IDLE_MS = 30_000;

/**
 * Opens a sender of webhooks, without proxy, cookies or HTTP/2. Its connections are limited only by
 * the number of attempts at the same time.
 */
export function openWebhookSender(options: WebhookSenderOptions): OpenWebhookSender {
  const { clock, addresses } = options;
  const served = new WeakSet<Error>();
  const watchAbort = createAbortWatch();
  const connect = guardedConnector({
    addresses,
    resolve: options.resolve ?? openResolver({ hosts: readHostsFile() }),
    connectMs: options.connectMs ?? WEBHOOK_CONNECT_MS,
    tlsCaPem: options.tlsCaPem ?? null,
    publicPorts: 'any',
    onConnected: (socket) => noteServedErrors(socket, served),
  });
  const agent = new Agent({
    connect,
    allowH2: false,
    maxHeaderSize: MAX_WEBHOOK_HEADER_BYTES,
    // The HTTP client's own time limits are off, as the whole attempt and its body have deadlines.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
  });
  const deadlines = openDeadlines(clock, WEBHOOK_ATTEMPT_MS);
  const bodyDeadlines = openDeadlines(clock, WEBHOOK_BODY_MS);

  /**
   * Whether a failure was due to a stale connection: a receiver may close an idle connection just
   * as it is reused, and has then seen no request.
   */
  const wasStale = (outcome: Outcome): boolean => {
    if (outcome.kind === 'answered' || !outcome.isUnanswered) return false;
    const { error } = outcome;
    if (error instanceof errors.SocketError) return (error.socket?.bytesRead ?? 0) > 0;
    return error instanceof Error && served.has(error);
  };

  return {
    async send(post) {
      const startedMs = clock.monotonicMs();
      const elapsedMs = (): number => Math.round(clock.monotonicMs() - startedMs);
      if (post.signal.aborted) return { kind: 'failed', errorClass: 'timeout', durationMs: 0 };
      const request = requestOf(post);
      let exchange: Exchange = beginExchange(agent, request, bodyDeadlines);
      const cut = (): void => exchange.cut();
      const forgetDeadline = deadlines.watch(cut);
      const forgetAbort = watchAbort(post.signal, cut);
      let outcome = await exchange.done;
      if (wasStale(outcome) && elapsedMs() < WEBHOOK_STALE_MS && !post.signal.aborted) {
        // The second try gets a new connection: the HTTP client uses the first free place in its
        // list of connections, which is that of the broken one.
        exchange = beginExchange(agent, request, bodyDeadlines);
        outcome = await exchange.done;
      }
      forgetDeadline();
      forgetAbort();
      const durationMs = elapsedMs();
      if (outcome.kind === 'answered') return { ...outcome, durationMs };
      return { kind: 'failed', errorClass: errorClassOf(outcome.error), durationMs };
    },
    async close() {
      deadlines.close();
      bodyDeadlines.close();
      await agent.destroy();
    },
  };
}

function requestOf({ url, headers, body }: WebhookPost): Dispatcher.DispatchOptions {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: pathname + search,
    method: 'POST',
    headers: { ...headers, 'user-agent': USER_AGENT, ...PLAIN_ANSWERS, [DELIVERY_HEADER]: '1' },
    body,
  };
}

/**
 * Notes errors that end a connection on which the receiver has answered before. They show that the
 * connection was stale.
 */
function noteServedErrors(socket: Socket, served: WeakSet<Error>): void {
  socket.on('error', (error) => {
    if (socket.bytesRead > 0) served.add(error);
  });
}
