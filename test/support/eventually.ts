import { setTimeout as wait } from 'node:timers/promises';

/** Asks again until the answer is not null; fails with `what` when it stays so for too long. */
export async function eventually<T>(
  what: string,
  ask: () => T | null | Promise<T | null>,
  limitMs = 60_000,
): Promise<T> {
  const deadline = performance.now() + limitMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`it never happened: ${what}`);
    await wait(20);
  }
}
