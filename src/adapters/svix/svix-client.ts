import { Agent, request } from 'undici';
import { cleanText } from '../../base/text.ts';
import { PublisherFault } from '../../webhook/publisher-port.ts';

/** The API of a Svix server, one call each; nothing here is sent twice by itself. */
export interface SvixClient {
  /** The answer, if its status is one of those; everything else is a PublisherFault. */
  call(call: SvixCall): Promise<SvixAnswer>;
  close(): Promise<void>;
}

export interface SvixCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below `/api/v1`, with its query. */
  readonly path: string;
  /** JSON text. */
  readonly body?: string;
  readonly accepts: readonly number[];
  readonly signal: AbortSignal;
}

export interface SvixAnswer {
  readonly status: number;
  /** Null when it is not JSON. */
  readonly body: unknown;
}

export interface SvixClientOptions {
  /** Without a slash at its end. The token goes nowhere else. */
  readonly url: string;
  readonly token: string;
  /** For a whole call. */
  readonly patienceMs?: number;
}

const PATIENCE_MS = 15_000;
const CONNECT_MS = 5000;
const CONNECTIONS = 64;
const MAX_ANSWER_BYTES = 262_144;
const MAX_DETAIL_LENGTH = 300;

/** What was asked for is wrong in itself. All other failures may pass. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 422]);

/** Redirects are not followed: they could lead the token away. */
export function openSvixClient(options: SvixClientOptions): SvixClient {
  const patienceMs = options.patienceMs ?? PATIENCE_MS;
  const dispatcher = new Agent({
    connect: { timeout: Math.min(CONNECT_MS, patienceMs) },
    connections: CONNECTIONS,
    allowH2: false,
    maxResponseSize: MAX_ANSWER_BYTES,
  });

  const exchange = async ({ method, path, body, signal }: SvixCall) => {
    const patience = AbortSignal.timeout(patienceMs);
    try {
      const answer = await request(`${options.url}/api/v1${path}`, {
        method,
        dispatcher,
        signal: AbortSignal.any([signal, patience]),
        headers: {
          authorization: `Bearer ${options.token}`,
          accept: 'application/json',
          'user-agent': 'satchel',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      });
      const retryAfter = answer.headers['retry-after'];
      return {
        status: answer.statusCode,
        retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
        text: await answer.body.text(),
      };
    } catch (cause) {
      throw new PublisherFault(
        'the Svix server does not answer',
        { reason: 'unavailable', status: null, isTimeout: patience.aborted, retryAfter: null },
        { cause },
      );
    }
  };

  return {
    call: async (call) => {
      const { status, retryAfter, text } = await exchange(call);
      if (call.accepts.includes(status)) return { status, body: parse(text) };
      const reason =
        status === 404 ? 'unknown_endpoint' : REFUSALS.has(status) ? 'refused' : 'unavailable';
      const said = cleanText(text.replaceAll(/\s+/g, ' '), MAX_DETAIL_LENGTH);
      throw new PublisherFault(`the Svix server answered ${status}: ${said}`, {
        reason,
        status,
        isTimeout: false,
        retryAfter,
      });
    },
    close: () => dispatcher.destroy(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
