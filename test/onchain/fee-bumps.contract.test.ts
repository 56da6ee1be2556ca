import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { createOperatorActionStore } from '../../src/alarms/operator-log/sql/action-store.ts';
import { sat } from '../../src/base/amount.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import { decodeTransactionHex, virtualSize } from '../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending } from '../../src/lightning/chain-spending.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { type BumpOrder, bumpWithdrawal } from '../../src/onchain/bump-withdrawal.ts';
import type { NewWithdrawal } from '../../src/onchain/withdrawal-store.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';
import { newTransaction } from '../support/onchain/withdrawal-events.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, sim, clock, database, deps, coinsSat } = wallet;
const superuser = postgres(wallet.superuserUrl, { max: 1 });
after(() => superuser.end());
const actions = createOperatorActionStore(database);

const bump = (
  { id }: NewWithdrawal,
  changes: Partial<BumpOrder> = {},
  spending: Partial<ChainSpending> = {},
) => {
  const { chainWallet, rules } = deps;
  const chainSpending = { ...deps.chainSpending, ...spending };
  const onchain = { chainWallet, chainSpending, rules };
  const asked = { id, feeRate: 40n, maxFeeSat: null, ...changes };
  return bumpWithdrawal({ ...deps, actions, onchain }, THE_COMMAND_LINE, asked);
};
const whyNot = async (answer: ReturnType<typeof bump>): Promise<string> => {
  const { ok, refusal } = { refusal: null, ...(await answer) };
  assert(!ok && refusal !== null, 'it is refused');
  return refusal.kind === 'not_possible' ? refusal.why : refusal.kind;
};

/** One that waits for a block, and what the wallet held before it. */
async function sendOne() {
  const address = await deps.chainWallet.newAddress();
  await sim.control('/onchain/pay', { address, amount_sat: 1_000_000 });
  await mine();
  const userId = await fund(100_000);
  const ordered = await order(userId, 20_000n);
  const leader = await lead();
  await leader.look(true);
  const heldSat = await coinsSat();
  await leader.drive();
  await leader.look();
  const { transaction } = await find(ordered);
  assert(transaction !== null);
  assert.equal(await coinsSat(), heldSat, 'until a block has it');
  return { userId, ordered, leader, transaction, heldSat };
}

/** What operators have paid for these, by the books. */
async function losses(...ids: readonly string[]): Promise<bigint> {
  const [row] = await database.sql<{ sum: bigint }[]>`
    select coalesce(-sum(amount_msat) / 1000, 0)::bigint as sum from posting
    where account = 'losses' and transfer_id = any (${[...ids]}::uuid[])`;
  return row?.sum ?? 0n;
}
const openBumps = async ({ id }: NewWithdrawal): Promise<number> =>
  (await deps.feeBumps.listOpen()).filter(({ withdrawalId }) => withdrawalId === id).length;

test('both are mined, the payer pays what they agreed to, and the operator the rest', async () => {
  const { userId, ordered, leader, transaction, heldSat } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  const { id, txid, raw, feeSat } = bumped.value;
  const both = [transaction.raw, raw].map((one) => decodeTransactionHex(one));
  const size = both.reduce((sum, one) => sum + (one === null ? 0 : virtualSize(one)), 0);
  const paidSat = transaction.feeSat + feeSat;
  assert(paidSat >= 40n * BigInt(size) && paidSat < 41n * BigInt(size), `${paidSat} for ${size}`);
  await leader.look();
  assert.equal(await coinsSat(), heldSat, 'nothing has left yet');
  await mine();
  await leader.look();
  assert.equal((await find(ordered)).state, 'settled');
  const leftSat = heldSat - 20_000n - paidSat;
  assert.equal(await coinsSat(), leftSat);
  assert.deepEqual(await figures(userId), [80_000n - transaction.feeSat, 0n]);
  assert.equal(await losses(id), 0n, 'a reorganisation may take it back');
  await mine(5);
  await leader.look();
  assert.equal(await losses(id), feeSat);
  assert.equal(await openBumps(ordered), 0);
  await leader.look(true);
  assert.equal(await losses(id), feeSat, 'once');
  assert.equal(await coinsSat(), leftSat);
  const [listed] = (await deps.chainWallet.transactions({ from: 0, to: null })).filter(
    (one) => one.txid === txid,
  );
  assert.match(listed?.label ?? '', /^satchel-fee:/);
  assert.deepEqual([await wallet.stopsStored(), wallet.alarms], [[], []]);
  assert.deepEqual(await wallet.findings(), []);
});

test('one that was stored and not published is published by the leader, and no coin counts twice', async () => {
  for (const publish of [
    async () => Promise.reject(new NodeFault('the node is away')),
    async () => ({ kind: 'refused', detail: 'not yet' }) as const,
  ]) {
    const { ordered, leader, transaction, heldSat } = await sendOne();
    await bump(ordered, {}, { publish }).catch((error: unknown) =>
      assert(error instanceof NodeFault),
    );
    assert.equal(await openBumps(ordered), 1);
    await mine();
    await leader.look();
    assert.equal((await find(ordered)).state, 'settled');
    const leftSat = heldSat - 20_000n - transaction.feeSat;
    assert.equal(await coinsSat(), leftSat, 'what comes back is free, and about to be spent');
    clock.move(2 * MINUTE_MS);
    await leader.drive();
    await leader.look();
    assert.equal(await coinsSat(), leftSat, 'it is on its way');
    const [open] = await deps.feeBumps.listOpen();
    assert(open !== undefined);
    await mine(6);
    await leader.look();
    assert.equal(await coinsSat(), leftSat - open.feeSat);
    assert.equal(await losses(open.id), open.feeSat);
    assert.deepEqual(await wallet.findings(), []);
  }
});

test('asked again, it is raised only to more, and by one operator at a time', async () => {
  const { ordered, leader, transaction, heldSat } = await sendOne();
  const answers = await Promise.all([bump(ordered), bump(ordered)]);
  assert.equal(answers.filter(({ ok }) => ok).length, 1);
  assert.match(await whyNot(bump(ordered)), /pays as much already/);
  const more = await bump(ordered, { feeRate: 80n });
  assert(more.ok);
  await leader.look();
  assert.equal(await coinsSat(), heldSat);
  const bumps = (await deps.feeBumps.listOpen()).filter((one) => one.withdrawalId === ordered.id);
  assert.equal(bumps.length, 2);
  assert.deepEqual(more.value.coin.txid, bumps[0]?.txid, 'it spends what the first one left');
  const costSat = bumps.reduce((sum, { feeSat }) => sum + feeSat, 0n);
  await mine();
  await leader.look();
  assert.equal(await coinsSat(), heldSat - 20_000n - transaction.feeSat - costSat);
  await mine(5);
  await leader.look();
  assert.equal(await losses(...bumps.map(({ id }) => id)), costSat);
  assert.deepEqual(await wallet.findings(), []);
});

test('after a reorganisation it is booked once, as deep as before', async () => {
  const { ordered, leader } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  const { id, feeSat } = bumped.value;
  await mine(4);
  await leader.look();
  await sim.control('/reorg', { depth: 4, new_blocks: 5, replace: [] });
  await leader.look();
  assert.equal(await losses(id), 0n);
  await mine();
  await leader.look();
  await mine(7);
  await leader.look();
  assert.equal(await losses(id), feeSat);
  assert.equal(await openBumps(ordered), 0);
  assert.deepEqual(await wallet.findings(), []);
});

test('one whose withdrawal is replaced costs nothing', async () => {
  const { userId, ordered, leader, transaction } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  await sim.control('/onchain/replace', { txid: transaction.txid });
  await mine(6);
  await leader.look();
  await leader.look();
  assert.equal((await find(ordered)).state, 'failed');
  assert.equal(await openBumps(ordered), 0);
  assert.equal(await losses(bumped.value.id), 0n);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('no withdrawal spends the coin of one that is on its way', async () => {
  const { ordered, leader } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  const other = await order(await fund(100_000), 20_000n);
  const { coin } = bumped.value;
  const transaction = newTransaction({ inputs: [coin] });
  assert.equal(await wallet.sign(other.id, transaction, { fence: leader.fence }), 'input_taken');
});

test('what cannot be done is refused in words, and nothing is sent', async () => {
  const { ordered, leader } = await sendOne();
  assert.match(await whyNot(bump(ordered, { feeRate: 1n })), /pays as much already/);
  assert.match(await whyNot(bump(ordered, { feeRate: 201n })), /allows 200 sat\/vB at most/);
  assert.match(await whyNot(bump(ordered, { maxFeeSat: sat(500n) })), /500 sat are allowed/);
  await superuser`update withdrawal set change_index = null where id = ${ordered.id}`;
  assert.match(await whyNot(bump(ordered)), /nothing of it comes back/);
  await mine();
  await leader.look();
  assert.match(await whyNot(bump(ordered)), /is settled/);
  const missing = { ...ordered, id: crypto.randomUUID() };
  assert.equal(await whyNot(bump(missing)), 'no_such_withdrawal');
  assert.equal(await openBumps(ordered), 0);
  const [entry] = await actions.list({ kind: null, who: null, after: null, limit: 1 });
  assert.deepEqual([entry?.kind, entry?.end?.result], ['withdrawal_bump', 'refused']);
});

/** As a database that was restored to before these fee bumps knows of none of them. */
const forget = (ids: readonly string[]) =>
  superuser`delete from fee_bump where id = any (${[...ids]}::uuid[])`;
const bumpsOf = async ({ id }: NewWithdrawal) => {
  const rows = await database.sql<{ id: string; is_paid: boolean | null; fee_sat: bigint }[]>`
    select id, is_paid, fee_msat / 1000 as fee_sat from fee_bump
    where withdrawal_id = ${id} order by created_at, id`;
  return rows.map((row) => ({ id: row.id, isPaid: row.is_paid, feeSat: row.fee_sat }));
};

test('what a database that went back has lost is found by its label, and booked once', async () => {
  for (const isMined of [false, true]) {
    const { userId, ordered, leader, transaction, heldSat } = await sendOne();
    const lost = [await bump(ordered), await bump(ordered, { feeRate: 80n })];
    assert(lost.every(({ ok }) => ok));
    const costSat = lost.reduce((sum, one) => sum + (one.ok ? one.value.feeSat : 0n), 0n);
    const leftSat = heldSat - 20_000n - transaction.feeSat - costSat;
    if (isMined) await mine(60);
    await forget(lost.flatMap((one) => (one.ok ? one.value.id : [])));
    await leader.look(isMined);
    assert.equal(await coinsSat(), isMined ? leftSat : heldSat);
    if (!isMined) {
      assert.match(await whyNot(bump(ordered, { feeRate: 80n })), /pays as much already/);
      await mine(6);
      await leader.look();
      assert.equal(await coinsSat(), leftSat);
    }
    const found = await bumpsOf(ordered);
    assert.deepEqual(
      found.map(({ isPaid }) => isPaid),
      [true, true],
    );
    await Promise.all([leader.look(true), leader.look(true)]);
    assert.deepEqual(await bumpsOf(ordered), found);
    assert.equal(await losses(...found.map(({ id }) => id)), costSat);
    assert.equal((await find(ordered)).state, 'settled');
    assert.deepEqual(await figures(userId), [80_000n - transaction.feeSat, 0n]);
    assert.deepEqual(await wallet.findings(), []);
  }
});

test('it is found where its withdrawal was lost too, in the same look', async () => {
  const { ordered, leader } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  await mine(60);
  await forget([bumped.value.id]);
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from withdrawal_input where withdrawal_id = ${ordered.id}`;
    await sql`
      update withdrawal set state = 'unknown', txid = null, raw = null, fee_msat = null,
        change_index = null, signed_at = null, broadcast_at = null where id = ${ordered.id}`;
  });
  await leader.look(true);
  assert.equal((await find(ordered)).state, 'settled');
  const [found] = await bumpsOf(ordered);
  assert.equal(found?.isPaid, true);
  assert.equal(await losses(found?.id ?? ''), bumped.value.feeSat);
  assert.deepEqual(await wallet.findings(), []);
});

test('where an operator has raised the fee once more meanwhile, the one that is mined is booked', async () => {
  // The second time, the block lies deeper than a look that is not complete reads.
  for (const depth of [6, 20]) {
    const { ordered } = await sendOne();
    const first = await bump(ordered);
    assert(first.ok);
    await forget([first.value.id]);
    const publish = async () => ({ kind: 'refused', detail: 'already spent' }) as const;
    const second = await bump(ordered, { feeRate: 50n }, { publish });
    assert(second.ok);
    await mine(depth);
    const leader = await lead();
    await leader.look(true);
    await leader.look();
    const [other, found] = await bumpsOf(ordered);
    assert.deepEqual([other?.id, other?.isPaid], [second.value.id, false]);
    assert.deepEqual([found?.isPaid, found?.feeSat], [true, first.value.feeSat]);
    assert.equal(await losses(second.value.id, found?.id ?? ''), first.value.feeSat);
    assert.deepEqual(await wallet.findings(), []);
  }
});

test('one of a transaction that the database has lost is not kept for another one', async () => {
  const { ordered, leader } = await sendOne();
  const bumped = await bump(ordered);
  assert(bumped.ok);
  await forget([bumped.value.id]);
  // The database went back, and has signed the withdrawal once more.
  const { txid, raw } = newTransaction();
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`
      update withdrawal set txid = decode(${txid}, 'hex'), raw = decode(${raw}, 'hex')
      where id = ${ordered.id}`;
  });
  const { feeBumps } = deps;
  const again = { ...bumped.value, id: crypto.randomUUID() };
  assert.equal(await feeBumps.noteFound(again, clock.now(), leader.fence), 'ended');
  assert.equal(await feeBumps.note(again, clock.now()), 'ended');
  const next = { ...again, coin: { ...again.coin, txid } };
  assert.equal(await feeBumps.note(next, clock.now()), 'noted', 'of the one that it has now');
});
