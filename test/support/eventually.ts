import { setTimeout as wait } from 'node:timers/promises';

/** Asks repeatedly until the answer is not null, and fails with `what` if that takes too long. */
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
/**
 * The part of the waiting time that one more pause takes, so that after a long wait it does not
 * matter.
 */
const PAUSE_SHARE = 0.1;

/** Waits between two questions, each of which takes processor time from what the test waits for. */
export async function pauseSince(beganAtMs: number): Promise<void> {
  const pauseMs = (performance.now() - beganAtMs) * PAUSE_SHARE;
  await wait(Math.min(LONGEST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, pauseMs)));
}
