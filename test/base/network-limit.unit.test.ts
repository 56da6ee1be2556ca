import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNetworkLimit } from '../../src/base/network-limit.ts';

const within = (id48: number, id64: number): string =>
  `2001:0db8:${id48.toString(16).padStart(4, '0')}:${id64.toString(16).padStart(4, '0')}::/64`;

test('a network has a share at each of its sizes, and never more than half of all', () => {
  const limit = createNetworkLimit(10, 100);
  const takeMany = (networkOf: (n: number) => string): number =>
    Array.from({ length: 200 }, (_, n) => networkOf(n)).filter(limit.acquire).length;
  assert.equal(
    takeMany(() => within(1, 0)),
    10,
    'a /64',
  );
  assert.equal(
    takeMany((n) => within(1, n)),
    10,
    'the rest of its /56',
  );
  assert.equal(
    takeMany((n) => within(1, 256 * n)),
    20,
    'the rest of its /48',
  );
  assert.equal(
    takeMany((n) => within(2 + n, 0)),
    10,
    'the rest of its /32',
  );
  assert.equal(
    takeMany((n) => `203.0.113.${n}`),
    50,
    'a /24',
  );
});

test('a refusal takes nothing, and what was taken can be given back', () => {
  const limit = createNetworkLimit(1, 100);
  assert(limit.acquire(within(1, 0)) && limit.acquire(within(1, 1)));
  assert.equal(limit.acquire(within(1, 2)), false, 'its /56 has two');
  limit.release(within(1, 0));
  assert.equal(limit.acquire(within(1, 2)), true, 'so the refusal took nothing of its /64');
});
