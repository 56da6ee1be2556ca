import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_KNOWN_SOCKETS_OF_KEY,
  MAX_RELAY_SOCKETS,
  MAX_RELAY_SOCKETS_OF_NETWORK,
  MAX_STRANGERS_SOCKETS,
  STRANGERS_SOCKET_MS,
} from '../../src/nwc/limits.ts';
import { createSocketPlaces, type SocketPlace } from '../../src/nwc/relay/socket-places.ts';

function start() {
  let nowMs = 0;
  const places = createSocketPlaces({ monotonicMs: () => nowMs });
  const cut: string[] = [];
  const take = (network: string) => places.acquire(network, () => cut.push(network));
  /** Each from a /24 of its own. */
  const takeMany = (count: number): readonly (SocketPlace | null)[] =>
    Array.from({ length: count }, (_, n) => take(`${n >> 8}.${n & 255}.0.1`));
  return { take, takeMany, cut, pass: (ms: number) => (nowMs += ms) };
}

const isOpen = (place: SocketPlace | null): place is SocketPlace => place !== null;

test('one /48 holds a few sockets, and others find places', () => {
  const { take } = start();
  const flood = Array.from({ length: 5000 }, (_, n) =>
    take(`2001:0db8:0001:${n.toString(16).padStart(4, '0')}::/64`),
  ).filter(isOpen);
  assert.equal(flood.length, 4 * MAX_RELAY_SOCKETS_OF_NETWORK);
  assert(isOpen(take('203.0.113.7')) && isOpen(take('2001:0db8:0002:0000::/64')));
  for (const place of flood) place.release();
  assert(isOpen(take('2001:0db8:0001:0000::/64')), 'what was given back is free');
});

test('strangers make room for those who come, and known keys never do', () => {
  const { take, takeMany, cut, pass } = start();
  const known = take('203.0.113.7');
  known?.know('device');
  const strangers = takeMany(MAX_STRANGERS_SOCKETS).filter(isOpen);
  assert.equal(strangers.length, MAX_STRANGERS_SOCKETS);
  assert.equal(take('198.51.100.1'), null, 'all strangers have just come');
  pass(STRANGERS_SOCKET_MS);
  const app = take('198.51.100.1');
  assert(isOpen(app));
  assert.deepEqual(cut, ['0.0.0.1'], 'the first that came');
  app.know('other device');
  assert(isOpen(take('198.51.100.2')), 'the place of the known one is not one of strangers');
  assert.equal(cut.length, 1);
});

test('a place that was given back twice counts once', () => {
  const { take, takeMany, pass } = start();
  const place = take('203.0.113.7');
  place?.release();
  place?.release();
  place?.know('device');
  const places = takeMany(MAX_RELAY_SOCKETS).filter(isOpen);
  assert.equal(places.length, MAX_STRANGERS_SOCKETS);
  pass(STRANGERS_SOCKET_MS);
});

test('one key makes only so many sockets known', () => {
  const { takeMany, cut, pass } = start();
  for (const place of takeMany(MAX_KNOWN_SOCKETS_OF_KEY + 1)) place?.know('device');
  const others = takeMany(MAX_STRANGERS_SOCKETS);
  assert.equal(others.filter(isOpen).length, MAX_STRANGERS_SOCKETS - 1);
  pass(STRANGERS_SOCKET_MS);
  takeMany(1);
  assert.equal(cut.length, 1);
});
