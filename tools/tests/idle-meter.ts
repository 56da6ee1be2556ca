import { cpus } from 'node:os';

/**
 * Creates a function that returns how many processors of this machine were idle, on average since
 * its last call.
 */
export function openIdleMeter(): () => number {
  let before = readTimes();
  return () => {
    const now = readTimes();
    const share = (now.idleMs - before.idleMs) / Math.max(1, now.allMs - before.allMs);
    before = now;
    return share * cpus().length;
  };
}

function readTimes(): { readonly idleMs: number; readonly allMs: number } {
  let [idleMs, allMs] = [0, 0];
  for (const { times } of cpus()) {
    idleMs += times.idle;
    allMs += Object.values(times).reduce((sum, ms) => sum + ms, 0);
  }
  return { idleMs, allMs };
}
