import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { readProcessUsage } from '../process-usage.ts';
import { median } from '../window.ts';
import type { DatabaseServer } from './database-server.ts';
import { type DatabaseSplit, splitDatabase } from './database-split.ts';
import { type ServiceSplit, splitService } from './service-split.ts';
import { answerOf, type Cpu, type Tree } from './tree.ts';
import type { CallersAnswer, CallersOrder, Work } from './works.ts';

export interface Pace {
  readonly callers: number;
  readonly rounds: number;
  readonly seconds: number;
}

/** What a call costs in one tree. */
export interface Cost {
  readonly name: string;
  readonly perSec: number;
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** The cost in the first tree divided by the cost in this one: the median of the rounds. */
  readonly ratio: number;
  /** The number of calls in a round. */
  readonly calls: number;
  readonly residentMb: number;
}

interface Round extends Cpu {
  readonly calls: number;
  readonly tookMs: number;
}

const FIRST_CALLS_PER_CALLER = 40;

/** Measures rounds in turns, so that a disturbance of the machine affects all trees. */
export async function measureRounds(
  trees: readonly Tree[],
  callers: ChildProcess,
  work: Work,
  { callers: atOnce, rounds, seconds }: Pace,
): Promise<readonly Cost[]> {
  const done = trees.map((): Round[] => []);
  // The first two rounds only warm everything up.
  for (let round = -2; round < rounds; round += 1) {
    const order = [...trees.entries()];
    for (const [n, tree] of round % 2 === 0 ? order : order.toReversed()) {
      const last = done[n]?.at(-1);
      const calls =
        last === undefined
          ? atOnce * FIRST_CALLS_PER_CALLER
          : Math.max(atOnce * 4, Math.round((last.calls / last.tookMs) * seconds * 1000));
      done[n]?.push(await playRound(tree, callers, { work, calls, callers: atOnce }));
    }
  }
  const counted = done.map((all) => all.slice(2));
  const residents = await Promise.all(trees.map(({ scene }) => readProcessUsage(scene.servicePid)));
  return trees.map(({ name }, n) => {
    const own = counted[n] ?? [];
    const of = (figure: (round: Round) => number) => median(own.map(figure));
    return {
      name,
      perSec: of(({ calls, tookMs }) => (calls / tookMs) * 1000),
      serviceMs: of(({ serviceMs, calls }) => serviceMs / calls),
      databaseMs: of(({ databaseMs, calls }) => databaseMs / calls),
      ratio: median(own.map((round, place) => both(counted[0]?.[place]) / both(round))),
      calls: own.at(-1)?.calls ?? 0,
      residentMb: (residents[n]?.residentBytes ?? Number.NaN) / 1e6,
    };
  });
}

const both = (round: Round | undefined): number =>
  round === undefined ? Number.NaN : (round.serviceMs + round.databaseMs) / round.calls;

interface Calls {
  readonly work: Work;
  readonly calls: number;
  readonly callers: number;
}

async function playRound(tree: Tree, callers: ChildProcess, calls: Calls): Promise<Round> {
  await prepare(tree, callers, calls);
  let tookMs = 0;
  const cpu = await tree.measure(async () => {
    tookMs = await runCalls(callers, calls);
  });
  return { ...cpu, tookMs, calls: calls.calls };
}

async function prepare(tree: Tree, callers: ChildProcess, { work, calls }: Calls): Promise<void> {
  await order(callers, { kind: 'prepare', work, scene: tree.scene, calls });
}

async function runCalls(callers: ChildProcess, calls: Calls): Promise<number> {
  return (await order(callers, { kind: 'run', callers: calls.callers })).tookMs;
}

async function order(callers: ChildProcess, given: CallersOrder): Promise<CallersAnswer> {
  assert(callers.connected, 'the callers are there');
  callers.send(given);
  return await answerOf<CallersAnswer>(callers);
}

export interface Split {
  readonly service: ServiceSplit;
  readonly database: DatabaseSplit;
}

/**
 * Plays two further rounds with profilers. They make everything slower, so their results are
 * shares, not costs.
 */
export async function splitTree(
  server: DatabaseServer,
  tree: Tree,
  callers: ChildProcess,
  work: Work,
  { calls, callers: atOnce }: Pick<Calls, 'calls' | 'callers'>,
): Promise<Split> {
  const given = { work, calls, callers: atOnce };
  await prepare(tree, callers, given);
  const profile = await tree.profile(async () => void (await runCalls(callers, given)));
  await prepare(tree, callers, given);
  await server.count(true);
  const run = async () => void (await runCalls(callers, given));
  const database = await splitDatabase(tree.sql, calls, run);
  await server.count(false);
  return { service: splitService(profile), database };
}
