import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { hashPreimage } from '../../src/lightning/preimage.ts';
import { type NostrEvent, readEvent } from '../../src/nostr/event.ts';
import { tagsOf } from '../../src/nostr/tags.ts';
import { field, listOf, textField } from '../support/fields.ts';
import type { Answer } from './answer.ts';
import type { AppKeys } from './app-keys.ts';

/** Apps over Nostr Wallet Connect, with a socket each that is opened again when it has ended. */
export interface RelayClient {
  /** Null when no answer came: no one knows what became of the request. */
  ask(keys: AppKeys, event: NostrEvent): Promise<Answer | null>;
  close(): void;
}

/** Longer than a request may wait until it is begun, as nothing is answered before its end. */
const ANSWER_LIMIT_MS = 40_000;

export function openRelayClient(baseUrl: string): RelayClient {
  const sockets = new Map<string, Promise<AppSocket | null>>();
  const socketOf = async (keys: AppKeys): Promise<AppSocket | null> => {
    const known = await sockets.get(keys.clientPubkey);
    if (known?.isOpen() === true) return known;
    const opened = openAppSocket(`${baseUrl.replace(/^http/, 'ws')}/relay`, keys);
    sockets.set(keys.clientPubkey, opened);
    return await opened;
  };
  return {
    ask: async (keys, event) => {
      const socket = await socketOf(keys);
      return (await socket?.ask(event)) ?? null;
    },
    close: () => {
      for (const socket of sockets.values()) void socket.then((one) => one?.end());
    },
  };
}

interface AppSocket {
  isOpen(): boolean;
  ask(event: NostrEvent): Promise<Answer | null>;
  end(): void;
}

async function openAppSocket(url: string, keys: AppKeys): Promise<AppSocket | null> {
  const socket = new WebSocket(url);
  socket.on('error', () => undefined);
  const waiting = new Map<string, Set<(answer: Answer | null) => void>>();
  const tell = (eventId: string, answer: Answer | null): void => {
    for (const hear of waiting.get(eventId) ?? []) hear(answer);
    waiting.delete(eventId);
  };
  socket.on('message', (data) => {
    const [name, id, third] = listOf(JSON.parse(String(data)));
    if (name === 'OK' && third === false) tell(String(id), null);
    // Without its subscription no one would be told of an answer.
    if (name === 'CLOSED') {
      const named = [...waiting.keys()].filter((eventId) => nameOf(eventId) === id);
      for (const eventId of named) tell(eventId, null);
    }
    if (name !== 'EVENT') return;
    const answer = readEvent(JSON.stringify(third));
    if (!answer.ok) throw new Error('an answer that no one has signed');
    tell(tagsOf(answer.value, 'e')[0]?.[1] ?? '', toAnswer(keys, answer.value));
  });
  socket.on('close', () => {
    for (const eventId of [...waiting.keys()]) tell(eventId, null);
  });
  const opened = once(socket, 'open').then(() => true);
  if (!(await opened.catch(() => false))) return null;
  return {
    isOpen: () => socket.readyState === WebSocket.OPEN,
    ask: async (event) => {
      const enough = new AbortController();
      const heard = new Promise<Answer | null>((resolve) => {
        const all = waiting.get(event.id) ?? new Set();
        waiting.set(event.id, all.add(resolve));
      });
      const filter = { kinds: [23_195], authors: [keys.walletPubkey], '#e': [event.id] };
      const name = nameOf(event.id);
      socket.send(JSON.stringify(['REQ', name, filter]));
      socket.send(JSON.stringify(['EVENT', event]));
      const over = wait(ANSWER_LIMIT_MS, null, { signal: enough.signal }).catch(() => null);
      const answer = await Promise.race([heard, over]);
      enough.abort();
      if (!waiting.has(event.id)) socket.send(JSON.stringify(['CLOSE', name]));
      return answer;
    },
    end: () => socket.terminate(),
  };
}

/** The name of the subscription to the answer of a request. */
const nameOf = (eventId: string): string => eventId.slice(0, 32);

/** In the words of the Wallet API, so that one model reads the answers of all. */
function toAnswer({ conversation }: AppKeys, event: NostrEvent): Answer {
  const text = conversation.decrypt(event.content, 'nip44_v2');
  if (!text.ok) throw new Error('an answer that its app cannot read');
  const body: unknown = JSON.parse(text.value);
  const result = field(body, 'result');
  const answer_id = event.id;
  if (result === undefined) return { status: 400, body: { ...errorOf(body), answer_id } };
  const preimage = field(result, 'preimage');
  if (typeof preimage !== 'string') return { status: 200, body: { result, answer_id } };
  const payment_hash = hashPreimage(Buffer.from(preimage, 'hex'));
  return { status: 200, body: { payment_hash, answer_id } };
}

function errorOf(body: unknown): object {
  const error = field(body, 'error');
  return { code: textField(error, 'code'), message: textField(error, 'message') };
}
