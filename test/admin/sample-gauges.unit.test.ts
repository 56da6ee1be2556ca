import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewSample } from '../../src/admin/gauges/gauge-store.ts';
import { type SampleGaugesDeps, sampleGauges } from '../../src/admin/sample-gauges.ts';
import { msat } from '../../src/base/amount.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { HEALTHY_REPORT } from '../support/test-operator.ts';

const GAUGES = {
  owedMsat: msat(5_000n),
  heldMsat: msat(300n),
  unclaimedMsat: msat(200n),
  inFlightMsat: msat(100n),
  openPayments: 4,
  users: 3,
  deliveriesWaiting: 2,
};
const info = HEALTHY_REPORT.node?.info ?? assert.fail('the node answers');
const balances = {
  localMsat: msat(8_000n),
  remoteMsat: msat(7_000n),
  unsettledLocalMsat: msat(1_000n),
  openingLocalMsat: msat(0n),
  chainMsat: msat(0n),
};

async function sampleWith(
  changes: Partial<SampleGaugesDeps['lightning']>,
): Promise<readonly NewSample[]> {
  const samples: NewSample[] = [];
  await sampleGauges({
    node: { network: 'regtest', pubkey: info.pubkey, alias: 'ours' },
    lightning: { info: async () => info, balances: async () => balances, ...changes },
    gauges: {
      readGauges: async () => GAUGES,
      addSample: async (sample) => void samples.push(sample),
    },
  });
  return samples;
}

test('a sample has both sides', async () => {
  const samples = await sampleWith({});
  const node = { ownedMsat: 9_000n, localMsat: 8_000n, remoteMsat: 7_000n };
  assert.deepEqual(samples, [{ ...GAUGES, node }]);
});

test('a node that is away leaves its side out', async () => {
  const away = await sampleWith({
    balances: () => Promise.reject(new NodeFault('the node is away')),
  });
  assert.deepEqual(away, [{ ...GAUGES, node: null }]);
});

test('the money of a stranger at the address of our node is not counted', async () => {
  const other = { ...info, pubkey: `03${'ee'.repeat(32)}` };
  const samples = await sampleWith({ info: async () => other });
  assert.deepEqual(samples, [{ ...GAUGES, node: null }]);
});
