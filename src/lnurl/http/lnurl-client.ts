/** Sends a request to a payee's server over HTTP, and parses its answer as JSON. */

import {
  type GuardedAnswer,
  type GuardedRequestsOptions,
  openGuardedRequests,
} from '../../system/guarded-request.ts';
import {
  LNURL_CALL_MS,
  LNURL_CONNECT_MS,
  MAX_LNURL_ANSWER_BYTES,
  MAX_LNURL_HEADER_BYTES,
  MAX_LNURL_REDIRECTS,
} from '../limits.ts';
import type { LnurlClient, LnurlReply } from '../lnurl-client.ts';
import type { NoAnswer } from '../lnurl-refusals.ts';

export type LnurlClientOptions = Omit<GuardedRequestsOptions, 'connectMs' | 'maxHeaderBytes'>;

export interface OpenLnurlClient extends LnurlClient {
  /** Closes all open connections. */
  close(): Promise<void>;
}

const HEADERS = { accept: 'application/json', 'user-agent': 'satchel-lnurl/1' };

export function openLnurlClient(options: LnurlClientOptions): OpenLnurlClient {
  const requests = openGuardedRequests({
    ...options,
    connectMs: LNURL_CONNECT_MS,
    maxHeaderBytes: MAX_LNURL_HEADER_BYTES,
  });
  return {
    async get(url, signal) {
      const reply = await requests.ask({
        method: 'GET',
        url,
        headers: HEADERS,
        maxBytes: MAX_LNURL_ANSWER_BYTES,
        totalMs: LNURL_CALL_MS,
        redirects: MAX_LNURL_REDIRECTS,
        signal,
      });
      return reply.kind === 'answered' ? readAnswer(reply) : no(reply.why);
    },
    close: requests.close,
  };
}

function readAnswer({ status, content }: GuardedAnswer): LnurlReply {
  const body = content === null ? undefined : parse(content);
  if (body !== undefined) return { kind: 'answered', status, body };
  if (status >= 500) return no('server_error');
  return no(status === 404 ? 'not_found' : 'not_json');
}

/** Parses JSON; undefined for any other text, because null is a JSON value. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

const no = (why: NoAnswer): LnurlReply => ({ kind: 'unanswered', why });
