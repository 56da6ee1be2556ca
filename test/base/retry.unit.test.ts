import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RetryOptions, retry } from '../../src/base/retry.ts';

class Passing extends Error {}

/** Pauses at their upper bounds, taken down instead of waited for. */
function quick(maxAttempts: number): RetryOptions & { readonly pausesMs: number[] } {
  const pausesMs: number[] = [];
  return {
    maxAttempts,
    firstPauseMs: 100,
    isRetryable: (error) => error instanceof Passing,
    clock: {
      now: () => new Date(0),
      monotonicMs: () => 0,
      sleep: async (ms) => {
        pausesMs.push(Math.round(ms));
      },
    },
    random: { bytes: (length) => new Uint8Array(length).fill(0xff) },
    pausesMs,
  };
}

test('a call that works is made once', async () => {
  const options = quick(5);
  assert.equal(await retry(options, async () => 7), 7);
  assert.deepEqual(options.pausesMs, []);
});

test('a passing failure is repeated, with longer and longer pauses', async () => {
  const options = quick(5);
  let calls = 0;
  const answer = await retry(options, async () => {
    calls += 1;
    if (calls < 4) throw new Passing();
    return calls;
  });
  assert.equal(answer, 4);
  assert.deepEqual(options.pausesMs, [100, 200, 400]);
});

test('repeats are bounded, and the last failure is thrown', async () => {
  const options = quick(3);
  let calls = 0;
  const failing = retry(options, async () => {
    calls += 1;
    throw new Passing(`number ${calls}`);
  });
  await assert.rejects(failing, /number 3/);
});

test('any other failure is thrown at once', async () => {
  const options = quick(5);
  let calls = 0;
  const failing = retry(options, async () => {
    calls += 1;
    throw new Error('for good');
  });
  await assert.rejects(failing, /for good/);
  assert.equal(calls, 1);
});
