import { accept, type Result, refuse } from '../../base/result.ts';
import {
  type GuardedReply,
  type GuardedRequestsOptions,
  openGuardedRequests,
  type Unanswered,
} from '../../system/guarded-request.ts';
import {
  MAX_PROVIDER_ANSWER_BYTES,
  MAX_PROVIDER_HEADER_BYTES,
  PROVIDER_CALL_MS,
  PROVIDER_CONNECT_MS,
} from '../limits.ts';
import type { NoAnswer, OrderRequest, ProviderClient, ProviderRefusal } from '../provider.ts';
import { BadField, type Fields, isFields } from '../provider-fields.ts';
import { readProviderInfo, readProviderNo, readProviderOrder } from '../read-provider-answer.ts';

export type ProviderClientOptions = Omit<GuardedRequestsOptions, 'connectMs' | 'maxHeaderBytes'>;

export interface OpenProviderClient extends ProviderClient {
  /** Drops all connections to providers. */
  close(): Promise<void>;
}

const HEADERS = { accept: 'application/json', 'user-agent': 'satchel-lsps1/1' };
const JSON_HEADERS = { ...HEADERS, 'content-type': 'application/json' };

/**
 * Speaks LSPS1 as providers serve it over HTTPS: one path for each method, below the URL that the
 * operator entered. The public key of our node, which the bLIP takes from the Lightning connection,
 * is a field of the order here.
 */
export function openProviderClient(options: ProviderClientOptions): OpenProviderClient {
  const requests = openGuardedRequests({
    ...options,
    connectMs: PROVIDER_CONNECT_MS,
    maxHeaderBytes: MAX_PROVIDER_HEADER_BYTES,
  });
  const bounds = { maxBytes: MAX_PROVIDER_ANSWER_BYTES, totalMs: PROVIDER_CALL_MS };
  const get = (url: string, signal: AbortSignal) =>
    requests.ask({ ...bounds, method: 'GET', url, headers: HEADERS, redirects: 0, signal });
  return {
    getInfo: async (url, signal) =>
      readReply(await get(`${url}/get_info`, signal), readProviderInfo),
    createOrder: async (url, request, signal) =>
      readReply(
        await requests.ask({
          ...bounds,
          method: 'POST',
          url: `${url}/create_order`,
          headers: JSON_HEADERS,
          body: JSON.stringify(orderBody(request)),
          signal,
        }),
        readProviderOrder,
      ),
    getOrder: async (url, name, signal) =>
      readReply(
        await get(`${url}/get_order?order_id=${encodeURIComponent(name)}`, signal),
        readProviderOrder,
      ),
    close: requests.close,
  };
}

const orderBody = (request: OrderRequest) => ({
  public_key: request.pubkey,
  lsp_balance_sat: String(request.sizeSat),
  client_balance_sat: '0',
  required_channel_confirmations: request.confirmations,
  funding_confirms_within_blocks: request.fundingBlocks,
  channel_expiry_blocks: request.expiryBlocks,
  token: '',
  refund_onchain_address: request.refundAddress,
  // The channel has to be public: our invoices contain no routing hints, so payers would find no
  // way through a private one.
  announce_channel: true,
});

function readReply<T>(reply: GuardedReply, read: (body: Fields) => T): Result<T, ProviderRefusal> {
  if (reply.kind === 'unanswered') return refuse({ kind: 'unanswered', why: WHY[reply.why] });
  const { status, content } = reply;
  const body = content === null ? null : parse(content);
  if (status >= 400) return refuse(readProviderNo(status, body));
  if (!isFields(body)) return refuse({ kind: 'bad_answer', field: 'JSON' });
  if (isFields(body['error'])) return refuse(readProviderNo(status, body));
  try {
    return accept(read(body));
  } catch (error) {
    if (!(error instanceof BadField)) throw error;
    return refuse({ kind: 'bad_answer', field: error.field });
  }
}

const WHY: Readonly<Record<Unanswered['why'], NoAnswer>> = {
  blocked: 'blocked',
  unknown_host: 'unknown_host',
  no_connection: 'no_connection',
  timeout: 'timeout',
  too_large: 'too_large',
  bad_redirect: 'redirect',
};

/** Parses JSON; null for a text that is not JSON. */
function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
