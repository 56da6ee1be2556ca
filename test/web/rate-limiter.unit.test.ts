import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Clock } from '../../src/base/clock.ts';
import { createRateLimiter } from '../../src/web/rate-limits/rate-limiter.ts';

/** A clock that stands until it is moved. */
function standingClock() {
  let ms = 1_000_000;
  const clock: Clock = {
    now: () => new Date(1_700_000_000_000 + ms),
    monotonicMs: () => ms + 0.123456,
    sleep: async () => undefined,
  };
  return { clock, move: (byMs: number) => (ms += byMs) };
}

const PAYMENTS = { perSec: 50, burst: 100 };

test('a burst passes at once, the next call waits for its place', () => {
  const { clock, move } = standingClock();
  const limiter = createRateLimiter(clock);
  for (let left = 99; left >= 0; left -= 1) {
    const answer = limiter.take('a', PAYMENTS);
    assert.equal(answer.isAllowed, true);
    assert.equal(answer.remaining, left);
    assert.equal(answer.limit, 100);
    assert.equal(answer.retryAfterSec, 0);
  }
  const refused = limiter.take('a', PAYMENTS);
  assert.deepEqual([refused.isAllowed, refused.remaining, refused.retryAfterSec], [false, 0, 1]);
  move(19);
  assert.equal(limiter.take('a', PAYMENTS).isAllowed, false);
  move(1);
  assert.equal(limiter.take('a', PAYMENTS).isAllowed, true);
  assert.equal(limiter.take('a', PAYMENTS).isAllowed, false);
});

test('a caller at the rate is never refused', () => {
  const { clock, move } = standingClock();
  const limiter = createRateLimiter(clock);
  for (let call = 0; call < 1000; call += 1) {
    assert.equal(limiter.take('a', { perSec: 50, burst: 1 }).isAllowed, true);
    move(20);
  }
});

test('refused calls cost nothing: a caller who insists is let in at the rate all the same', () => {
  const { clock, move } = standingClock();
  const limiter = createRateLimiter(clock);
  let passed = 0;
  for (let ms = 0; ms < 10_000; ms += 1) {
    if (limiter.take('a', { perSec: 50, burst: 1 }).isAllowed) passed += 1;
    move(1);
  }
  assert.equal(passed, 500);
});

test('callers do not take from each other, and looking takes nothing', () => {
  const { clock } = standingClock();
  const limiter = createRateLimiter(clock);
  const one = { perSec: 1, burst: 1 };
  assert.equal(limiter.look('a', one).isAllowed, true);
  assert.equal(limiter.look('a', one).isAllowed, true);
  assert.equal(limiter.take('a', one).isAllowed, true);
  assert.equal(limiter.look('a', one).isAllowed, false);
  assert.equal(limiter.take('b', one).isAllowed, true);
});

test('a network counts at each of its sizes, and a refusal at one counts at none', () => {
  const { clock } = standingClock();
  const limiter = createRateLimiter(clock);
  const rate = { perSec: 1, burst: 10 };
  const within48 = (n: number): string => `2001:0db8:0001:${n.toString(16).padStart(4, '0')}::/64`;
  const passed = (networkOf: (n: number) => string): number =>
    Array.from({ length: 100 }, (_, n) => networkOf(n)).filter(
      (network) => limiter.takeOf('calls', network, rate).isAllowed,
    ).length;
  assert.equal(
    passed(() => within48(0)),
    10,
    'a /64',
  );
  assert.equal(
    passed((n) => within48(n)),
    10,
    'the rest of its /56',
  );
  assert.equal(
    passed((n) => within48(256 * n)),
    20,
    'the rest of its /48',
  );
  const fresh = within48(0xff01);
  assert.equal(limiter.takeOf('calls', fresh, rate).isAllowed, false);
  assert.equal(limiter.lookOf('calls', fresh, rate).isAllowed, false);
  assert.equal(limiter.look(`calls ${fresh}`, rate).remaining, 10, 'nothing was taken of its /64');
  assert.equal(
    passed(() => '203.0.113.7'),
    10,
    'others are served',
  );
  assert.equal(limiter.takeOf('other calls', fresh, rate).isAllowed, true);
});

test('a rate may say what no network exceeds', () => {
  const { clock } = standingClock();
  const limiter = createRateLimiter(clock);
  const rate = { perSec: 1, burst: 10, mostPerSec: 2 };
  const passed = Array.from({ length: 200 }, (_, n) => `203.0.113.${n}`).filter(
    (network) => limiter.takeOf('calls', network, rate).isAllowed,
  );
  assert.equal(passed.length, 20);
});

test('a call that counts more than once fills the bucket as often', () => {
  const { clock, move } = standingClock();
  const limiter = createRateLimiter(clock);
  const rate = { perSec: 1, burst: 10 };
  assert.equal(limiter.take('a', rate, 8).remaining, 2);
  assert.equal(limiter.take('a', rate, 3).isAllowed, false);
  move(8000);
  assert.equal(limiter.take('a', rate, 30).isAllowed, true, 'more than the bucket ever holds');
  assert.deepEqual(
    [limiter.look('a', rate).remaining, limiter.look('a', rate).retryAfterSec],
    [0, 21],
  );
});

test('tells in Unix seconds when everything is available again', () => {
  const { clock, move } = standingClock();
  const limiter = createRateLimiter(clock);
  for (let call = 0; call < 100; call += 1) limiter.take('a', PAYMENTS);
  const nowSec = clock.now().getTime() / 1000;
  assert.equal(limiter.look('a', PAYMENTS).resetsAtSec, nowSec + 2);
  move(2000);
  assert.equal(limiter.look('a', PAYMENTS).remaining, 100);
});

test('remembers a limited number of callers; the one idle longest starts from zero', () => {
  const { clock } = standingClock();
  const limiter = createRateLimiter(clock, 2);
  const one = { perSec: 1, burst: 1 };
  limiter.take('a', one);
  limiter.take('b', one);
  limiter.take('a', one);
  limiter.take('c', one);
  assert.equal(limiter.look('a', one).isAllowed, false);
  assert.equal(limiter.look('b', one).isAllowed, true);
});
