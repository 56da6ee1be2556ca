import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { closeChannelFor, openChannelFor } from '../../src/admin/change-channel.ts';
import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { sat } from '../../src/base/amount.ts';
import { decodeTransactionHex, txidOf } from '../../src/lightning/bitcoin/transaction.ts';
import { parseChannelPoint } from '../../src/lightning/channel-point.ts';
import type { NodeSpend } from '../../src/lightning/node-ledger.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { addUser, BASELINE, NODE_PUBKEY } from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { type NodeLedgerBench, startNodeLedger } from '../support/node-ledger-bench.ts';
import { withdrawalSteps } from '../support/onchain/withdrawal-bench.ts';
import { newTransaction, newWithdrawal } from '../support/onchain/withdrawal-events.ts';

/** How soon a theft has to be noticed. */
const SOON_SEC = 60;

const ledgerTest = (
  name: string,
  work: (bench: NodeLedgerBench, t: TestContext) => Promise<void>,
): void => {
  test(name, async (t) => await work(await startNodeLedger(t), t));
};

/** Watches a node on which nothing has happened yet. */
async function begin({ watch, clock }: NodeLedgerBench): Promise<() => void> {
  const kill = watch();
  await clock.advance(20_000);
  return kill;
}

/** Lets several looks pass, and a block, in which nothing strange is found. */
async function staysQuiet({ clock, mine, alarmKinds, stops }: NodeLedgerBench): Promise<void> {
  await clock.advance(70_000);
  await mine(1);
  await clock.advance(70_000);
  assert.deepEqual([alarmKinds(), await stops()], [[], []]);
}

const auditing = ({ stores, management }: NodeLedgerBench) => ({
  actions: stores.actions,
  management,
  clock: systemClock,
  random,
  log: createListeningLog(),
});

const pointOf = (text: string) => {
  const point = parseChannelPoint(text);
  assert(point !== null);
  return point;
};

const OPENING = { host: null, amountSat: sat(100_000n), satPerVbyte: 3n };

ledgerTest(
  'bitcoin sent with a stolen macaroon stops what leaves within a minute',
  async (bench) => {
    await begin(bench);
    await bench.steal();
    const seconds = await bench.secondsUntil('node_spent_by_others');
    assert(seconds <= SOON_SEC, `${seconds} s`);
    assert.deepEqual(await bench.stops(), ['operator']);
    assert.match(
      bench.alarms[0]?.detail ?? '',
      /has paid 70000 sat to bcrt1\w+ by the transaction/,
    );
  },
);

ledgerTest('a payment with a stolen macaroon stops what leaves within a minute', async (bench) => {
  await begin(bench);
  const { json } = await bench.here.call('bob', '/v1/invoices', { value: '1000' });
  const order = { payment_request: json['payment_request'], timeout_seconds: 10 };
  const paid = bench.here.open('satchel', '/v2/router/send', { ...order, fee_limit_sat: '100' });
  while (!paid.isClosed()) await new Promise((resolve) => setTimeout(resolve, 5));
  const seconds = await bench.secondsUntil('database_gone_back');
  assert(seconds <= SOON_SEC, `${seconds} s`);
  assert.deepEqual(await bench.stops(), ['database_changed']);
  await bench.clock.advance(200_000);
  assert.deepEqual(await bench.stops(), ['database_changed'], 'only a person allows it again');
  assert(bench.alarmKinds().includes('payment_not_in_books'));
});

ledgerTest(
  'a channel closed with a stolen macaroon stops what leaves in a minute',
  async (bench) => {
    await begin(bench);
    const [channel] = await bench.channels();
    await bench.close('satchel', channel?.['channel_point'] ?? '');
    const seconds = await bench.secondsUntil('node_spent_by_others');
    assert(seconds <= SOON_SEC, `${seconds} s`);
    assert.equal(bench.alarms[0]?.subject, channel?.['channel_point']);
  },
);

ledgerTest('a channel opened with a stolen macaroon is bitcoin that was spent', async (bench) => {
  await begin(bench);
  await bench.openStolen('hub-one');
  const seconds = await bench.secondsUntil('node_spent_by_others');
  assert(seconds <= SOON_SEC, `${seconds} s`);
  assert.match(bench.alarms[0]?.detail ?? '', new RegExp(bench.pubkeyOf('hub-one')));
});

ledgerTest('what was stolen while no process ran is found at the start', async (bench) => {
  const kill = await begin(bench);
  kill();
  await bench.steal();
  const [channel] = await bench.channels();
  await bench.close('satchel', channel?.['channel_point'] ?? '');
  await bench.mine(10);
  await bench.clock.advance(3_600_000);
  assert.deepEqual(bench.alarms, []);
  bench.watch();
  assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  assert.equal(bench.alarms.length, 2, 'the transaction, and the channel that is closed already');
});

ledgerTest('another process goes on when the one that watches is killed', async (bench) => {
  const kill = await begin(bench);
  bench.watch();
  await bench.clock.advance(5000);
  kill();
  await bench.steal();
  assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  await bench.clock.advance(60_000);
  assert.equal(bench.alarms.length, 1);
});

ledgerTest(
  'one alarm and one stop for each theft, also after a person allows it',
  async (bench) => {
    const kill = await begin(bench);
    await bench.steal();
    await bench.secondsUntil('node_spent_by_others');
    assert.equal(await bench.allow(), true);
    await bench.clock.advance(60_000);
    kill();
    bench.watch();
    await bench.mine(8);
    await bench.clock.advance(120_000);
    assert.deepEqual([bench.alarms.length, await bench.stops()], [1, []]);
    await bench.steal();
    await bench.clock.advance(60_000);
    assert.deepEqual([bench.alarms.length, await bench.stops()], [2, ['operator']]);
  },
);

ledgerTest(
  'a process that dies before it has stored the alarm finds the theft again',
  async (bench) => {
    await begin(bench);
    const raise = bench.alarms.push;
    bench.alarms.push = () => {
      throw new Error('the database is away');
    };
    await bench.steal();
    await bench.clock.advance(30_000);
    assert.deepEqual(await bench.stops(), []);
    bench.alarms.push = raise;
    assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  },
);

ledgerTest('what the node spent before the first look is known', async (bench) => {
  await bench.steal();
  await bench.mine(1);
  await bench.steal();
  const [channel] = await bench.channels();
  await bench.close('satchel', channel?.['channel_point'] ?? '');
  await begin(bench);
  await staysQuiet(bench);
});

ledgerTest('withdrawals and higher fees for them are ours', async (bench) => {
  await begin(bench);
  const world = createPostgresWorld(bench.database, false);
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  const { withdrawals, sign, feeBumps } = withdrawalSteps(bench.database);
  const order = newWithdrawal(await addUser(world, 200_000));
  assert.deepEqual(await withdrawals.order(order), { kind: 'ordered' });
  const raw = await bench.sign(order.address, '50000');
  const content = decodeTransactionHex(raw);
  assert(content !== null);
  const txid = txidOf(content);
  const changeIndex = content.outputs.findIndex(({ valueSat }) => valueSat !== 50_000n);
  assert.equal(await sign(order.id, newTransaction({ txid, raw, changeIndex })), 'signed');
  await bench.publish(raw, `satchel:${order.identifier}`);
  await bench.clock.advance(40_000);
  assert.deepEqual(bench.alarms, []);

  // A transaction that takes its fee from what comes back pays no one.
  const bump = { outpoint: { txid_str: txid, output_index: changeIndex }, sat_per_vbyte: '30' };
  await bench.here.call('satchel', '/v2/wallet/bumpfee', bump);
  assert.equal((await feeBumps.listOpen()).length, 0);
  await staysQuiet(bench);
});

ledgerTest(
  'bitcoin sent to the cold address is no theft, and a coin beside it is',
  async (bench) => {
    await begin(bench);
    const address = await bench.strangeAddress();
    bench.cold.coldAddress = address.toUpperCase();
    await bench.publish(await bench.sign(address, '90000'));
    await staysQuiet(bench);
    await bench.steal();
    assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  },
);

ledgerTest('channels that an operator opens and closes are ordered', async (bench) => {
  await begin(bench);
  const order = { ...OPENING, peerPubkey: bench.pubkeyOf('hub-one') };
  const opened = await openChannelFor(auditing(bench), THE_COMMAND_LINE, order);
  assert.equal(opened.kind, 'begun');
  const [channel] = await bench.channels();
  const closing = {
    channelPoint: pointOf(channel?.['channel_point'] ?? ''),
    satPerVbyte: null,
  };
  const closed = await closeChannelFor(auditing(bench), THE_COMMAND_LINE, closing);
  assert.equal(closed.kind, 'begun');
  await staysQuiet(bench);
  await bench.mine(10);
  await staysQuiet(bench);
});

ledgerTest('an order whose answer has not come, or was lost, is an order', async (bench) => {
  await begin(bench);
  const order = { ...OPENING, peerPubkey: bench.pubkeyOf('hub-one') };
  const slow = Promise.withResolvers<void>();
  const management = {
    ...bench.management,
    openChannel: async (...asked: Parameters<typeof bench.management.openChannel>) => {
      await bench.management.openChannel(...asked);
      await slow.promise;
      throw new NodeFault('the answer was lost');
    },
  };
  const opening = openChannelFor({ ...auditing(bench), management }, THE_COMMAND_LINE, order);
  const lost = assert.rejects(opening, NodeFault);
  await bench.clock.advance(70_000);
  assert.deepEqual(bench.alarms, [], 'the node has not answered yet');
  slow.resolve();
  await lost;
  await staysQuiet(bench);
  await bench.mine(5);
  await staysQuiet(bench);
  await bench.openStolen('hub-two');
  assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
});

ledgerTest('a channel that its peer closes is no theft', async (bench) => {
  await begin(bench);
  const [channel] = await bench.channels();
  const peer = bench.here.simulator.description.nodes.find(
    ({ pubkey }) => pubkey === channel?.['remote_pubkey'],
  );
  await bench.close(peer?.name ?? '', channel?.['channel_point'] ?? '');
  await staysQuiet(bench);
  await bench.mine(10);
  await staysQuiet(bench);
});

const TXID = 'ab'.repeat(32);
const paysOut = (changes: Partial<NodeSpend>): NodeSpend => ({
  txid: TXID,
  paid: [{ index: 0, amountSat: sat(9000n), address: null }],
  isOnlyOurs: false,
  label: '0:sweep',
  ...changes,
});

ledgerTest(
  'what LND collects from closed channels is no theft, whatever it is called',
  async (bench) => {
    const begun = bench.watch();
    await bench.clock.advance(20_000);
    begun();
    const feeOnly = paysOut({ txid: 'cd'.repeat(32), isOnlyOurs: true, paid: [] });
    bench.watch({
      spends: async () => [paysOut({}), feeOnly],
      sweeps: async () => new Set([TXID]),
    });
    await bench.clock.advance(90_000);
    assert.deepEqual(bench.alarms, []);
  },
);

ledgerTest('a label does not turn a theft into a sweep or a withdrawal', async (bench) => {
  await begin(bench);
  await bench.steal('0:sweep:');
  assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  assert.equal(await bench.allow(), true);
  bench.alarms.splice(0);
  await bench.steal('satchel:AbCdEfGhAbCdEfGhAbCdEfGh');
  assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
});

ledgerTest(
  'a close by force raises an alarm and stops nothing, as LND does so itself',
  async (bench) => {
    const begun = bench.watch();
    await bench.clock.advance(20_000);
    begun();
    const channelPoint = { txid: TXID, outputIndex: 1 };
    const closed = { ownCloses: async () => [{ channelPoint, isForced: true }] };
    bench.watch(closed);
    await bench.clock.advance(90_000);
    assert.deepEqual([bench.alarmKinds(), await bench.stops()], [['channel_force_closed'], []]);
    assert.equal(bench.alarms.length, 1);
  },
);

ledgerTest('on a node that others use too, nothing of this is watched', async (bench) => {
  const kill = bench.watch({}, true);
  await bench.clock.advance(20_000);
  await bench.steal();
  const [channel] = await bench.channels();
  await bench.close('satchel', channel?.['channel_point'] ?? '');
  await staysQuiet(bench);
  kill();
  await begin(bench);
  await staysQuiet(bench);
});

ledgerTest(
  'while the database has gone back, operators are told, and a release ends it',
  async (bench) => {
    await begin(bench);
    await bench.stores.comparisons.stopAsRewound('it was put back');
    await bench.steal('satchel:AbCdEfGhAbCdEfGhAbCdEfGh');
    await bench.clock.advance(70_000);
    assert.deepEqual(bench.alarmKinds(), [], 'the look at the chain tells of what bears our label');
    await bench.steal();
    await bench.clock.advance(70_000);
    assert.deepEqual(bench.alarmKinds(), ['node_spent_by_others']);
    assert.deepEqual(await bench.stops(), ['database_changed']);
    const release = { kind: 'node_release', subject: '' } as const;
    const action = newAction({ clock: systemClock, random }, THE_COMMAND_LINE, release);
    assert.equal(await bench.stores.comparisons.release(false, undefined, action), 'released');
    bench.alarms.splice(0);
    await staysQuiet(bench);
    await bench.steal();
    assert((await bench.secondsUntil('node_spent_by_others')) <= SOON_SEC);
  },
);

ledgerTest('a macaroon that does not allow it is told of, until one does', async (bench) => {
  const kill = bench.watch({
    spends: async () => {
      throw new NodeFault('permission denied');
    },
    missingRights: async () => ['uri:/lnrpc.Lightning/GetTransactions'],
  });
  await bench.clock.advance(40_000);
  assert.deepEqual(bench.alarmKinds(), ['node_not_watched']);
  assert.equal(bench.alarms.length, 1);
  kill();
  bench.watch();
  await bench.clock.advance(40_000);
  assert.deepEqual(bench.alarmKinds(), []);
});

ledgerTest('ten thousand transactions of ours cost one question to the database', async (bench) => {
  const begun = bench.watch();
  await bench.clock.advance(20_000);
  begun();
  const many = Array.from({ length: 10_000 }, (_, n) =>
    paysOut({ txid: n.toString(16).padStart(64, '0'), isOnlyOurs: true, label: '' }),
  );
  await bench.database.sql`
    insert into node_ledger_entry (kind, subject)
    select 'transaction', lpad(to_hex(n), 64, '0') from generate_series(0, 9999) n`;
  const before = bench.statements.length;
  bench.watch({ spends: async () => many, ownCloses: async () => [] });
  await bench.clock.advance(60_000);
  assert.deepEqual(bench.alarms, []);
  const asked = bench.statements.slice(before).filter((text) => text.includes('fee_bump'));
  assert.equal(asked.length, 1, 'what is known once is not asked about again');
});
