import assert from 'node:assert/strict';
import { test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import type { NodeChannel } from '../../src/lightning/node-port.ts';
import { readNodeHoldings, roundDown } from '../../src/proof/read-node-holdings.ts';
import { HEALTHY_REPORT } from '../support/test-operator.ts';

const channel: NodeChannel = HEALTHY_REPORT.node?.channels[0] ?? assert.fail('it has one');

const balances = async () => ({
  localMsat: msat(8_765_432_999n),
  remoteMsat: msat(1n),
  unsettledLocalMsat: msat(1000n),
  openingLocalMsat: msat(0n),
  chainMsat: msat(0n),
});

test('it keeps three digits, so that single payments do not show, and never says more', () => {
  for (const [amount, said] of [
    [0n, 0n],
    [7n, 7n],
    [999n, 999n],
    [1999n, 1990n],
    [8_765_432n, 8_760_000n],
  ] as const) {
    assert.equal(roundDown(amount), said);
  }
});

test('channels that no one can look up do not count', async () => {
  const channels = async () => [
    channel,
    { ...channel, capacitySat: sat(5n) },
    { ...channel, isAnnounced: false, capacitySat: sat(1_000_000_000n) },
  ];
  assert.deepEqual(await readNodeHoldings({ lightning: { balances, channels } }), {
    holdsSat: 8_760_000n,
    announcedSat: channel.capacitySat + 5n,
  });
});

test('while the node is away nothing is said', async () => {
  const channels = () => Promise.reject(new Error('away'));
  assert.equal(await readNodeHoldings({ lightning: { balances, channels } }), null);
});
