import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until the answer is not null; fails with `what` when it stays so for too long. */
export async function eventually<T>(
  what: string,
  ask: () => T | null | Promise<T | null>,
  limitMs = 60_000,
): Promise<T> {
  const beganAtMs = performance.now();
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > beganAtMs + limitMs) throw new Error(`it never happened: ${what}`);
    await pauseSince(beganAtMs);
  }
}

const PAUSE_MS = { least: 20, most: 250 };
const SHARE_OF_WAIT = 0.1;

/** Before one asks again: what takes long is asked less often, as every question costs others. */
export async function pauseSince(beganAtMs: number): Promise<void> {
  const shareMs = (performance.now() - beganAtMs) * SHARE_OF_WAIT;
  await wait(Math.min(Math.max(shareMs, PAUSE_MS.least), PAUSE_MS.most));
}
