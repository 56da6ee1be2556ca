import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { eventually } from '../support/eventually.ts';
import { doPress, type Press, RESPONSES } from './responses.ts';
import { type Ground, openStage, payOutside, type Regime, receive, type Stage } from './stage.ts';
import type { Loot, Theft, TheftName } from './theft.ts';

/** What a theft got, and what it took to end it. */
export interface Outcome {
  readonly name: TheftName;
  readonly title: string;
  readonly regime: Regime;
  /** What the thief has afterwards, by their own node and wallet. */
  readonly arrivedMsat: bigint;
  /** What the node of the service lost, fees included. */
  readonly leftMsat: bigint;
  readonly tookSec: number;
  readonly hourSat: number | null;
  /** The first alarm, and the seconds after the first payment; null where none was raised. */
  readonly alarm: { readonly kind: string; readonly sec: number } | null;
  readonly endedBy: string;
  /** Whether payments of others stopped, and what it took until they left again. */
  readonly stopped: boolean;
  readonly backSec: number | null;
  readonly presses: readonly string[];
  readonly isThiefOut: boolean;
  readonly read: readonly string[];
  /** What went wrong: more than was promised, or a side door that opened. */
  readonly findings: readonly string[];
}

const AN_HONEST_SAT = 100;
const HONEST_WALLET_SAT = 1000;
const POLL_MS = 50;
const MAX_BACK_MS = 90_000;

const groundOf = ({ name }: Theft): Ground =>
  name === 'data folder with the node' ? 'data folder' : 'own servers';

export async function playTheft(theft: Theft, regime: Regime, seed: number): Promise<Outcome> {
  const stage = await openStage(regime, groundOf(theft), seed);
  const cleanups = new AsyncDisposableStack();
  try {
    const loot = await theft.steal(stage, cleanups);
    const opened: string[] = [];
    for (const door of loot.sideDoors) if (await door.tryIt()) opened.push(door.name);
    const robbed = await rob(stage, theft, loot);
    const ended = await respond(stage, theft, loot);
    const outcome = { ...robbed, ...ended, read: loot.read ?? [], hourSat: stage.hourSat };
    const findings = [...opened.map((name) => `a side door: ${name}`), ...judge(theft, outcome)];
    return { name: theft.name, title: theft.title, regime, ...outcome, findings };
  } finally {
    await cleanups.disposeAsync();
    await stage.close();
  }
}

async function rob(stage: Stage, theft: Theft, loot: Loot) {
  const { thief, owner, network } = stage;
  const known = (await owner<{ id: string }[]>`select id from alarm`).map(({ id }) => id);
  const [had, held] = [await thief.holdsMsat(), await thief.serviceHoldsMsat()];
  const beganMs = performance.now();
  const over = new AbortController();
  const seen = watchAlarms(stage, known, beganMs, over.signal);
  try {
    const taken = await loot.rob();
    const tookSec = (performance.now() - beganMs) / 1000;
    await untilNothingIsOpen(stage);
    await network.mine(1);
    const [has, holds] = [await thief.holdsMsat(), await thief.serviceHoldsMsat()];
    const alarm = await Promise.race([seen, wait(theft.watchSec * 1000, null)]);
    const endedBy = await whatEnded(stage, taken.lastWords);
    return { arrivedMsat: has - had, leftMsat: held - holds, tookSec, alarm, endedBy };
  } finally {
    over.abort();
    // The watch asks its last question before the database ends.
    await seen;
  }
}

async function watchAlarms(
  { owner }: Stage,
  known: readonly string[],
  beganMs: number,
  signal: AbortSignal,
): Promise<Outcome['alarm']> {
  while (!signal.aborted) {
    const rows = await owner<{ id: string; kind: string }[]>`
      select id, kind from alarm order by first_at`;
    const first = rows.find(({ id }) => !known.includes(id));
    if (first !== undefined) {
      return { kind: first.kind, sec: (performance.now() - beganMs) / 1000 };
    }
    await wait(POLL_MS);
  }
  return null;
}

const untilNothingIsOpen = ({ owner }: Stage): Promise<true> =>
  eventually('all payments have ended', async () => {
    const [open] = await owner<{ count: number }[]>`
      select ((select count(*) from payment
          where state in ('reserved', 'dispatching', 'in_flight', 'unknown'))
        + (select count(*) from withdrawal where state in ('reserved', 'signed')))::integer as count`;
    return open?.count === 0 ? true : null;
  });

/** By what words of a refusal its reason is known. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/FAILURE_REASON|payment failed|outgoing liquidity/i, 'the empty channels'],
  [/not enough balance|INSUFFICIENT_BALANCE/, 'the empty wallet'],
  [/over the limit|budget|QUOTA_EXCEEDED/i, 'the limit of the app'],
  [/too many requests/i, 'the limit on attempts'],
  [/authenticator|second factor/i, 'the second factor'],
  [/password/i, 'the question for the password'],
  [/401|bad auth/i, 'a refusal'],
];

/** Why nothing leaves any more. */
async function stopsOf({ owner }: Stage): Promise<readonly string[]> {
  const rows = await owner<{ reason: string }[]>`select reason from outside_stop`;
  return rows.map(({ reason }) => reason);
}

/** What kept the thief from taking more. */
async function whatEnded(stage: Stage, lastWords: string): Promise<string> {
  if ((await stopsOf(stage)).includes('outflow') && /stopped/.test(lastWords)) {
    return 'the limit on what leaves';
  }
  const found = WORDS.find(([pattern]) => pattern.test(lastWords));
  if (found !== undefined) return found[1];
  return lastWords === '' ? 'nothing to use' : lastWords.slice(0, 80);
}

async function respond(stage: Stage, theft: Theft, loot: Loot) {
  const { network, others } = stage;
  const honest = others.at(-1);
  assert(honest !== undefined);
  // Someone who was not robbed, or has received something since.
  await receive(network, honest, HONEST_WALLET_SAT);
  const stopped = !(await payOutside(network, honest, AN_HONEST_SAT));
  const beganMs = performance.now();
  const presses: string[] = [];
  const press = async (one: Press): Promise<void> => {
    await doPress(stage, loot, one);
    presses.push(one.does);
  };
  for (const one of RESPONSES[theft.name]) if (one.lifts === undefined) await press(one);
  const lifting = RESPONSES[theft.name].filter(({ lifts }) => lifts !== undefined);
  // What a thief has done meanwhile may stop everything once more.
  const isBack = await eventually(
    'payments leave again',
    async () => {
      if (await payOutside(network, honest, AN_HONEST_SAT)) return true;
      const stops = await stopsOf(stage);
      for (const one of lifting) if (stops.includes(one.lifts ?? '')) await press(one);
      return null;
    },
    MAX_BACK_MS,
  ).catch(() => false);
  const backSec = isBack ? (performance.now() - beganMs) / 1000 : null;
  return { stopped, backSec, presses, isThiefOut: !(await loot.isGood()) };
}

/** What must never happen: more than the row promises, or more than the limits. */
function judge(
  { promisedSat, isLimited }: Theft,
  { arrivedMsat, leftMsat, hourSat }: Pick<Outcome, 'arrivedMsat' | 'leftMsat' | 'hourSat'>,
): readonly string[] {
  const findings: string[] = [];
  if (promisedSat !== null && arrivedMsat > BigInt(promisedSat) * 1000n) {
    findings.push(`${arrivedMsat} msat arrived, where at most ${promisedSat} sat can`);
  }
  if (isLimited && hourSat !== null && leftMsat > BigInt(hourSat) * 1000n) {
    findings.push(`${leftMsat} msat left within an hour, above the limit of ${hourSat} sat`);
  }
  return findings;
}
