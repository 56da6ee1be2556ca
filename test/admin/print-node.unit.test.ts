import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  describeManaged,
  describeReport,
  presentManaged,
  presentReport,
} from '../../src/admin/commands/print-node.ts';
import type { ManagedNode } from '../../src/admin/read-managed-node.ts';
import { readNodeReport } from '../../src/admin/read-node-report.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { startPayBench } from '../support/pay-bench.ts';
import { HEALTHY_REPORT } from '../support/test-operator.ts';
import { createStopsOf } from '../support/wallet-memory/safety.ts';

test('a person reads how all stands', () => {
  const text = describeReport(HEALTHY_REPORT).join('\n');
  for (const words of [
    'our-node',
    'synced',
    'can send 9000000 sat, can receive 4000000 sat',
    '1, 1 active',
    '6543210 / 10000000 sat ours',
    '0 payments, 0 sat held',
    'covered: node 9000000 sat, owed 1200005 sat',
    'balance, 4321 transfers, checked 2026-05-06T07:08:09.000Z',
    'payments may leave',
  ]) {
    assert(text.includes(words), `${words} in:\n${text}`);
  }
});

test('what is wrong stands out', () => {
  const { solvency } = HEALTHY_REPORT;
  const text = describeReport({
    ...HEALTHY_REPORT,
    node: null,
    stops: ['the books do not balance'],
    books: { checkedAt: new Date(), transfersCount: 1n, findingsCount: 2 },
    solvency: { ...solvency, ownedMsat: null, isCovered: null },
    comparison: { comparedAt: null, awaitsChain: true },
    differences: [
      {
        kind: 'payment',
        state: 'in_flight',
        nodeIndex: 1n,
        paymentHash: 'ab'.repeat(32),
        amountMsat: msat(1500n),
        happenedAt: new Date('2026-01-02T03:04:05Z'),
      },
    ],
  }).join('\n');
  for (const words of [
    'does not answer',
    'STOPPED: the books do not balance',
    'DO NOT BALANCE',
    'solvency   unknown',
    'awaited    the payments of the node',
    'awaited    all that the bitcoin wallet of the node has done',
    'paid 2 sat (in flight) 2026-01-02T03:04:05.000Z',
  ]) {
    assert(text.includes(words), `${words} in:\n${text}`);
  }
});

test('programs get the same in figures', () => {
  const json = presentReport(HEALTHY_REPORT);
  assert.deepEqual(json.solvency, {
    covered: true,
    node_msat: '9000000000',
    owed_msat: '1200005000',
    wallets_msat: '1200005000',
    held_not_in_flight_msat: '0',
    unclaimed_msat: '0',
  });
  assert.deepEqual(json.outside_payments, { stopped: false, reasons: [] });
  assert.equal(json.books?.ok, true);
  assert.equal(json.comparison, null);
  assert.doesNotThrow(() => JSON.stringify(json));
});

test('the report is read from the node and the books, and without the node as well', async () => {
  const { world, service, begin } = await startPayBench();
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill({ amountMsat: 2_000_000n });
  const paying = begin(bill.bolt11);
  await world.clock.advance(1000);
  const stops = createStopsOf(world.memory);
  const deps = { ...service.deps, lightning: world.node, stops };
  const report = await readNodeReport(deps);
  assert.equal(report.node?.info.pubkey, world.node.identity.pubkey);
  assert.equal(report.pending.length, 1);
  assert.equal(report.solvency.owedMsat, 100_000_000n - 2_000_000n - 20_000n);
  assert.equal(report.solvency.isCovered, true);
  assert.deepEqual(report.stops, []);
  world.node.holds.localMsat = 1000n;
  assert.equal((await readNodeReport(deps)).solvency.isCovered, false);

  world.node.books.isAway = true;
  await deps.stops.noteBooks({
    place: '',
    transfersCount: 1n,
    liabilitiesMsat: msat(0n),
    nodeMsat: msat(0n),
    findings: [{ rule: 'a', subject: 'b', detail: 'c' }],
  });
  const paymentStop = { stopReason: () => 'the file is there' };
  const away = await readNodeReport({ ...deps, paymentStop });
  assert.deepEqual([away.node, away.solvency.isCovered], [null, null]);
  assert.deepEqual(away.stops, ['the file is there', 'stopped: books']);
  world.node.books.isAway = false;
  world.node.end(bill.paymentHash, { kind: 'fail', reason: 'no_route' });
  await world.clock.until(paying);
  world.checkBooks();
});

const MANAGED: ManagedNode = {
  wallet: {
    confirmedSat: sat(500_000n),
    unconfirmedSat: sat(2000n),
    lockedSat: sat(1n),
    reservedSat: sat(10_000n),
  },
  pending: [
    {
      state: 'opening',
      peerPubkey: `02${'ab'.repeat(32)}`,
      channelPoint: { txid: 'cd'.repeat(32), outputIndex: 1 },
      capacitySat: sat(100_000n),
      localSat: sat(98_781n),
      blocksLeft: 3,
    },
  ],
};

test('a node that we run also shows its wallet, and channels that open or close', () => {
  const text = describeManaged(MANAGED).join('\n');
  for (const words of [
    '500000 sat, 2000 sat not in a block yet, 10000 sat must stay',
    `opening    ${'cd'.repeat(32)}:1  98781 / 100000 sat ours, 3 blocks left`,
  ]) {
    assert(text.includes(words), `${words} in:\n${text}`);
  }
  assert.deepEqual(presentManaged(MANAGED), {
    wallet: {
      confirmed_sat: 500_000,
      unconfirmed_sat: 2000,
      locked_sat: 1,
      reserved_sat: 10_000,
    },
    pending_channels: [
      {
        state: 'opening',
        channel_point: `${'cd'.repeat(32)}:1`,
        peer: `02${'ab'.repeat(32)}`,
        capacity_sat: 100_000,
        local_sat: 98_781,
        blocks_left: 3,
      },
    ],
  });
  assert.deepEqual(describeManaged(null), []);
  assert.deepEqual(presentManaged(null), { wallet: null, pending_channels: null });
});
