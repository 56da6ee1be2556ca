import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from 'undici';
import { DAY_SEC } from '../../src/base/durations.ts';
import { writeEvent } from '../../src/nostr/event.ts';
import type { Gauge } from '../footprint.ts';
import { bearer } from '../http-client.ts';
import { type BenchApp, connectApps, signRequest } from '../nwc/bench-app.ts';
import { openSocket } from '../nwc/relay-client.ts';
import { addPeople, type Person, roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';
import { lostInvoice, lostKey } from './lost-invoices.ts';
import { isWanted } from './measure-hostile.ts';

/** The allowance of stored bytes that is measured, small enough to be used up within seconds. */
const MEASURED_MIB = 4;
const DEFAULT_MIB = 256;
export const STORING_SETTINGS = { SATCHEL_STORED_MIB_PER_DAY: String(MEASURED_MIB) };

/**
 * The most that a user may add in a day: the allowance, another share of it for each process, and
 * orders that arrive at the same moment.
 */
const DAY_AT_MOST_MB = 400;
/**
 * The most for requests of Nostr Wallet Connect, which have four times the allowance, and are
 * removed after two days.
 */
const NWC_DAY_AT_MOST_MB = 4 * DAY_AT_MOST_MB;
const CALLERS = 8;
const MEASURE_AT_MOST_MS = 60_000;
const REFUSED_ENOUGH = 20;
const FUNDED_SAT = 2000;
const PAUSE_MS = 100;

/** The answer to an order. The service may refuse for a moment, or for the rest of the day. */
type Word = 'stored' | 'too_often' | 'used_up';

/** A way to order something that is stored. */
interface Door {
  readonly name: string;
  readonly atMostMb: number;
  /** Prepares orders, and returns the function that makes one. */
  open(stage: Stage, person: Person): Promise<() => Promise<Word>>;
}

/**
 * Measures what one user can add to the database within a day, by each kind of order that costs
 * nothing. A small allowance is used up, and the growth of the database is scaled to the default
 * allowance. If nothing was refused within a minute, the rate of that minute is scaled to a day.
 */
export async function measureStoring(
  stage: Stage,
  only: readonly string[],
): Promise<readonly Gauge[]> {
  const gauges: Gauge[] = [];
  for (const door of doorsOf(only)) {
    process.stderr.write(`${door.name}\n`);
    const people = await addPeople(stage.service, stage.beside, {
      count: 1,
      fundedSat: FUNDED_SAT,
    });
    gauges.push(...(await measureDoor(stage, door, roundRobin(people, 0))));
  }
  return gauges;
}

export const doorsOf = (only: readonly string[]): readonly Door[] =>
  DOORS.filter((door) => isWanted(door, only));

async function measureDoor(
  stage: Stage,
  { name, atMostMb, open }: Door,
  person: Person,
): Promise<readonly Gauge[]> {
  const order = await open(stage, person);
  const before = await storedMb(stage);
  const begunMs = performance.now();
  const counts = { stored: 0, too_often: 0, used_up: 0 };
  const isOver = (): boolean =>
    counts.used_up >= REFUSED_ENOUGH || performance.now() - begunMs > MEASURE_AT_MOST_MS;
  const call = async (): Promise<void> => {
    while (!isOver()) {
      const word = await order();
      counts[word] += 1;
      if (word !== 'stored') await wait(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  const grownMb = (await storedMb(stage)) - before;
  const sec = (performance.now() - begunMs) / 1000;
  const isUsedUp = counts.used_up >= REFUSED_ENOUGH;
  const dayMb = isUsedUp ? (grownMb * DEFAULT_MIB) / MEASURED_MIB : (grownMb / sec) * DAY_SEC;
  const of = (what: string, value: number, unit: string, atMost: number | null): Gauge => ({
    name: `${name}: ${what}`,
    value,
    unit,
    atMost,
  });
  return [
    of('database within a day, at most', dayMb, 'MB', atMostMb),
    of('orders that were stored', counts.stored, '', null),
    of('orders that were refused for the day', counts.used_up, '', null),
  ];
}

const DOORS: readonly Door[] = [
  {
    name: 'storing payments of 6 KB invoices that fail',
    atMostMb: DAY_AT_MOST_MB,
    open: async (stage, person) => () =>
      post(stage, person, '/payments/bolt11', { invoice: lostInvoice() }),
  },
  {
    name: 'storing keysends that fail',
    atMostMb: DAY_AT_MOST_MB,
    open: async (stage, person) => () =>
      post(stage, person, '/payments/keysend', {
        amount: 1,
        destination: lostKey(),
        memo: noise(1000),
        custom_records: { 65537: noise(4000) },
      }),
  },
  {
    name: 'storing keysends to oneself',
    atMostMb: DAY_AT_MOST_MB,
    open: async (stage, person) => {
      const keysend = await keysendToSelf(stage, person);
      return () => post(stage, person, '/payments/keysend', keysend());
    },
  },
  {
    name: 'storing twenty keysends to oneself',
    atMostMb: DAY_AT_MOST_MB,
    open: async (stage, person) => {
      const keysend = await keysendToSelf(stage, person);
      const many = () => ({ keysends: Array.from({ length: 20 }, keysend) });
      return () => post(stage, person, '/payments/keysend/multi', many());
    },
  },
  {
    name: 'storing invoices with 14 KB of metadata',
    atMostMb: DAY_AT_MOST_MB,
    open: async (stage, person) => () =>
      post(stage, person, '/invoices', { amount: 1, metadata: { x: noise(14_000) } }),
  },
  {
    name: 'storing keysends to oneself over Nostr Wallet Connect',
    // The request and the keysend count separately.
    atMostMb: DAY_AT_MOST_MB + NWC_DAY_AT_MOST_MB,
    open: async (stage, person) => {
      const { destination, custom_records } = (await keysendToSelf(stage, person))();
      const ask = await openApp(stage, person);
      const hex = (text: string): string => Buffer.from(text).toString('hex');
      return () =>
        ask('pay_keysend', {
          pubkey: destination,
          amount: 1000,
          tlv_records: [
            { type: 696969, value: hex(custom_records[696969]) },
            { type: 65537, value: hex(noise(4000)) },
          ],
        });
    },
  },
  {
    name: 'storing requests of 20 KB over Nostr Wallet Connect',
    atMostMb: NWC_DAY_AT_MOST_MB,
    open: async (stage, person) => {
      const ask = await openApp(stage, person);
      return () => ask('get_balance', { padding: noise(14_000) });
    },
  },
];

async function post(
  { service }: Stage,
  { token }: Person,
  path: string,
  body: object,
): Promise<Word> {
  const answer = await request(service.baseUrl + path, {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return wordOf(answer.statusCode === 429, await answer.body.text());
}

const wordOf = (isTooOften: boolean, text: string): Word => {
  if (text.includes('as much as they may within a day')) return 'used_up';
  return isTooOften || text.includes('RATE_LIMITED') ? 'too_often' : 'stored';
};

async function keysendToSelf({ beside }: Stage, { caller }: Person) {
  const user = await beside.parts.users.findUser(caller.userId);
  return () => ({
    amount: 1,
    destination: beside.parts.node.pubkey,
    custom_records: { 696969: user?.identifier ?? '', 65537: noise(4000) },
  });
}

/**
 * Opens an app that makes requests. A request ends with the result of its answer, or with a refusal
 * by the relay.
 */
async function openApp(stage: Stage, person: Person) {
  const [app] = await connectApps(stage, [person], 1);
  assert(app !== undefined);
  const socket = await openSocket(`${stage.service.baseUrl.replace('http', 'ws')}/relay`);
  const waiting = new Map<string, (word: Word) => void>();
  socket.send(JSON.stringify(['REQ', 'answers', { authors: [app.walletPubkey], kinds: [23195] }]));
  socket.on('message', (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!Array.isArray(message)) return;
    const heard = readMessage(app, message);
    if (heard === null) return;
    waiting.get(heard.id)?.(heard.word);
    waiting.delete(heard.id);
  });
  return async (method: string, params: object): Promise<Word> => {
    const event = signRequest(app, method, params);
    const { promise, resolve } = Promise.withResolvers<Word>();
    waiting.set(event.id, resolve);
    socket.send(`["EVENT",${writeEvent(event)}]`);
    return await Promise.race([promise, wait(2000, 'too_often' as const)]);
  };
}

function readMessage(
  app: BenchApp,
  message: readonly unknown[],
): { readonly id: string; readonly word: Word } | null {
  const [name, id, isTaken, words] = message;
  if (name === 'OK' && isTaken === false) {
    return { id: String(id), word: wordOf(true, String(words)) };
  }
  if (name !== 'EVENT') return null;
  const event = Object(isTaken);
  const [, asked] = event.tags.find(([tag]: readonly string[]) => tag === 'e') ?? [];
  const text = app.conversation.decrypt(event.content, 'nip44_v2');
  return { id: String(asked), word: wordOf(false, text.ok ? text.value : '') };
}

let noisePlace = 0;
/** A text that cannot be compressed much. */
function noise(length: number): string {
  noisePlace = (noisePlace + 1) % 1000;
  return roundRobin(NOISE, noisePlace).slice(0, length);
}

const NOISE = Array.from({ length: 1000 }, () =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(10_500))).toString('base64'),
);

async function storedMb({ beside }: Stage): Promise<number> {
  const rows = await beside.database.sql`select pg_database_size(current_database()) as bytes`;
  return Number(rows[0]?.['bytes'] ?? 0) / 1e6;
}
