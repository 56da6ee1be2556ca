import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  adviseOnCapacity,
  CAPACITY_LIMITS,
  type Capacity,
} from '../../src/admin/gauges/capacity-advice.ts';
import { msat, sat } from '../../src/base/amount.ts';

/** A channel of 1,000,000 sat; what is on neither side is reserved. */
const channel = (local: bigint, remote: bigint, isActive = true): Capacity['channels'][number] => ({
  peerPubkey: `02${'cd'.repeat(32)}`,
  capacitySat: sat(1_000_000n),
  localSat: sat(local),
  remoteSat: sat(remote),
  isActive,
});

const WELL = [channel(500_000n, 480_000n), channel(400_000n, 580_000n)];

const advise = (changes: Partial<Capacity>) =>
  adviseOnCapacity({
    channels: WELL,
    owedMsat: msat(100_000_000n),
    ownedMsat: msat(900_000_000n),
    ...changes,
  });

const kinds = (changes: Partial<Capacity>): readonly string[] =>
  advise(changes).map(({ kind }) => kind);

test('nothing is to be done where money is spread and covered', () => {
  assert.deepEqual(advise({}), []);
  assert.deepEqual(advise({ owedMsat: msat(0n), ownedMsat: msat(0n) }), [], 'a new service');
});

test('cover: below what is owed, and too little above it', () => {
  const owedMsat = msat(1000n);
  assert.deepEqual(kinds({ owedMsat, ownedMsat: msat(999n) }), ['not_covered']);
  assert.deepEqual(advise({ owedMsat, ownedMsat: msat(1000n) }), [
    { kind: 'thin_cover', percent: 100n },
  ]);
  const enough = msat(10n * CAPACITY_LIMITS.thinCover);
  assert.deepEqual(kinds({ owedMsat, ownedMsat: msat(enough - 1n) }), ['thin_cover']);
  assert.deepEqual(kinds({ owedMsat, ownedMsat: enough }), []);
});

test('without channels no more is said of them', () => {
  assert.deepEqual(kinds({ channels: [] }), ['no_channels']);
  assert.deepEqual(kinds({ channels: [], ownedMsat: msat(0n) }), ['not_covered', 'no_channels']);
});

test('low on one side: both sides of each bound', () => {
  const low = CAPACITY_LIMITS.low * 10_000n;
  const sending = (local: bigint) => [channel(local, 800_000n), channel(local, 800_000n)];
  assert.deepEqual(kinds({ channels: sending(low) }), []);
  assert.deepEqual(advise({ channels: sending(low - 1n) }), [
    { kind: 'low_outbound', percent: CAPACITY_LIMITS.low - 1n },
  ]);
  const receiving = (remote: bigint) => [channel(800_000n, remote), channel(800_000n, remote)];
  assert.deepEqual(kinds({ channels: receiving(low) }), []);
  assert.deepEqual(advise({ channels: receiving(low - 1n) }), [
    { kind: 'low_inbound', percent: CAPACITY_LIMITS.low - 1n },
  ]);
});

test('one channel that holds most, or is the only one', () => {
  const share = CAPACITY_LIMITS.inOneChannel * 10_000n;
  const split = (first: bigint) => [
    channel(first, 1_000_000n - first),
    channel(1_000_000n - first, first),
  ];
  assert.deepEqual(kinds({ channels: split(share) }), []);
  const [advice] = advise({ channels: split(share + 10_000n) });
  assert.deepEqual(advice, {
    kind: 'one_channel',
    percent: CAPACITY_LIMITS.inOneChannel + 1n,
    peerPubkey: WELL[0]?.peerPubkey,
  });
  assert.deepEqual(kinds({ channels: WELL.slice(0, 1) }), ['single_channel']);
});

test('channels whose peer is away count for nothing, and what they hold is said', () => {
  const away = channel(900_000n, 90_000n, false);
  assert.deepEqual(advise({ channels: [...WELL, away, away] }), [
    { kind: 'inactive', count: 2, localSat: sat(1_800_000n) },
  ]);
  assert.deepEqual(kinds({ channels: [away, away] }), ['low_outbound', 'low_inbound', 'inactive']);
  assert.deepEqual(kinds({ channels: [WELL[0] ?? away, away] }), ['inactive', 'single_channel']);
});

test('empty channels are no fault of arithmetic', () => {
  const empty = { ...channel(0n, 0n), capacitySat: sat(0n) };
  assert.deepEqual(kinds({ channels: [empty, empty] }), ['low_outbound', 'low_inbound']);
});
