import { randomUUID } from 'node:crypto';
import { getPublicKey } from 'nostr-tools/pure';
import type { NwcKey } from '../../../src/apps/nwc-keys/nwc-key-store.ts';
import { ALL_SCOPES } from '../../../src/authorization/scope.ts';
import { openConversation } from '../../../src/nostr/conversation.ts';
import { type NostrEvent, toEvent } from '../../../src/nostr/event.ts';
import { parseJsonOrNull } from '../../../src/nostr/parse-json.ts';
import type { OpenRelayLine, RelayLineListener } from '../../../src/nostr/relay-line-port.ts';
import { runExternalRelays } from '../../../src/nwc/external-relays/run-external-relays.ts';
import { newRelayState } from '../../../src/nwc/external-relays/session.ts';
import type { StoredRequest } from '../../../src/nwc/nwc-request-store.ts';
import { createResponseEmitter } from '../../../src/nwc/response-emitter.ts';
import { createListeningLog } from '../listening-log.ts';
import { createSeededRandom } from '../seeded-random.ts';
import { testSeed } from '../seeds.ts';
import { SILENT_WALLET_FEED } from '../silent-wallet-feed.ts';
import { createVirtualClock } from '../virtual-clock.ts';
import { APP_PUBKEY, NOW_SEC, WALLET_PUBKEY, walletSide } from './app-request.ts';
import { createExternalMemory } from './external-memory.ts';

export const RELAY = 'wss://relay.example';

/** The key with which `appRequest` signs. */
export const KEY: NwcKey = {
  deviceId: '00000000-0000-4000-8000-000000000000',
  grantId: randomUUID(),
  userId: randomUUID(),
  clientPubkey: APP_PUBKEY,
  walletPubkey: WALLET_PUBKEY,
  sealedSecret: new Uint8Array(),
};

/** A connection as the relay sees it. */
export interface FakeLine {
  readonly relay: string;
  readonly heard: readonly (readonly unknown[])[];
  /** The ids of open subscriptions, in the order in which they were opened. */
  subscriptions(): readonly string[];
  events(kind: number): readonly NostrEvent[];
  isHeld(): boolean;
  isCut(): boolean;
  say(...message: readonly unknown[]): void;
  hangUp(): void;
}

/** How the relays behave, which a test can change. */
export interface FakeManners {
  /** Whether connections never open. */
  hangs: boolean;
  /** Whether the relay ends every connection instead of opening it. */
  refuses: boolean;
  /** Whether the relay receives everything and sends nothing. */
  isMute: boolean;
  /** Whether the relay accepts events without an OK. */
  hasNoOk: boolean;
  hasNoEose: boolean;
  /** The number of requests that a key may make; further ones are dropped. */
  requestsLeft: number;
}

/** Opens external relays in memory, with time that stands still until a test moves it. */
export function openExternalBench(relays: readonly string[] = [RELAY]) {
  const clock = createVirtualClock(new Date(NOW_SEC * 1000).toISOString());
  const memory = createExternalMemory(clock);
  const manners: FakeManners = {
    hangs: false,
    refuses: false,
    isMute: false,
    hasNoOk: false,
    hasNoEose: false,
    requestsLeft: Number.POSITIVE_INFINITY,
  };
  const lines: FakeLine[] = [];
  const openedAtMs: number[] = [];
  const started: StoredRequest[] = [];
  const responseEmitter = createResponseEmitter();
  let aheadMs = 0;

  const openLine: OpenRelayLine = (relay, listener) => {
    openedAtMs.push(clock.monotonicMs());
    const { line, port } = newLine(relay, listener, manners);
    lines.push(line);
    return port;
  };
  const start = (processId: string, ownMemory = memory) => {
    const stop = new AbortController();
    const ended = runExternalRelays(
      {
        clock: { ...clock, now: () => new Date(clock.now().getTime() + aheadMs) },
        random: createSeededRandom(testSeed()),
        log: createListeningLog(),
        processes: ownMemory.processes,
        processId,
        nwcExternal: ownMemory.store,
        runner: { start: (request) => void started.push(request), countRunning: () => 0 },
        rates: {
          takeRequest: () => {
            manners.requestsLeft -= 1;
            return manners.requestsLeft >= 0 ? 'taken' : 'dropped';
          },
        },
        walletFeed: SILENT_WALLET_FEED,
        notifications: { readNews: async () => ({ scopes: null, records: [], recordSeq: 0n }) },
        walletKeys: sideOf,
        schemes: ['nip44_v2', 'nip04'],
        responseEmitter,
        relays: relays.map(newRelayState),
        openLine,
      },
      stop.signal,
    );
    return {
      end: async (): Promise<void> => {
        stop.abort();
        await clock.until(ended);
      },
    };
  };
  memory.setScopes(KEY, ALL_SCOPES);
  return {
    clock,
    memory,
    manners,
    lines,
    openedAtMs,
    /** Requests that were handed on to be run. */
    started,
    responseEmitter,
    start,
    /** Moves the wall clock, which sleeping does not notice. */
    shiftClock: (ms: number) => {
      aheadMs += ms;
    },
    /** The newest connection. */
    line: (): FakeLine => {
      const line = lines.at(-1);
      if (line === undefined) throw new Error('nothing was connected');
      return line;
    },
  };
}

/** Opens a service that is connected to one relay and waits for requests. */
export async function openConnected() {
  const bench = openExternalBench();
  const service = bench.start('first');
  await bench.clock.advance(5000);
  const [subscription] = bench.line().subscriptions();
  if (subscription === undefined) throw new Error('nothing was asked for');
  return { ...bench, ...service, subscription };
}

function newLine(relay: string, listener: RelayLineListener, manners: FakeManners) {
  const heard: (readonly unknown[])[] = [];
  const open = new Set<string>();
  let isHeld = false;
  let isCut = false;
  const say = (...message: readonly unknown[]): void => {
    if (!isCut) listener.heard(JSON.stringify(message));
  };
  const end = (): void => {
    if (isCut) return;
    isCut = true;
    queueMicrotask(() => listener.ended('it hung up'));
  };
  const hear = (text: string): void => {
    const message = parseJsonOrNull(text);
    if (isCut || !Array.isArray(message)) return;
    heard.push(message);
    const [name, subject] = message;
    if (name === 'REQ') open.add(subject);
    if (name === 'CLOSE') open.delete(subject);
    if (manners.isMute) return;
    if (name === 'REQ' && !manners.hasNoEose) queueMicrotask(() => say('EOSE', subject));
    if (name === 'EVENT' && !manners.hasNoOk) {
      queueMicrotask(() => say('OK', toEvent(subject)?.id, true, ''));
    }
  };
  if (manners.refuses) end();
  else if (!manners.hangs) queueMicrotask(() => listener.opened());
  const line: FakeLine = {
    relay,
    heard,
    subscriptions: () => [...open],
    events: (kind) =>
      heard.flatMap(([name, subject]) => {
        const event = name === 'EVENT' ? toEvent(subject) : null;
        return event?.kind === kind ? [event] : [];
      }),
    isHeld: () => isHeld,
    isCut: () => isCut,
    say,
    hangUp: end,
  };
  const port = {
    send: hear,
    hold: (held: boolean) => {
      isHeld = held;
    },
    cut: end,
  };
  return { line, port };
}

const secrets = new Map<string, Uint8Array>();

/** Another key, of which only the wallet's side is used. */
export function otherKey(number: number): NwcKey {
  const secret = new Uint8Array(32).fill(3);
  new DataView(secret.buffer).setUint32(0, number + 1);
  const deviceId = `00000000-0000-4000-8000-${String(number + 1).padStart(12, '0')}`;
  secrets.set(deviceId, secret);
  return { ...KEY, deviceId, clientPubkey: APP_PUBKEY, walletPubkey: getPublicKey(secret) };
}

function sideOf(key: NwcKey) {
  const secret = secrets.get(key.deviceId);
  if (secret === undefined) return walletSide();
  const conversation = openConversation(secret, key.clientPubkey);
  if (conversation === null) throw new Error('a key of the test is none');
  const { walletPubkey, clientPubkey } = key;
  return { privateKey: secret, walletPubkey, clientPubkey, conversation };
}
