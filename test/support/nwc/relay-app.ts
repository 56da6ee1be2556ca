import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as nip04 from 'nostr-tools/nip04';
import * as nip44 from 'nostr-tools/nip44';
import { finalizeEvent, getPublicKey, type NostrEvent, verifyEvent } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import { eventually } from '../eventually.ts';
import { field, listOf, textField } from '../fields.ts';
import type { RunningService } from '../running-service.ts';

/** An app with a connection, written with nostr-tools and a bare socket. */
export interface RelayApp {
  readonly pubkey: string;
  readonly walletPubkey: string;
  readonly socket: RelaySocket;
  /** Signs a request without sending it. */
  request(method: string, params?: object, input?: RequestInput): NostrEvent;
  /** Sends a request, and waits for the relay's OK and for the answer. */
  ask(event: NostrEvent): Promise<AppAnswer>;
  call(method: string, params?: object, input?: RequestInput): Promise<AppAnswer>;
  read(answer: NostrEvent): unknown;
  /** Opens the same app on another socket, or at another process. */
  at(relay: string): Promise<RelayApp>;
}

export interface RequestInput {
  readonly scheme?: 'nip44_v2' | 'nip04';
  readonly createdAt?: number;
  readonly tags?: readonly (readonly string[])[];
  /** The encryption tag, if it differs from the real encryption; null for no tag. */
  readonly encryption?: string | null;
  /** The text to encrypt, if it is not made from method and parameters. */
  readonly text?: string;
  readonly content?: string;
}

export interface AppAnswer {
  readonly request: NostrEvent;
  readonly event: NostrEvent;
  /** The decrypted content of the answer. */
  readonly body: unknown;
  /** The code of the error; null if there is none. */
  readonly code: string | null;
  readonly result: unknown;
}

export interface Cleanup {
  after(end: () => unknown): void;
}

export async function openRelayApp(cleanup: Cleanup, uri: string): Promise<RelayApp> {
  const url = new URL(uri);
  const walletPubkey = url.host;
  const secret = new Uint8Array(Buffer.from(url.searchParams.get('secret') ?? '', 'hex'));
  return await appOf(cleanup, { walletPubkey, secret }, url.searchParams.get('relay') ?? '');
}

interface Keys {
  readonly walletPubkey: string;
  readonly secret: Uint8Array;
}

async function appOf(cleanup: Cleanup, keys: Keys, relay: string): Promise<RelayApp> {
  const { walletPubkey, secret } = keys;
  const socket = await openSocket(cleanup, relay);
  const conversation = nip44.getConversationKey(secret, walletPubkey);
  const encrypt = (text: string, scheme: string): string =>
    scheme === 'nip04'
      ? nip04.encrypt(secret, walletPubkey, text)
      : nip44.encrypt(text, conversation);
  const read = (answer: NostrEvent): unknown =>
    JSON.parse(
      answer.content.includes('?iv=')
        ? nip04.decrypt(secret, walletPubkey, answer.content)
        : nip44.decrypt(answer.content, conversation),
    );
  const request = (method: string, params: object = {}, input: RequestInput = {}): NostrEvent => {
    const { scheme = 'nip44_v2', createdAt = Math.floor(Date.now() / 1000), tags = [] } = input;
    const { encryption = scheme, text = JSON.stringify({ method, params }) } = input;
    const about = encryption === null ? [] : [['encryption', encryption]];
    return finalizeEvent(
      {
        kind: 23_194,
        created_at: createdAt,
        tags: [['p', walletPubkey], ...about, ...tags.map((tag) => [...tag])],
        content: input.content ?? encrypt(text, scheme),
      },
      secret,
    );
  };
  const ask = async (event: NostrEvent): Promise<AppAnswer> => {
    const filter = { kinds: [23_195], authors: [walletPubkey], '#e': [event.id] };
    const subscription = socket.subscribe(filter);
    assert.deepEqual((await socket.publish(event)).slice(0, 3), ['OK', event.id, true]);
    const answer = await subscription.next();
    subscription.end();
    assert(verifyEvent({ ...answer }));
    assert.equal(answer.pubkey, walletPubkey);
    const body = read(answer);
    const error = field(body, 'error');
    const code = error === undefined ? null : textField(error, 'code');
    return { request: event, event: answer, body, code, result: field(body, 'result') };
  };
  return {
    pubkey: getPublicKey(secret),
    walletPubkey,
    socket,
    request,
    ask,
    call: (method, params, input) => ask(request(method, params, input)),
    read,
    at: (other) => appOf(cleanup, keys, other),
  };
}

/** A client of a relay. */
export interface RelaySocket {
  /** All messages of the relay, parsed. */
  readonly heard: readonly unknown[][];
  send(message: unknown): void;
  sendText(text: string | Buffer): void;
  /** Publishes an event, and returns the OK about it. */
  publish(event: NostrEvent): Promise<readonly unknown[]>;
  subscribe(...filters: object[]): OpenSubscription;
  /** Waits for the first message that fits. */
  hear(fits: (message: readonly unknown[]) => boolean): Promise<readonly unknown[]>;
  isClosed(): boolean;
  close(): Promise<void>;
}

export interface OpenSubscription {
  readonly id: string;
  events(): readonly NostrEvent[];
  next(): Promise<NostrEvent>;
  /** Waits for EOSE, or for CLOSED with its reason. */
  opened(): Promise<readonly unknown[]>;
  end(): void;
}

let subscriptionsCount = 0;

export async function openSocket(cleanup: Cleanup, relay: string): Promise<RelaySocket> {
  const socket = new WebSocket(relay);
  const heard: unknown[][] = [];
  socket.on('message', (data) => heard.push([...listOf(JSON.parse(String(data)))]));
  socket.on('error', () => undefined);
  await once(socket, 'open');
  cleanup.after(() => socket.terminate());
  const hear = (fits: (message: readonly unknown[]) => boolean): Promise<readonly unknown[]> =>
    eventually('the relay says it', () => heard.find(fits) ?? null);
  const send = (message: unknown): void => socket.send(JSON.stringify(message));
  return {
    heard,
    send,
    sendText: (text) => socket.send(text),
    publish: (event) => {
      const from = heard.length;
      send(['EVENT', event]);
      return eventually('the relay says whether it takes it', () => {
        const isAnswer = ([name, id]: readonly unknown[]) => name === 'OK' && id === event.id;
        return heard.slice(from).find(isAnswer) ?? null;
      });
    },
    subscribe: (...filters) => {
      subscriptionsCount += 1;
      const id = `s${subscriptionsCount}`;
      const events = (): NostrEvent[] =>
        heard.flatMap(([name, of, event]) =>
          name === 'EVENT' && of === id ? [event as NostrEvent] : [],
        );
      send(['REQ', id, ...filters]);
      return {
        id,
        events,
        next: () => eventually('an event comes', () => events()[0] ?? null),
        opened: () => hear(([name, of]) => (name === 'EOSE' || name === 'CLOSED') && of === id),
        end: () => send(['CLOSE', id]),
      };
    },
    hear,
    isClosed: () => socket.readyState === WebSocket.CLOSED,
    close: async () => {
      const closed = once(socket, 'close');
      socket.close();
      await closed;
    },
  };
}

/**
 * Waits until the node has the only open payment. A process that dies before that has sent nothing.
 */
export async function untilSent(service: RunningService): Promise<void> {
  await service.withStores(async ({ payments }) => {
    await eventually('the node has the payment', async () => {
      const [open] = await payments.listOpenPayments();
      return open?.state === 'in_flight' ? open : null;
    });
  });
}
