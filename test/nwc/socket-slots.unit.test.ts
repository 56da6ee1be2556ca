import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_KNOWN_SOCKETS_OF_KEY,
  MAX_RELAY_SOCKETS,
  MAX_RELAY_SOCKETS_OF_NETWORK,
  MAX_STRANGERS_SOCKETS,
  STRANGERS_SOCKET_MS,
} from '../../src/nwc/limits.ts';
import { createSocketSlots, type SocketSlot } from '../../src/nwc/relay/socket-slots.ts';

function start() {
  let nowMs = 0;
  const slots = createSocketSlots({ monotonicMs: () => nowMs });
  const cut: string[] = [];
  const take = (network: string) => slots.acquire(network, () => cut.push(network));
  /** Each from a /24 of its own. */
  const takeMany = (count: number): readonly (SocketSlot | null)[] =>
    Array.from({ length: count }, (_, n) => take(`${n >> 8}.${n & 255}.0.1`));
  return { take, takeMany, cut, pass: (ms: number) => (nowMs += ms) };
}

const isOpen = (slot: SocketSlot | null): slot is SocketSlot => slot !== null;

test('one /48 holds a few sockets, and others find slots', () => {
  const { take } = start();
  const flood = Array.from({ length: 5000 }, (_, n) =>
    take(`2001:0db8:0001:${n.toString(16).padStart(4, '0')}::/64`),
  ).filter(isOpen);
  assert.equal(flood.length, 4 * MAX_RELAY_SOCKETS_OF_NETWORK);
  assert(isOpen(take('203.0.113.7')) && isOpen(take('2001:0db8:0002:0000::/64')));
  for (const slot of flood) slot.release();
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
  assert(isOpen(take('198.51.100.2')), 'the slot of the known one is not one of strangers');
  assert.equal(cut.length, 1);
});

test('a slot that was given back twice counts once', () => {
  const { take, takeMany, pass } = start();
  const slot = take('203.0.113.7');
  slot?.release();
  slot?.release();
  slot?.know('device');
  const slots = takeMany(MAX_RELAY_SOCKETS).filter(isOpen);
  assert.equal(slots.length, MAX_STRANGERS_SOCKETS);
  pass(STRANGERS_SOCKET_MS);
});

test('one key makes only so many sockets known', () => {
  const { takeMany, cut, pass } = start();
  for (const slot of takeMany(MAX_KNOWN_SOCKETS_OF_KEY + 1)) slot?.know('device');
  const others = takeMany(MAX_STRANGERS_SOCKETS);
  assert.equal(others.filter(isOpen).length, MAX_STRANGERS_SOCKETS - 1);
  pass(STRANGERS_SOCKET_MS);
  takeMany(1);
  assert.equal(cut.length, 1);
});
