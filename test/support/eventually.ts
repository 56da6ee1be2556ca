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

const LEAST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
/** How much of the time so far a pause takes: after a long wait it is not noticed. */
const PAUSE_SHARE = 0.1;

/** Between two looks, each of which takes processor time from what it waits for. */
export async function pauseSince(beganAtMs: number): Promise<void> {
  const pauseMs = (performance.now() - beganAtMs) * PAUSE_SHARE;
  await wait(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pauseMs)));
}
