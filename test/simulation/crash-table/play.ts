import assert from 'node:assert/strict';
import type { DatabaseCopy } from '../storage.ts';
import type { Movement, MovementWorld, Verdict } from './movement.ts';
import type { Listener } from './steps.ts';

/** A call of a process, by its place among all calls of the same run. */
export interface Step {
  readonly call: number;
  readonly name: string;
}

/** What happens at one step of a movement. */
export interface Strike {
  readonly step: Step;
  /** Whether the step still has its effect; its answer is not heard. */
  readonly moment: 'before' | 'after';
  readonly process: 'dies' | 'freezes' | 'goes on';
  readonly database: DatabaseFate;
}

/** The database stays, or its state after an earlier step (null: before the order) replaces it. */
export type DatabaseFate =
  | { readonly kind: 'as it was' }
  | { readonly kind: 'put_back' | 'promoted'; readonly after: Step | null };

export interface HeardCall extends Step {
  /** Something outside of the process is different afterwards. */
  readonly isChange: boolean;
  /** In the time of the run. */
  readonly begunAtMs: number;
  readonly doneAtMs: number;
}

/** Plays a movement to its end, has the caller ask once more, and judges both. */
export async function play(
  movement: Movement,
  answer: string,
  strikes: readonly Strike[],
): Promise<Verdict> {
  const run = await startRun(movement, answer, strikes, null);
  const { world } = run;
  world.order();
  await playOn(run);
  const first = await world.judge();
  const missed = run.isStruck() ? [] : ['a step that was to be struck never came'];
  const second = await askAgain(run, first);
  world.close();
  return { ...first, findings: [...missed, ...first.findings, ...second] };
}

/** Plays a movement to its end, and answers every call since the last strike. */
export async function hear(
  movement: Movement,
  answer: string,
  strikes: readonly Strike[],
): Promise<readonly HeardCall[]> {
  const heard: HeardCall[] = [];
  const run = await startRun(movement, answer, strikes, heard);
  run.world.order();
  await playOn(run);
  run.world.close();
  return heard;
}

/** Answers the calls that a process makes when there is nothing to do. */
export async function hearIdle(movement: Movement, answer: string): Promise<readonly HeardCall[]> {
  const heard: HeardCall[] = [];
  const { world } = await startRun(movement, answer, [], heard);
  await world.clock.advance(IDLE_MS);
  world.close();
  return heard;
}

/** Longer than from one look of a watch to its next. */
const IDLE_MS = 70_000;

interface Run {
  readonly world: MovementWorld;
  /** Whether all that was to happen has happened. */
  isStruck(): boolean;
}

async function startRun(
  movement: Movement,
  answer: string,
  strikes: readonly Strike[],
  heard: HeardCall[] | null,
): Promise<Run> {
  const waiting = [...strikes];
  const copies = new Map<number | null, DatabaseCopy>();
  const copied = new Set(strikes.map(({ database }) => copiedAfter(database)));
  const begun = new Map<number, { readonly state: string; readonly atMs: number }>();
  let world: MovementWorld | null = null;

  const isNext = (call: number, moment: Strike['moment']): boolean =>
    world !== null && waiting[0]?.step.call === call && waiting[0].moment === moment;
  const hit = (): Strike['process'] => {
    const strike = waiting.shift();
    assert(strike !== undefined && world !== null, 'a strike comes once');
    const { process, database } = strike;
    if (database.kind !== 'as it was') {
      const copy = copies.get(database.after?.call ?? null);
      assert(copy !== undefined, 'a copy is older than the strike');
      copy.becomePrimary(database.kind);
    }
    if (process === 'dies') world.restart();
    if (process === 'freezes') world.replaceFrozen();
    return process;
  };
  const listener: Listener = {
    onCall: (call) => {
      if (isNext(call, 'before') && hit() === 'dies') return 'never';
      if (world !== null && heard !== null && waiting.length === 0) {
        begun.set(call, { state: world.readState(), atMs: world.clock.monotonicMs() });
      }
      return 'arrives';
    },
    onDone: (call, name) => {
      if (world === null) return;
      const before = begun.get(call);
      begun.delete(call);
      if (before !== undefined) {
        const isChange = world.readState() !== before.state;
        const doneAtMs = world.clock.monotonicMs();
        heard?.push({ call, name, isChange, begunAtMs: before.atMs, doneAtMs });
      }
      if (copied.has(call)) copies.set(call, world.takeCopy());
      if (!isNext(call, 'after')) return;
      assert.equal(name, waiting[0]?.step.name, 'the same steps lead to a strike each time');
      hit();
    },
  };
  const opened = await movement.open(answer, listener);
  world = opened;
  if (copied.has(null)) copies.set(null, opened.takeCopy());
  return { world: opened, isStruck: () => waiting.length === 0 };
}

const copiedAfter = (database: DatabaseFate): number | null | undefined =>
  database.kind === 'as it was' ? undefined : (database.after?.call ?? null);

/** Longer than until people are told of what is held, and until what no one drives is taken up. */
const PATIENCE_MS = 720_000;
const LOOK_EVERY_MS = 1000;
/** What comes after the end must not change it. */
const AFTERWARDS_MS = 3000;

async function playOn({ world, isStruck }: Run): Promise<void> {
  const { clock } = world;
  const untilMs = clock.monotonicMs() + PATIENCE_MS;
  for (;;) {
    await clock.advance(LOOK_EVERY_MS);
    if (clock.monotonicMs() >= untilMs) return;
    if (!isStruck() || world.isPending()) continue;
    if ((await world.judge()).findings.length === 0) break;
  }
  await clock.advance(AFTERWARDS_MS);
}

/** What has ended stays so. What was lost is found by then, and what never was may begin now. */
async function askAgain(run: Run, first: Verdict): Promise<readonly string[]> {
  const { world } = run;
  if (first.findings.length > 0) return [];
  if (first.ending === 'lost') await world.release();
  // What was heard before stays right, whatever a new order comes to.
  if (first.ending === 'never ordered') world.forgetHeard();
  world.order();
  await playOn(run);
  const { ending, findings } = await world.judge();
  const isFinal = first.ending === 'settled' || first.ending === 'failed';
  const changed =
    isFinal && ending !== first.ending ? [`${first.ending}, and ${ending} later`] : [];
  return [...changed, ...findings.map((finding) => `asked again: ${finding}`)];
}
