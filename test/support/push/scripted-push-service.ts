import assert from 'node:assert/strict';
import type { PushClient, PushReply, PushRequest } from '../../../src/push/push-client.ts';
import { type BrowserKeys, decryptMessage } from './browser-keys.ts';

export const TAKEN: PushReply = answer(201);

/** An answer of a push service with this status. */
export function answer(status: number, text = '', retryAfter: string | null = null): PushReply {
  return { kind: 'answered', status, text, retryAfter };
}

/** A message as the browser reads it. */
export interface ReadMessage {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly lang: string;
  readonly tag: string;
}

/** A push service that answers as it is told for each endpoint, and keeps what it was sent. */
export function scriptedPushService() {
  const requests: PushRequest[] = [];
  const replies = new Map<string, PushReply>();
  const pushClient: PushClient = {
    post: async (request) => {
      requests.push(request);
      return replies.get(request.endpoint) ?? TAKEN;
    },
  };
  return {
    pushClient,
    requests,
    reply: (endpoint: string, reply: PushReply) => void replies.set(endpoint, reply),
    /** Takes what was sent to an endpoint since the last time, as the browser reads it. */
    take: (endpoint: string, keys: BrowserKeys): readonly ReadMessage[] => {
      const sent = requests.filter((one) => one.endpoint === endpoint);
      for (const one of sent) requests.splice(requests.indexOf(one), 1);
      return sent.map(({ body }) => {
        const read = JSON.parse(decryptMessage(body, keys));
        assert.equal(read.web_push, 8030);
        return read.notification;
      });
    },
  };
}
