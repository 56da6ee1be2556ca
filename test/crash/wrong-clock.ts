import type { AppContext } from '../../src/app/context/app-context.ts';

/** Name of the variable by which a crashing process has a wrong clock. */
export const CLOCK_AHEAD_MS = 'CRASH_CLOCK_AHEAD_MS';

/** Machines do not agree what time it is. */
export function withWrongClock(context: AppContext): AppContext {
  const aheadMs = Number(process.env[CLOCK_AHEAD_MS] ?? 0);
  const { clock } = context;
  const now = (): Date => new Date(clock.now().getTime() + aheadMs);
  return { ...context, clock: { ...clock, now } };
}
