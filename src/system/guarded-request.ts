/**
 * Sends requests to servers that users and strangers have chosen, within limits of time, size and
 * redirects.
 */

import { Agent, type Dispatcher, errors, request } from 'undici';
import type { AddressRules } from '../base/address-rules.ts';
import type { Clock } from '../base/clock.ts';
import { readOutboundUrl } from '../base/outbound-url.ts';
import { PLAIN_ANSWERS, readContent } from './guarded-connector/decode-content.ts';
import { BlockedAddress, guardedConnector } from './guarded-connector/guarded-connector.ts';
import {
  openResolver,
  type ResolveHost,
  readHostsFile,
  UnresolvedHost,
} from './guarded-connector/resolve-host.ts';

export interface GuardedRequestsOptions {
  readonly addresses: AddressRules;
  readonly clock: Clock;
  /** Resolves names; by default with the system's hosts file and name servers. */
  readonly resolve?: ResolveHost;
  /** Certificate authorities that replace the system's. */
  readonly tlsCaPem?: string;
  /** The time limit for name lookup, connection and TLS together. */
  readonly connectMs: number;
  readonly maxHeaderBytes: number;
}

export interface GuardedRequests {
  /**
   * Sends a request. It never rejects: the reply tells what the other side did, or why there is
   * none.
   */
  ask(order: GuardedRequest): Promise<GuardedReply>;
  /** Drops every connection that is open. */
  close(): Promise<void>;
}

/**
 * A request. The caller has checked its URL by `readOutboundUrl`; in any case, addresses are
 * checked again at each connection.
 */
export type GuardedRequest = {
  readonly url: string;
  /**
   * Headers that are sent to every server that redirects lead to, so none may contain a secret for
   * the first server.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** The most bytes of the answer's body, both as it is sent and decompressed. */
  readonly maxBytes: number;
  /** The time limit for names, connections, redirects and the whole answer together. */
  readonly totalMs: number;
  readonly signal: AbortSignal;
} & (
  | { readonly method: 'GET'; readonly redirects: number }
  /** Redirects of a POST are not followed, as it is never sent twice. */
  | { readonly method: 'POST'; readonly body: string | Uint8Array }
);

export type GuardedReply = GuardedAnswer | Unanswered;

export interface GuardedAnswer {
  readonly kind: 'answered';
  readonly status: number;
  /** The decompressed content of the body; null where its coding is unknown or broken. */
  readonly content: Uint8Array | null;
  /**
   * The header `Retry-After`, by which a server says when to come back (RFC 9110, 10.2.3): a number
   * of seconds or a date. Null for none.
   */
  readonly retryAfter: string | null;
}

export interface Unanswered {
  readonly kind: 'unanswered';
  readonly why:
    | 'blocked'
    | 'unknown_host'
    | 'no_connection'
    | 'timeout'
    | 'too_large'
    | 'bad_redirect';
  /** What the operating system or the server reported about the failure, for logs. */
  readonly detail: string;
}

/**
 * The time for which idle connections are kept: a second request to the same server often comes a
 * moment after the first answer.
 */
const IDLE_MS = 4000;

/**
 * Creates a sender of requests, without proxy, cookies or HTTP/2. Outside the networks that the
 * operator has listed, only https and its port are allowed.
 */
export function openGuardedRequests(options: GuardedRequestsOptions): GuardedRequests {
  const { addresses, clock, connectMs, maxHeaderBytes } = options;
  const agent = new Agent({
    connect: guardedConnector({
      addresses,
      resolve: options.resolve ?? openResolver({ hosts: readHostsFile() }),
      connectMs,
      tlsCaPem: options.tlsCaPem ?? null,
      publicPorts: 'https',
    }),
    allowH2: false,
    maxHeaderSize: maxHeaderBytes,
    // The HTTP client's own time limits are off, as each request has a deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  return {
    async ask(order) {
      const ended = new AbortController();
      const late = new AbortController();
      void clock.sleep(order.totalMs, ended.signal).then(() => late.abort());
      const signal = AbortSignal.any([late.signal, order.signal]);
      try {
        return await follow({ agent, addresses }, { ...order, signal });
      } catch (error) {
        const detail = error instanceof Error ? error.message : String(error);
        return no(signal.aborted ? 'timeout' : reasonOf(error), detail);
      } finally {
        ended.abort();
      }
    },
    close: () => agent.destroy(),
  };
}

interface Way {
  readonly agent: Agent;
  readonly addresses: AddressRules;
}

/** Follows redirects. Every URL is checked as the first one was, and https is never left. */
async function follow(way: Way, order: GuardedRequest): Promise<GuardedReply> {
  const { method, headers, signal, maxBytes } = order;
  const redirects = order.method === 'GET' ? order.redirects : 0;
  let { url } = order;
  for (let hops = 0; ; hops += 1) {
    const answer = await request(url, {
      dispatcher: way.agent,
      method,
      headers: { ...headers, ...PLAIN_ANSWERS },
      body: order.method === 'POST' ? order.body : null,
      signal,
    });
    if (!REDIRECTS.has(answer.statusCode)) return await readAnswer(answer, maxBytes);
    // Destroying the body of a redirect's answer raises an error event, which can be ignored.
    answer.body.on('error', () => undefined).destroy();
    if (hops === redirects) return no('bad_redirect', `it redirects more than ${redirects} times`);
    const next = nextUrl(way, url, answer.headers['location']);
    if (next === null) return no('bad_redirect', 'it redirects to where it may not');
    url = next;
  }
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function nextUrl(
  { addresses }: Way,
  from: string,
  location: string | string[] | undefined,
): string | null {
  if (typeof location !== 'string') return null;
  const next = URL.parse(location, from);
  if (next === null) return null;
  // The part of a URL behind `#` stays in the browser (RFC 9110, 10.2.2).
  next.hash = '';
  if (from.startsWith('https:') && next.protocol !== 'https:') return null;
  return readOutboundUrl(next.href, { addresses }).ok ? next.href : null;
}

async function readAnswer(answer: Dispatcher.ResponseData, maxBytes: number) {
  const content = await readContent(answer, maxBytes);
  if (content === 'too_large') return no('too_large', `it is longer than ${maxBytes} bytes`);
  const after = answer.headers['retry-after'];
  const retryAfter = typeof after === 'string' ? after : null;
  return { kind: 'answered', status: answer.statusCode, content, retryAfter } as const;
}

const no = (why: Unanswered['why'], detail: string): Unanswered => ({
  kind: 'unanswered',
  why,
  detail,
});

function reasonOf(error: unknown): Unanswered['why'] {
  if (error instanceof BlockedAddress) return 'blocked';
  if (error instanceof UnresolvedHost) return 'unknown_host';
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HeadersOverflowError) return 'too_large';
  return 'no_connection';
}
