import { setTimeout as wait } from 'node:timers/promises';
import * as nip44 from 'nostr-tools/nip44';
import { getPublicKey } from 'nostr-tools/pure';
import { WebSocket } from 'ws';
import { field, listOf, textField } from '../fields.ts';

/** An app that listens for notifications, and reconnects whenever it is cut off. */
export interface NotifiedApp {
  /** The payment hashes in the notifications, by the ids of their events. */
  readonly told: ReadonlyMap<string, string>;
  /** The number of received events, including repeated ones. */
  readonly heard: () => number;
  /** The number of connections so far. */
  readonly visits: () => number;
  end(): Promise<void>;
}

export interface NotifiedAppOptions {
  readonly uri: string;
  /** The address of a relay, which need not be running. */
  readonly pickRelay: () => string;
  /** Whether the app cuts its connection now, without a word. */
  readonly isCut: () => boolean;
}

export function openNotifiedApp({ uri, pickRelay, isCut }: NotifiedAppOptions): NotifiedApp {
  const url = new URL(uri);
  const secret = new Uint8Array(Buffer.from(url.searchParams.get('secret') ?? '', 'hex'));
  const conversation = nip44.getConversationKey(secret, url.host);
  const filter = { kinds: [23_197], authors: [url.host], '#p': [getPublicKey(secret)] };
  const told = new Map<string, string>();
  let heard = 0;
  let visits = 0;
  let current: WebSocket | null = null;
  let isOver = false;

  const read = (socket: WebSocket, text: string): void => {
    const [name, , event] = listOf(JSON.parse(text));
    if (name !== 'EVENT') return;
    const said = JSON.parse(nip44.decrypt(textField(event, 'content'), conversation));
    told.set(textField(event, 'id'), textField(field(said, 'notification'), 'payment_hash'));
    heard += 1;
    if (isCut()) socket.terminate();
  };
  const visit = async (): Promise<void> => {
    const socket = new WebSocket(pickRelay());
    current = socket;
    socket.on('error', () => undefined);
    socket.on('open', () => {
      visits += 1;
      socket.send(JSON.stringify(['REQ', 'notifications', filter]));
    });
    socket.on('message', (data) => read(socket, String(data)));
    // `once` of node:events is not used, because it rejects at an error, which a killed relay
    // causes.
    await new Promise((resolve) => socket.once('close', resolve));
  };
  const running = (async () => {
    while (!isOver) {
      await visit();
      await wait(50);
    }
  })();
  return {
    told,
    heard: () => heard,
    visits: () => visits,
    end: async () => {
      isOver = true;
      current?.terminate();
      await running;
    },
  };
}
