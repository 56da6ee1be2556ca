import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import { GONE } from '../../src/background/process-store.ts';
import { sat } from '../../src/base/amount.ts';
import { scriptOfAddress } from '../../src/lightning/bitcoin/address.ts';
import { decodePsbt, encodePsbt } from '../../src/lightning/bitcoin/psbt.ts';
import type { ChainSpending, FundedTransaction } from '../../src/lightning/chain-spending.ts';
import type { ChainWallet } from '../../src/lightning/chain-wallet.ts';
import { checkUnknown } from '../../src/onchain/check-unknown.ts';
import { claimUnknown, type EndUnknownDeps, failUnknown } from '../../src/onchain/end-unknown.ts';
import { labelOf, lockIdOf } from '../../src/onchain/withdrawal-label.ts';
import type { NewWithdrawal } from '../../src/onchain/withdrawal-store.ts';
import { NODE_PUBKEY } from '../support/money-model/events.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';
import { newHash, strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { QUIET_CHAIN } from '../support/quiet-chain.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, sim, database } = wallet;
const actions = createOperatorActionStore(database);
const alarms = createAlarmStore(database);

const info = (pubkey = NODE_PUBKEY) => ({
  info: async () => ({
    pubkey,
    alias: 'node',
    network: 'regtest' as const,
    synced: true,
    ...QUIET_CHAIN,
    blockHeight: 1,
    version: '0.20.1-beta',
  }),
});

interface Changes extends Partial<EndUnknownDeps> {
  readonly chainWallet?: Partial<ChainWallet>;
  readonly chainSpending?: Partial<ChainSpending>;
}

const depsWith = ({ chainWallet, chainSpending, ...changes }: Changes = {}): EndUnknownDeps => ({
  ...wallet.deps,
  alarms,
  actions,
  lightning: info(),
  processes: { lastHeartbeat: async () => null, databaseNow: async () => new Date() },
  config: { heartbeatGraceSec: 60 },
  onchain: {
    chainWallet: { ...wallet.deps.chainWallet, ...chainWallet },
    chainSpending: { ...wallet.deps.chainSpending, ...chainSpending },
  },
  ...changes,
});

const fail = ({ id }: NewWithdrawal, changes: Changes = {}) =>
  failUnknown(depsWith(changes), THE_COMMAND_LINE, id);
const claim = ({ id }: NewWithdrawal, txid: string, changes: Changes = {}) =>
  claimUnknown(depsWith(changes), THE_COMMAND_LINE, { id, txid });
const whyNot = async (answer: ReturnType<typeof fail>): Promise<string> => {
  const { ok, refusal } = { refusal: null, ...(await answer) };
  assert(!ok && refusal !== null, 'it is refused');
  return refusal.kind === 'not_proven' ? refusal.why : refusal.kind;
};
const lastActions = async (limit: number) =>
  (await actions.list({ kind: null, who: null, after: null, limit })).map(
    ({ kind, subject, end }) => [kind, subject, end?.result],
  );

/** As what notices that the database has gone back leaves it. */
async function orderUnknown(changes: Partial<NewWithdrawal> = {}) {
  const userId = await fund(100_000);
  const { height } = await wallet.deps.chainWallet.tip();
  const ordered = await order(userId, 20_000n, { fromHeight: height, ...changes });
  await database.sql`update withdrawal set state = 'unknown' where id = ${ordered.id}`;
  return { userId, ordered };
}

/**
 * The wallet sends this much to this address, as a service would that the database has forgotten;
 * or as much to each of several, as a person does by hand.
 */
async function send(address: string, label = '', amountSat = 20_000n, more: string[] = []) {
  const coin = await wallet.deps.chainWallet.newAddress();
  await sim.control('/onchain/pay', { address: coin, amount_sat: 1_000_000 });
  await mine();
  const { chainSpending } = wallet.deps;
  const lockId = newHash();
  const funded = await chainSpending.fund({
    ...{ address, lockId, satPerKw: 500n },
    amountSat: sat(amountSat),
  });
  assert(funded.ok);
  const raw = await chainSpending.sign(payMore(funded.value, more, amountSat));
  assert.deepEqual(await chainSpending.publish(raw, label), { kind: 'handed_over' });
  const listed = await wallet.deps.chainWallet.transactions({ from: 0, to: null });
  const sent = listed.find((one) => one.raw === raw);
  assert(sent !== undefined);
  return { txid: sent.txid, feeSat: funded.value.feeSat };
}

/** Takes from the change what it pays to more people. */
function payMore({ psbt, changeIndex }: FundedTransaction, more: string[], amountSat: bigint) {
  const read = decodePsbt(Buffer.from(psbt, 'base64')) ?? assert.fail();
  const paid = more.map((address) => ({
    script: scriptOfAddress(address, 'regtest') ?? assert.fail(),
    valueSat: amountSat,
  }));
  const left = BigInt(more.length) * amountSat;
  const outputs = read.transaction.outputs.map((output, index) =>
    index === changeIndex ? { ...output, valueSat: output.valueSat - left } : output,
  );
  const transaction = { ...read.transaction, outputs: [...outputs, ...paid] };
  return Buffer.from(encodePsbt({ ...read, transaction })).toString('base64');
}

test('none is given back while a process may go on with the database as it was before', async () => {
  const { userId, ordered } = await orderUnknown();
  const now = new Date();
  const wentBackBefore = (ms: number): Changes => ({
    processes: {
      lastHeartbeat: async (id) => (id === GONE ? new Date(now.getTime() - ms) : null),
      databaseNow: async () => now,
    },
  });
  assert.match(await whyNot(fail(ordered, wentBackBefore(60_000))), /may still send it/);
  assert.equal((await find(ordered)).state, 'unknown');
  assert((await fail(ordered, wentBackBefore(60_001))).ok);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
});

test('one of which the wallet has nothing is given back once, whoever asks, and its alarm ends', async () => {
  const { userId, ordered } = await orderUnknown();
  const leader = await lead((ports) => ({ ...ports, alarms }));
  await leader.look(true);
  await alarms.raiseAlarm({
    kind: 'withdrawal_unknown',
    subject: ordered.identifier,
    detail: 'it may have been sent',
  });
  const answers = await Promise.all([fail(ordered), fail(ordered), fail(ordered)]);
  assert(answers.every(({ ok }) => ok));
  assert((await fail(ordered)).ok, 'pressed again');
  const { state, failure } = await find(ordered);
  assert.deepEqual([state, failure?.reason], ['failed', 'found_unsent']);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
  assert.deepEqual(await lastActions(1), [['withdrawal_fail', ordered.id, 'done']]);
  const [alarm] = await database.sql<{ is_open: boolean }[]>`
    select acknowledged_at is null as is_open from alarm where subject = ${ordered.identifier}`;
  assert.equal(alarm?.is_open, false);
  await leader.look(true);
  await leader.drive();
  assert.deepEqual(await wallet.paid(ordered), []);
  assert.deepEqual(await wallet.findings(), []);
});

test('its payer has a notice of the end', async () => {
  const createdAt = new Date(wallet.clock.now().getTime() - 60_000);
  const { userId, ordered } = await orderUnknown({ createdAt });
  const look = () => database.sql`select look_for_wallet_notices(${userId}, now(), null) as unread`;
  await look();
  assert((await fail(ordered)).ok);
  await look();
  const notices = await database.sql<{ kind: string; about: string }[]>`
    select kind, subject as about from notice where user_id = ${userId} and kind = 'ended'`;
  assert.deepEqual(
    notices.map(({ about }) => about),
    ['failed'],
  );
});

test('one that the wallet has sent is not given back, though its label was lost', async () => {
  for (const isLabelKept of [true, false]) {
    const { userId, ordered } = await orderUnknown();
    const label = isLabelKept ? labelOf(ordered.identifier) : '';
    const { txid, feeSat } = await send(ordered.address, label);
    assert.match(await whyNot(fail(ordered)), new RegExp(`has transaction ${txid} for it`));
    assert.equal((await find(ordered)).state, 'unknown');
    assert.deepEqual(await lastActions(1), [['withdrawal_fail', ordered.id, 'refused']]);
    const answers = await Promise.all([claim(ordered, txid), claim(ordered, txid)]);
    assert(answers.every(({ ok }) => ok));
    assert((await claim(ordered, txid)).ok, 'said again');
    const claimed = await find(ordered);
    assert.deepEqual(
      [claimed.state, claimed.transaction?.txid, claimed.transaction?.feeSat],
      ['signed', txid, feeSat],
    );
    assert.match(await whyNot(fail(ordered)), /the withdrawal is signed/);
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    await mine();
    await leader.look();
    assert.equal((await find(ordered)).state, 'settled');
    assert.deepEqual(await figures(userId), [80_000n - feeSat, 0n]);
    assert.equal((await wallet.paid(ordered)).length, 1);
    assert.deepEqual(await wallet.findings(), []);
  }
});

test('one that was replaced goes back when what replaced it is six blocks deep', async () => {
  const { userId, ordered } = await orderUnknown();
  const { txid } = await send(ordered.address, labelOf(ordered.identifier));
  const { txid: rival } = await sim.control('/onchain/replace', { txid });
  await mine(5);
  assert.match(await whyNot(fail(ordered)), new RegExp(`spent coins of the wallet by ${rival}`));
  assert.deepEqual(await figures(userId), [70_000n, 30_000n]);
  await mine();
  assert((await fail(ordered)).ok);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('one that a block has settles when it is said, however deep the block is', async () => {
  const { userId, ordered } = await orderUnknown();
  const { txid, feeSat } = await send(ordered.address);
  await mine(60);
  assert.match(await whyNot(fail(ordered)), /has transaction/);
  assert((await claim(ordered, txid)).ok);
  const { state, block } = await find(ordered);
  assert.equal(state, 'settled');
  assert.equal(block?.hash, await wallet.deps.chainWallet.blockHash(block?.height ?? 0));
  assert.deepEqual(await figures(userId), [80_000n - feeSat, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('only a transaction that pays what was ordered, and is of no other one, is taken', async () => {
  const address = strangeAddress();
  const { ordered } = await orderUnknown({ address });
  const more = await send(address, '', 20_001n);
  const elsewhere = await send(strangeAddress());
  for (const { txid } of [more, elsewhere, { txid: newHash() }]) {
    assert.match(await whyNot(claim(ordered, txid)), /no such transaction/);
  }
  // Another order to the same address, of the same amount, which the books know.
  const leader = await lead();
  await leader.look(true);
  const twin = await order(await fund(100_000), 20_000n, { address });
  await leader.drive();
  const { transaction } = await find(twin);
  assert(transaction !== null);
  assert.match(await whyNot(claim(ordered, transaction.txid)), /no such transaction/);
  const lost = await orderUnknown({ address });
  const labelled = await send(address, labelOf(lost.ordered.identifier));
  assert.match(await whyNot(claim(ordered, labelled.txid)), /no such transaction/);
  await mine(6);
  assert((await fail(ordered)).ok, 'none of these is its own');
  assert.match(await whyNot(fail(lost.ordered)), /has transaction/);
  assert((await claim(lost.ordered, labelled.txid)).ok);
  await mine();
  await leader.look();
  assert.deepEqual(await wallet.findings(), []);
});

test('one that was paid together with others is taken, and bears its share of the fee', async () => {
  const { userId, ordered } = await orderUnknown();
  const { txid, feeSat } = await send(ordered.address, '', 20_000n, [strangeAddress()]);
  assert.match(await whyNot(fail(ordered)), /has transaction/);
  await mine(6);
  assert((await claim(ordered, txid)).ok);
  const { state, transaction } = await find(ordered);
  assert.deepEqual([state, transaction?.feeSat], ['settled', feeSat / 3n]);
  assert.deepEqual(await figures(userId), [80_000n - feeSat / 3n, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('one output ends one of two orders of the same amount to the same address', async () => {
  const address = strangeAddress();
  const [first, second] = [await orderUnknown({ address }), await orderUnknown({ address })];
  const { txid, feeSat } = await send(address, '', 20_000n, [strangeAddress()]);
  const claims = await Promise.all([
    claim(first.ordered, txid),
    claim(second.ordered, txid),
    claim(second.ordered, txid),
  ]);
  const taken = claims[0]?.ok ? [first, second] : [second, first];
  const [own, other] = taken;
  assert(own !== undefined && other !== undefined);
  assert.match(await whyNot(claim(other.ordered, txid)), /no such transaction/);
  assert((await fail(other.ordered)).ok, 'nothing pays it');
  assert.deepEqual(await figures(other.userId), [100_000n, 0n]);
  const leader = await lead();
  await leader.look(true);
  await mine();
  await leader.look();
  assert.deepEqual(await figures(own.userId), [80_000n - feeSat / 3n, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('what pays two of them is taken for one, and the other is not given back', async () => {
  for (const isSame of [true, false]) {
    const address = strangeAddress();
    const first = await orderUnknown({ address });
    const second = await orderUnknown(isSame ? { address } : {});
    const { txid } = await send(address, '', 20_000n, [second.ordered.address, strangeAddress()]);
    await mine();
    assert((await claim(first.ordered, txid)).ok);
    assert.match(await whyNot(fail(second.ordered)), /has transaction/);
    assert.match(await whyNot(claim(second.ordered, txid)), /spends a coin of another withdrawal/);
    assert.equal((await find(second.ordered)).state, 'unknown');
    assert.deepEqual(await wallet.findings(), []);
  }
});

test('one whose fee is above what is held is refused, and nothing moves', async () => {
  const { userId, ordered } = await orderUnknown({ heldSat: sat(20_050n) });
  const { txid, feeSat } = await send(ordered.address);
  assert(feeSat > 50n);
  assert.match(await whyNot(claim(ordered, txid)), /it cost \d+ sat, and 50 sat are held/);
  assert.deepEqual(await figures(userId), [79_950n, 20_050n]);
});

test('nothing goes back while a process may still send it, or the wallet cannot say', async () => {
  await mine(6);
  const { userId, ordered } = await orderUnknown();
  const { chainSpending, chainWallet } = wallet.deps;
  const [coin] = await chainWallet.coins();
  assert(coin !== undefined);
  assert.equal(await chainSpending.lease(lockIdOf(ordered.id), coin), true);
  assert.match(await whyNot(fail(ordered)), /leased to it/);
  await chainSpending.release(lockIdOf(ordered.id), coin);
  const tip = await chainWallet.tip();
  const away: readonly (readonly [RegExp, Changes])[] = [
    [/not caught up/, { chainWallet: { tip: async () => ({ ...tip, isSynced: false }) } }],
    [/another node/, { lightning: info('02'.repeat(33)) }],
    [/addresses are off/, { onchain: null }],
    [/may not list leases/, { onchain: { chainWallet, chainSpending: null } }],
  ];
  for (const [why, changes] of away) assert.match(await whyNot(fail(ordered, changes)), why);
  let heights = 0;
  const shrinking = { tip: async () => ({ ...tip, height: tip.height - heights++ }) };
  assert.match(await whyNot(fail(ordered, { chainWallet: shrinking })), /reorganised/);
  assert.deepEqual(await figures(userId), [70_000n, 30_000n]);
  assert((await fail(ordered)).ok);
});

test('a leader that finds it in the same moment wins, or comes too late, and never both', async () => {
  const { userId, ordered } = await orderUnknown();
  const { feeSat } = await send(ordered.address, labelOf(ordered.identifier));
  const leader = await lead();
  // The answer of the wallet is from before it was sent; the leader hears of it meanwhile.
  const stale = {
    transactions: async () => {
      await leader.look(true);
      return [];
    },
  };
  assert.match(await whyNot(fail(ordered, { chainWallet: stale })), /is signed now/);
  await mine();
  await leader.look();
  assert.deepEqual(await figures(userId), [80_000n - feeSat, 0n]);

  const other = await orderUnknown();
  const blind = { transactions: async () => [] };
  assert((await fail(other.ordered, { chainWallet: blind })).ok);
  await send(other.ordered.address, labelOf(other.ordered.identifier));
  await leader.look(true);
  assert.equal((await find(other.ordered)).state, 'failed');
  assert((await wallet.stopsStored()).includes('database_changed'), 'that it was sent is seen');
  assert.deepEqual(await wallet.findings(), []);
});

test('two operators of whom one gives back and one names the transaction do one of the two', async () => {
  const { userId, ordered } = await orderUnknown();
  const { txid, feeSat } = await send(ordered.address);
  const blind = { transactions: async () => [] };
  const [failed, claimed] = await Promise.all([
    fail(ordered, { chainWallet: blind }),
    claim(ordered, txid),
  ]);
  assert.notEqual(failed.ok, claimed.ok);
  const { state } = await find(ordered);
  assert.equal(state, failed.ok ? 'failed' : 'signed');
  if (failed.ok) assert.deepEqual(await figures(userId), [100_000n, 0n]);
  else assert.equal((await find(ordered)).transaction?.feeSat, feeSat);
  assert.deepEqual(await wallet.findings(), []);
});

test('one that is not unknown is left alone', async () => {
  const ordered = await order(await fund(100_000), 20_000n);
  assert.match(await whyNot(fail(ordered)), /the withdrawal is reserved/);
  assert.match(await whyNot(claim(ordered, newHash())), /the withdrawal is reserved/);
  const missing = { ...ordered, id: crypto.randomUUID() };
  assert.equal(await whyNot(fail(missing)), 'no_such_withdrawal');
  const finding = await checkUnknown(depsWith(), await find(ordered));
  assert.equal(finding.kind, 'not_asked');
});
