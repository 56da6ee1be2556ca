import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkStuck } from '../../src/payments/check-stuck.ts';
import { endStuck } from '../../src/payments/end-stuck.ts';
import { startPayBench } from '../support/pay-bench.ts';
import {
  EXPIRY,
  LATE,
  NEVER,
  payAndWait,
  type Stranding,
  strand,
  strandingOf,
} from '../support/stranding.ts';

test('two looks, ten minutes apart, and the HTLC expired: the payer has their money again', async () => {
  const stranding = await strand();
  const { world, ann } = stranding.bench;
  assert.match(await stranding.end(), /a second look is needed 600 s after the first/);
  await stranding.pass(9);
  assert.match(await stranding.end(), /a second look is needed/);
  assert.equal(world.heldSat(ann), 1010n);
  await stranding.pass(1);
  assert.equal(await stranding.end(), 'ended');
  assert.equal(stranding.payment().state, 'failed');
  assert.equal(stranding.payment().failure?.reason, 'stranded');
  assert.equal(world.walletSat(ann), 100_000n);
  assert.deepEqual(world.alarmKinds(), ['stranded_payment_ended']);
  assert.match(await stranding.end(), /the payment has failed/);
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('while an HTLC could be claimed nothing goes back, and twelve blocks longer', async () => {
  const stranding = await strand();
  const { world, ann } = stranding.bench;
  world.node.says.blockHeight = EXPIRY + 11;
  await stranding.look();
  await stranding.pass(11);
  assert.match(await stranding.end(), /wait for block 1012, now 1011/);
  assert.equal(world.heldSat(ann), 1010n);
  assert.deepEqual(world.alarmKinds(), []);
  world.node.says.blockHeight = LATE;
  assert.equal(await stranding.end(), 'ended');
  world.checkBooks();
});

const DISTURBANCES: readonly (readonly [string, (stranding: Stranding) => void])[] = [
  [
    'the node is started again',
    (one) => {
      one.says.startedAtMs = one.bench.world.clock.now().getTime();
    },
  ],
  [
    'the peer of its channel was away for a moment',
    (one) => {
      one.says.awaySec += 2n;
    },
  ],
];

for (const [what, disturb] of DISTURBANCES) {
  test(`between the looks ${what}: they are counted again`, async () => {
    const stranding = await strand();
    await stranding.look();
    await stranding.pass(9);
    disturb(stranding);
    await stranding.pass(2);
    assert.match(await stranding.end(), /a second look is needed/);
    await stranding.pass(9);
    assert.match(await stranding.end(), /a second look is needed/);
    await stranding.pass(1);
    assert.equal(await stranding.end(), 'ended');
    stranding.bench.world.checkBooks();
  });
}

const OBSTACLES: readonly (readonly [string, RegExp, (stranding: Stranding) => void])[] = [
  [
    'a channel holds an HTLC of it',
    /holds an HTLC/,
    (one) => {
      one.says.channel = { htlcHashes: [one.paymentHash] };
    },
  ],
  [
    'its channel does not work',
    /does not work/,
    (one) => {
      one.says.channel = { isActive: false };
    },
  ],
  [
    'its channel is gone',
    /closed or closing/,
    (one) => {
      one.says.channel = { ids: ['102'] };
    },
  ],
  [
    'the node is not synced',
    /not synced/,
    (one) => {
      one.bench.world.node.says.synced = false;
    },
  ],
  [
    'another node answers',
    /not the node of this database/,
    (one) => {
      one.bench.world.node.says.pubkey = `02${'ab'.repeat(32)}`;
    },
  ],
  [
    'the node tries once more',
    /not started again/,
    (one) => {
      one.says.attempt = { ...one.says.attempt, startedAt: one.bench.world.clock.now() };
    },
  ],
];

for (const [what, why, obstruct] of OBSTACLES) {
  test(`nothing goes back when ${what}, and then two looks are needed again`, async () => {
    const stranding = await strand();
    const { world, ann } = stranding.bench;
    const { pubkey } = world.node.says;
    const { attempt } = stranding.says;
    await stranding.look();
    await stranding.pass(11);
    obstruct(stranding);
    assert.match(await stranding.end(), why);
    assert.equal(world.heldSat(ann), 1010n);
    Object.assign(world.node.says, { synced: true, pubkey });
    Object.assign(stranding.says, { channel: {}, attempt });
    assert.match(await stranding.end(), /a second look is needed/);
    await stranding.pass(10);
    assert.equal(await stranding.end(), 'ended');
    world.checkBooks();
  });
}

test('a node that is away proves nothing', async () => {
  const stranding = await strand();
  await stranding.look();
  await stranding.pass(11);
  stranding.bench.world.node.books.isAway = true;
  await assert.rejects(stranding.end(), { name: 'NodeFault' });
  assert.equal(stranding.payment().state, 'in_flight');
});

test('while its sender may live, and before it was handed over, nothing is proven', async () => {
  const bench = await startPayBench({ waitSec: 1 });
  const stranding = strandingOf(bench, bench.service, await payAndWait(bench));
  await stranding.pass(60);
  assert.match(await stranding.end(), /still being handed/);
  const finding = await checkStuck(bench.service.deps, {
    ...stranding.payment(),
    state: 'reserved',
  });
  assert.equal(finding.kind === 'not_stuck' && finding.why.includes('not handed'), true);
});

test('two commands at once give it back once', async () => {
  const stranding = await strand();
  const { world, ann } = stranding.bench;
  await stranding.look();
  await stranding.pass(11);
  const ends = await Promise.all([stranding.end(), stranding.end(), stranding.end()]);
  assert(ends.includes('ended'));
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('a command that dies before it has written the end leaves an alarm, and all as it was', async () => {
  const stranding = await strand();
  const { world, ann } = stranding.bench;
  await stranding.look();
  await stranding.pass(11);
  const { deps } = stranding.worker;
  const dying = { ...deps, money: { ...deps.money, resolve: () => new Promise<never>(() => {}) } };
  void endStuck(dying, stranding.payment(), NEVER);
  await stranding.pass(1);
  assert.equal(stranding.payment().state, 'in_flight');
  assert.equal(world.heldSat(ann), 1010n);
  assert.deepEqual(world.alarmKinds(), ['stranded_payment_ended']);
  assert.equal(await stranding.end(), 'ended');
  assert.equal(world.walletSat(ann), 100_000n);
  world.checkBooks();
});

test('a success that the node tells first is what counts', async () => {
  const stranding = await strand();
  const { world, ann } = stranding.bench;
  await stranding.look();
  await stranding.pass(11);
  const known = stranding.payment();
  world.node.end(stranding.paymentHash, { kind: 'succeed', feeMsat: 0n });
  await stranding.pass(1);
  assert.equal(stranding.payment().state, 'settled');
  const late = await endStuck(stranding.worker.deps, known, NEVER);
  assert.equal(late.ok, true, 'the payment is over, whichever was faster');
  assert.equal(stranding.payment().state, 'settled');
  assert.equal(world.walletSat(ann), 99_000n);
  assert(world.alarmKinds().includes('final_state_contradicted'));
  world.checkBooks();
});
