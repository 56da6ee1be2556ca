/** Sends push messages over HTTP, only to addresses that the operator allows. */

import { type GuardedRequestsOptions, openGuardedRequests } from '../../system/guarded-request.ts';
import {
  MAX_PUSH_ANSWER_BYTES,
  MAX_PUSH_HEADER_BYTES,
  PUSH_CALL_MS,
  PUSH_CONNECT_MS,
} from '../limits.ts';
import type { PushClient } from '../push-client.ts';

export interface OpenPushClient extends PushClient {
  /** Closes all open connections. */
  close(): Promise<void>;
}

export type PushClientOptions = Omit<GuardedRequestsOptions, 'connectMs' | 'maxHeaderBytes'>;

export function openPushClient(options: PushClientOptions): OpenPushClient {
  const requests = openGuardedRequests({
    ...options,
    connectMs: PUSH_CONNECT_MS,
    maxHeaderBytes: MAX_PUSH_HEADER_BYTES,
  });
  return {
    post: async ({ endpoint, body, authorization, ttlSec, urgency, topic }, signal) => {
      const reply = await requests.ask({
        method: 'POST',
        url: endpoint,
        headers: {
          authorization,
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(ttlSec),
          urgency,
          ...(topic === null ? {} : { topic }),
        },
        body,
        maxBytes: MAX_PUSH_ANSWER_BYTES,
        totalMs: PUSH_CALL_MS,
        signal,
      });
      if (reply.kind === 'unanswered') return { kind: 'unanswered', detail: reply.why };
      const { status, content, retryAfter } = reply;
      return {
        kind: 'answered',
        status,
        text: utf8.decode(content ?? new Uint8Array()),
        retryAfter,
      };
    },
    close: requests.close,
  };
}

const utf8 = new TextDecoder();
