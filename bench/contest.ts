import type { Stage } from './stage.ts';
import { type Act, median, medianFigures, runWindow, type WindowResult } from './window.ts';

/** A kind of work, done in two ways: by the service, and in a way that serves as its yardstick. */
export interface Contest<On = Stage> {
  readonly name: string;
  readonly work: string;
  readonly yardstick: string;
  readonly bouts: readonly Bout[];
  /**
   * The number of calls per caller in the first window, if the usual number would take too long.
   */
  readonly firstCallsPerCaller?: number;
  open(stage: On): Promise<Contestants>;
}

export interface Bout {
  readonly callers: number;
  /**
   * The lowest ratio of our rate to the rate of the yardstick that was promised; null if none was.
   */
  readonly atLeast: number | null;
  readonly p99AtMostMs?: number;
}

export interface Contestants {
  readonly ours: Contestant;
  readonly yardstick: Contestant;
  close(): Promise<void>;
}

/** Prepares everything for `calls` calls, outside of the measured time. */
export type Contestant = (calls: number) => Promise<Act>;

export interface Pace {
  readonly windowMs: number;
  readonly rounds: number;
}

export interface ContestRow {
  readonly contest: string;
  readonly work: string;
  readonly yardstickName: string;
  readonly callers: number;
  readonly ours: WindowResult;
  readonly yardstick: WindowResult;
  /**
   * The median of the ratios of neighbouring windows. Other load on the machine affects both
   * windows of a pair, so the ratio stays right.
   */
  readonly ratio: number;
  readonly atLeast: number | null;
  readonly p99AtMostMs: number | null;
}

export async function runBout(
  contest: Omit<Contest, 'open'>,
  bout: Bout,
  { ours, yardstick }: Contestants,
  pace: Pace,
): Promise<ContestRow> {
  const firstCalls = bout.callers * (contest.firstCallsPerCaller ?? FIRST_CALLS_PER_CALLER);
  const runOurs = windowsOf(ours, bout.callers, { ...pace, firstCalls });
  const runYardstick = windowsOf(yardstick, bout.callers, { ...pace, firstCalls });
  const pairs: { readonly ours: WindowResult; readonly yardstick: WindowResult }[] = [];
  for (let round = 0; round <= pace.rounds; round += 1) {
    pairs.push({ ours: await runOurs(), yardstick: await runYardstick() });
  }
  // The first windows are short and only warm everything up.
  const counted = pairs.slice(1);
  return {
    contest: contest.name,
    work: contest.work,
    yardstickName: contest.yardstick,
    callers: bout.callers,
    ours: medianFigures(counted.map((pair) => pair.ours)),
    yardstick: medianFigures(counted.map((pair) => pair.yardstick)),
    ratio: median(counted.map((pair) => pair.ours.perSec / pair.yardstick.perSec)),
    atLeast: bout.atLeast,
    p99AtMostMs: bout.p99AtMostMs ?? null,
  };
}

const FIRST_CALLS_PER_CALLER = 20;

/**
 * Runs one window after the other. Each has as many calls as the previous one shows to be necessary
 * for its length.
 */
function windowsOf(
  contestant: Contestant,
  callers: number,
  pace: Pace & { readonly firstCalls: number },
): () => Promise<WindowResult> {
  let calls = pace.firstCalls;
  return async () => {
    const act = await contestant(calls);
    const figures = await runWindow({ calls, callers }, act);
    calls = Math.max(callers * 4, Math.round((figures.perSec * pace.windowMs) / 1000));
    return figures;
  };
}
