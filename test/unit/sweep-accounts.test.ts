import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { sweepAccounts } from '../../src/workers/sweep-accounts.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

test('I6 everything that is over is removed, in parts, again and again', async () => {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const left = { sessions: 2500, links: 1, attempts: 1000 };
  const sweep = (name: keyof typeof left) => async (before: Date, limit: number) => {
    assert.deepEqual(before, clock.now());
    const removed = Math.min(left[name], limit);
    left[name] -= removed;
    return removed;
  };
  const swept = sweepAccounts(
    {
      ...{ clock, random: systemRandom, log: createListeningLog() },
      sessions: { sweepSessions: sweep('sessions') },
      links: { sweepLinks: sweep('links') },
      attempts: { sweepAttempts: sweep('attempts') },
    },
    stop.signal,
  );
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(left, { sessions: 0, links: 0, attempts: 0 });
  left.sessions = 3;
  await clock.advance(61_000);
  assert.equal(left.sessions, 0);
  stop.abort();
  await swept;
});
