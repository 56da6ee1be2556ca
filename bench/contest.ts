import type { Stage } from './stage.ts';
import { type Act, type Figures, median, medianFigures, runWindow } from './window.ts';

/** The same work done in two ways, of which one is what the other is measured by. */
export interface Contest<On = Stage> {
  readonly name: string;
  readonly work: string;
  readonly yardstick: string;
  readonly bouts: readonly Bout[];
  /** How long the first window is, where the usual one would take too long. */
  readonly firstCallsPerCaller?: number;
  open(stage: On): Promise<Contestants>;
}

export interface Bout {
  readonly callers: number;
  /** Least ratio of our rate to the yardstick's that was promised; null where none was. */
  readonly atLeast: number | null;
  readonly p99AtMostMs?: number;
}

export interface Contestants {
  readonly ours: Contestant;
  readonly yardstick: Contestant;
  close(): Promise<void>;
}

/** Makes everything ready for so many calls, outside of the time that is measured. */
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
  readonly ours: Figures;
  readonly yardstick: Figures;
  /** Median of the ratios of neighbouring windows: what disturbs one, disturbs the other too. */
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
  const pairs: { readonly ours: Figures; readonly yardstick: Figures }[] = [];
  for (let round = 0; round <= pace.rounds; round += 1) {
    pairs.push({ ours: await runOurs(), yardstick: await runYardstick() });
  }
  // The first windows are short, and warm everything up.
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

/** One window after the other, each as long as the one before tells that it has to be. */
function windowsOf(
  contestant: Contestant,
  callers: number,
  pace: Pace & { readonly firstCalls: number },
): () => Promise<Figures> {
  let calls = pace.firstCalls;
  return async () => {
    const act = await contestant(calls);
    const figures = await runWindow({ calls, callers }, act);
    calls = Math.max(callers * 4, Math.round((figures.perSec * pace.windowMs) / 1000));
    return figures;
  };
}
