/** Asks the server of a payee over HTTP, within limits of time, size and redirects. */

import { Agent, type Dispatcher, errors, request } from 'undici';
import type { AddressRules } from '../../base/address-rules.ts';
import type { Clock } from '../../base/clock.ts';
import { decodeContent, PLAIN_ANSWERS } from '../../system/guarded-connector/decode-content.ts';
import {
  BlockedAddress,
  guardedConnector,
} from '../../system/guarded-connector/guarded-connector.ts';
import {
  openResolver,
  type ResolveHost,
  readHostsFile,
  UnresolvedHost,
} from '../../system/guarded-connector/resolve-host.ts';
import {
  LNURL_CALL_MS,
  LNURL_CONNECT_MS,
  MAX_LNURL_ANSWER_BYTES,
  MAX_LNURL_HEADER_BYTES,
  MAX_LNURL_REDIRECTS,
} from '../limits.ts';
import type { LnurlClient, LnurlReply } from '../lnurl-client.ts';
import type { NoAnswer } from '../lnurl-refusals.ts';
import { readOutboundUrl } from '../outbound-url.ts';

export interface LnurlClientOptions {
  readonly addresses: AddressRules;
  readonly clock: Clock;
  /** How names become addresses; by default by the system's hosts file and name servers. */
  readonly resolve?: ResolveHost;
  /** Certificate authorities that replace the system's. */
  readonly tlsCaPem?: string;
}

export interface OpenLnurlClient extends LnurlClient {
  /** Drops every connection. */
  close(): Promise<void>;
}

const HEADERS = {
  accept: 'application/json',
  'user-agent': 'satchel-lnurl/1',
  ...PLAIN_ANSWERS,
};
/** The callback is asked for a moment after the first answer. */
const IDLE_MS = 4000;

/** No proxy, no cookies, no HTTP/2. */
export function openLnurlClient(options: LnurlClientOptions): OpenLnurlClient {
  const { addresses, clock } = options;
  const agent = new Agent({
    connect: guardedConnector({
      addresses,
      resolve: options.resolve ?? openResolver({ hosts: readHostsFile() }),
      connectMs: LNURL_CONNECT_MS,
      tlsCaPem: options.tlsCaPem ?? null,
      publicPorts: 'https',
    }),
    allowH2: false,
    maxHeaderSize: MAX_LNURL_HEADER_BYTES,
    // The whole question has its own deadline.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
  });
  return {
    async get(url, signal) {
      const ended = new AbortController();
      const late = new AbortController();
      void clock.sleep(LNURL_CALL_MS, ended.signal).then(() => late.abort());
      try {
        return await follow({ agent, addresses }, url, AbortSignal.any([late.signal, signal]));
      } catch (error) {
        const isCut = late.signal.aborted || signal.aborted;
        return { kind: 'unanswered', why: isCut ? 'timeout' : reasonOf(error) };
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

/** Every hop is judged like the first one, and https is never left. */
async function follow(way: Way, first: string, signal: AbortSignal): Promise<LnurlReply> {
  let url = first;
  for (let hops = 0; ; hops += 1) {
    const answer = await request(url, {
      dispatcher: way.agent,
      method: 'GET',
      headers: HEADERS,
      signal,
    });
    if (!REDIRECTS.has(answer.statusCode)) return await readAnswer(answer);
    // Destroying it is told as an error, which is none here.
    answer.body.on('error', () => undefined).destroy();
    const { location } = answer.headers;
    const next = nextUrl(way, url, location);
    if (next === null || hops === MAX_LNURL_REDIRECTS) return no('bad_redirect');
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
  // A fragment stays in the browser (RFC 9110, 10.2.2).
  next.hash = '';
  if (from.startsWith('https:') && next.protocol !== 'https:') return null;
  return readOutboundUrl(next.href, { addresses }).ok ? next.href : null;
}

async function readAnswer({
  statusCode: status,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<LnurlReply> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > MAX_LNURL_ANSWER_BYTES) return no('too_large');
    chunks.push(chunk);
  }
  const coding = headers['content-encoding'];
  const content = decodeContent(Buffer.concat(chunks), coding, MAX_LNURL_ANSWER_BYTES);
  if (content === 'too_large') return no('too_large');
  const parsed = content === null ? undefined : parse(content);
  if (parsed !== undefined) return { kind: 'answered', status, body: parsed };
  if (status >= 500) return no('server_error');
  return no(status === 404 ? 'not_found' : 'not_json');
}

/** Undefined, which JSON cannot say, for what is none. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const no = (why: NoAnswer): LnurlReply => ({ kind: 'unanswered', why });

function reasonOf(error: unknown): NoAnswer {
  if (error instanceof BlockedAddress) return 'blocked';
  if (error instanceof UnresolvedHost) return 'unknown_host';
  if (error instanceof errors.ConnectTimeoutError) return 'timeout';
  if (error instanceof errors.HeadersOverflowError) return 'too_large';
  return 'no_connection';
}
