import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createDailyAllowance } from '../../src/authorization/daily-allowance.ts';
import { DAY_MS } from '../../src/base/durations.ts';

/** How long an owner is told without a look that nothing is left. */

const NOON = new Date('2026-06-15T12:00:00Z');
const later = (ms: number): Date => new Date(NOON.getTime() + ms);

function openAllowance() {
  let looks = 0;
  let isFull = true;
  const attempts = {
    takeAttempts: async () => {
      looks += 1;
      return isFull ? 1000 : null;
    },
  };
  const daily = createDailyAllowance(attempts, 'bytes', 20);
  const empty = (): void => {
    isFull = false;
  };
  return { daily, looks: () => looks, empty };
}

test('"used up" is said again for a second, and then looked for', async () => {
  const { daily, looks, empty } = openAllowance();
  daily.count('alice', 1);
  assert.equal(await daily.hasRoom('alice', NOON), false);
  assert.equal(await daily.hasRoom('alice', later(999)), false);
  assert.equal(looks(), 1);
  empty();
  assert.equal(await daily.hasRoom('alice', later(1000)), true);
});

test('a clock that was ahead keeps no one waiting once it is right', async () => {
  const { daily, empty } = openAllowance();
  daily.count('alice', 1);
  assert.equal(await daily.hasRoom('alice', later(365 * DAY_MS)), false);
  empty();
  assert.equal(await daily.hasRoom('alice', NOON), true);
});
