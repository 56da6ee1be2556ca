import assert from 'node:assert/strict';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type NostrEvent, toEvent, writeEvent } from '../../src/nostr/event.ts';
import { parseList } from '../../src/nostr/parse-json.ts';
import { RESPONSE_KIND } from '../../src/nwc/wire-kinds.ts';
import type { BenchApp } from './bench-app.ts';

/** An app at a relay. Like the SDKs, it subscribes to the answer of each request before it asks. */
export interface RelayClient {
  /** Sends a request, and resolves when the answer has come; throws if the answer is an error. */
  ask(request: NostrEvent): Promise<void>;
  close(): Promise<void>;
}

export async function openRelayClient(
  url: string,
  app: BenchApp,
  headers: Readonly<Record<string, string>> = {},
): Promise<RelayClient> {
  const socket = await openSocket(url, headers);
  const waiting = new Map<string, (answer: NostrEvent | null) => void>();
  socket.on('message', (data) => {
    const [name, subscription, value] = parseList(String(data)) ?? [];
    if (name === 'EVENT' && typeof subscription === 'string') {
      waiting.get(subscription)?.(toEvent(value));
      waiting.delete(subscription);
    }
    assert(name !== 'CLOSED' && name !== 'NOTICE', String(data));
  });
  return {
    ask: async (request) => {
      const subscription = request.id;
      const answered = new Promise<NostrEvent | null>((resolve) => {
        waiting.set(subscription, resolve);
      });
      const filter = { kinds: [RESPONSE_KIND], authors: [app.walletPubkey], '#e': [request.id] };
      socket.send(JSON.stringify(['REQ', subscription, filter]));
      socket.send(`["EVENT",${writeEvent(request)}]`);
      const answer = await answered;
      socket.send(JSON.stringify(['CLOSE', subscription]));
      assert(answer !== null, 'the answer is an event');
      const text = app.conversation.decrypt(answer.content, 'nip44_v2');
      assert(text.ok && /"result":/.test(text.value), text.ok ? text.value : text.refusal);
    },
    close: () => closeSocket(socket),
  };
}

export async function openSocket(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

export async function closeSocket(socket: WebSocket): Promise<void> {
  const closed = once(socket, 'close');
  socket.close();
  await closed;
}
