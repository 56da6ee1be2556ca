import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { DAY_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { labelOf } from '../../src/onchain/withdrawal-label.ts';
import { startDrivenWallet, withSpending } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, sim, alarms, clock, leases } = wallet;

/** One that the node has taken, and who leads. */
async function sendOne() {
  const address = await wallet.deps.chainWallet.newAddress();
  await sim.control('/onchain/pay', { address, amount_sat: 1_000_000 });
  await mine();
  const userId = await fund(100_000);
  const ordered = await order(userId, 20_000n);
  const leader = await lead();
  await leader.look(true);
  await leader.drive();
  const { transaction } = await find(ordered);
  assert(transaction !== null);
  return { userId, ordered, leader, transaction };
}

const replace = (txid: string) => sim.control('/onchain/replace', { txid });
const reorganise = (depth: number, newBlocks: number, replaced: readonly string[] = []) =>
  sim.control('/reorg', { depth, new_blocks: newBlocks, replace: replaced });

test('a conflict that is mined ends it six deep, and not before', async () => {
  const { userId, ordered, leader, transaction } = await sendOne();
  await replace(transaction.txid);
  await leader.look();
  for (let depth = 1; depth <= 5; depth += 1) {
    await mine();
    await leader.look();
    await leader.drive();
    assert.equal((await find(ordered)).state, 'broadcast', `${depth} deep`);
  }
  assert.deepEqual(await figures(userId), [70_000n, 30_000n]);
  await mine();
  await leader.look();
  const { state, failure } = await find(ordered);
  assert.deepEqual([state, failure?.reason], ['failed', 'replaced']);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
  await leader.look(true);
  clock.move(MINUTE_MS);
  await leader.drive();
  assert.deepEqual(await leases(ordered), []);
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
});

test('a conflict that a reorganisation takes out of the chain ends nothing', async () => {
  // After an even number of blocks, the wallet goes on placing it in the old one.
  for (const depth of [4, 5]) {
    const { userId, ordered, leader, transaction } = await sendOne();
    await replace(transaction.txid);
    await mine(depth);
    await leader.look();
    await reorganise(depth, depth + 4);
    await leader.look();
    await leader.look(true);
    assert.equal((await find(ordered)).state, 'broadcast', `${depth} deep`);
    assert.deepEqual(await figures(userId), [70_000n, 30_000n]);
    await mine(5);
    await leader.look();
    assert.equal((await find(ordered)).state, 'broadcast', 'five deep in the new branch');
    await mine();
    await leader.look();
    assert.equal((await find(ordered)).state, 'failed');
    assert.deepEqual(await figures(userId), [100_000n, 0n]);
  }
});

test('one whose block leaves the chain stays settled, and is published until it is mined', async () => {
  for (const depth of [1, 2, 3]) {
    const { userId, ordered, leader, transaction } = await sendOne();
    await mine(depth);
    await leader.look();
    const settled = await find(ordered);
    assert.equal(settled.state, 'settled');
    const [left] = await figures(userId);
    const coinsSat = await wallet.coinsSat();
    await reorganise(depth, depth + 1);
    await leader.look();
    assert.deepEqual((await find(ordered)).block, null, `${depth} deep`);
    await leader.drive();
    await leader.look();
    assert.equal(await wallet.coinsSat(), coinsSat, 'what was paid out covers nothing any more');
    const published: string[] = [];
    const next = await lead(
      withSpending({
        publish: async (raw, label) => {
          published.push(raw);
          return await wallet.deps.chainSpending.publish(raw, label);
        },
      }),
    );
    await next.look(true);
    await next.drive();
    assert(published.includes(transaction.raw));
    assert.equal((await leases(ordered)).length, 1);
    await mine();
    await next.look();
    const again = await find(ordered);
    assert.equal(again.state, 'settled');
    assert.notDeepEqual(again.block, settled.block);
    assert(again.block !== null);
    assert.deepEqual(await figures(userId), [left, 0n], 'neither settled twice nor given back');
  }
});

test('a settled one whose coin was spent otherwise stops payments, and gives nothing back', async () => {
  const { userId, ordered, leader, transaction } = await sendOne();
  await mine();
  await leader.look();
  const [left] = await figures(userId);
  await reorganise(1, 2, [transaction.txid]);
  await mine(3);
  await leader.look();
  assert.deepEqual(await wallet.stopsStored(), []);
  await mine(4);
  for (let looks = 0; looks < 3; looks += 1) await leader.look();
  assert.deepEqual(
    alarms.map(({ kind, subject }) => [kind, subject]),
    [['withdrawal_replaced', ordered.identifier]],
    'told once',
  );
  assert.deepEqual(await wallet.stopsStored(), ['operator']);
  assert.equal((await find(ordered)).state, 'settled');
  assert.deepEqual(await figures(userId), [left, 0n]);
  await wallet.database.sql`delete from outside_stop`;
  await leader.look();
  assert.deepEqual(await wallet.stopsStored(), [], 'an operator has allowed payments again');
  const coins = await wallet.deps.chainWallet.coins();
  const unspentSat = coins.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  for (const blocks of [1, 20]) {
    await mine(blocks);
    await leader.look();
    assert.equal(await wallet.coinsSat(), unspentSat, 'its change does not come back');
  }
});

test('one that no block takes for a day is told of', async () => {
  const { ordered, leader } = await sendOne();
  clock.move(DAY_MS);
  await leader.drive();
  await leader.drive();
  const { identifier } = ordered;
  const told = alarms.filter(({ kind, subject }) => {
    return kind === 'withdrawal_not_confirmed' && subject === identifier;
  });
  assert.equal(told.length, 1, 'once');
  await mine();
  await leader.look();
  assert.equal((await find(ordered)).state, 'settled');
});

/** As a backup from before it was signed has it. */
async function forget(superuserUrl: string, id: string): Promise<void> {
  const superuser = postgres(superuserUrl, { max: 1 });
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = 'replica'`;
    await sql`delete from withdrawal_input where withdrawal_id = ${id}`;
    await sql`
      update withdrawal set state = 'reserved', txid = null, raw = null, fee_msat = null,
        change_index = null, signed_at = null, broadcast_at = null
      where id = ${id}`;
  });
  await superuser.end();
}

test('of what was sent, few are published again at once, as a new order waits meanwhile', async () => {
  for (let count = 0; count < 8; count += 1) {
    const address = await wallet.deps.chainWallet.newAddress();
    await sim.control('/onchain/pay', { address, amount_sat: 1_000_000 });
  }
  await mine();
  const all = await Promise.all(
    Array.from({ length: 7 }, async () => await order(await fund(100_000), 20_000n)),
  );
  const first = await lead();
  await first.look(true);
  await first.drive();
  const sent = await Promise.all(all.map(async (one) => (await find(one)).transaction?.raw));
  const published: string[] = [];
  const leader = await lead(
    withSpending({
      publish: async (raw) => {
        published.push(raw);
        return { kind: 'handed_over' };
      },
    }),
  );
  await leader.look(true);
  const ordered = await order(await fund(100_000), 20_000n);
  await leader.drive();
  assert.equal(published.length, 6, 'five again, and the new one');
  assert.equal((await find(ordered)).state, 'broadcast');
  for (let round = 0; round < 9; round += 1) await leader.drive();
  for (const raw of sent) assert(raw !== undefined && published.includes(raw));
});

test('a database that has gone back finds by the label what has left', async () => {
  const { userId, ordered, transaction } = await sendOne();
  const { database, superuserUrl } = wallet;
  await forget(superuserUrl, ordered.id);
  assert.equal((await find(ordered)).state, 'reserved');
  const leader = await lead();
  await leader.look(true);
  const told = alarms.filter(({ kind }) => kind === 'withdrawal_not_in_books');
  assert.deepEqual(
    told.map(({ subject }) => subject),
    [transaction.txid],
  );
  assert((await wallet.stopsStored()).length > 0);
  // Whatever was reserved may have left: what stops payments says so in its own transaction.
  await database.sql`update withdrawal set state = 'unknown' where id = ${ordered.id} and state = 'reserved'`;
  const next = await lead();
  await next.look(true);
  const found = await find(ordered);
  assert.deepEqual(
    [found.state, found.transaction?.txid, found.transaction?.feeSat],
    ['signed', transaction.txid, transaction.feeSat],
  );
  assert.deepEqual(found.transaction?.inputs, transaction.inputs);
  await next.drive();
  await mine();
  await next.look();
  assert.equal((await find(ordered)).state, 'settled');
  assert.deepEqual(await figures(userId), [80_000n - transaction.feeSat, 0n]);
  assert.equal((await wallet.paid(ordered)).length, 1);
  assert.deepEqual(await wallet.findings(), []);
});

test('an own label tells on a shared node, too, and in a block that few looks read', async () => {
  const { database, superuserUrl, deps } = wallet;
  await database.sql`delete from outside_stop`;
  const { userId, ordered, transaction } = await sendOne();
  await mine(10);
  await forget(superuserUrl, ordered.id);
  deps.config.isNodeShared = true;
  const leader = await lead();
  await leader.look(true);
  assert.equal((await find(ordered)).state, 'unknown');
  assert((await wallet.stopsStored()).length > 0);
  const next = await lead();
  await next.look(true);
  deps.config.isNodeShared = false;
  assert.equal((await find(ordered)).state, 'settled');
  assert.deepEqual(await figures(userId), [80_000n - transaction.feeSat, 0n]);
  await next.drive();
  assert.equal((await wallet.paid(ordered)).length, 1);
  assert.deepEqual(await wallet.findings(), []);
});

/** As one that leaves under the label of this withdrawal; answers the height of its block. */
async function sendLabelled(identifier: string): Promise<number> {
  const { chainSpending, chainWallet } = wallet.deps;
  const address = await chainWallet.newAddress();
  const order = { address, lockId: 'ab'.repeat(32), satPerKw: 500n, amountSat: sat(20_000n) };
  const funded = await chainSpending.fund(order);
  assert(funded.ok);
  await chainSpending.publish(await chainSpending.sign(funded.value.psbt), labelOf(identifier));
  await mine();
  return (await chainWallet.tip()).height;
}

test('a label tells in a block as low as a reorganisation after the first look has left', async () => {
  const { database, superuserUrl } = wallet;
  const superuser = postgres(superuserUrl, { max: 1 });
  const stopsAfterLook = async (firstHeight: number) => {
    await superuser`update chain_cursor set first_height = ${firstHeight}`;
    await (await lead()).look(true);
    const stops = await wallet.stopsStored();
    await database.sql`delete from outside_stop`;
    return stops.length;
  };
  await database.sql`delete from outside_stop`;
  const height = await sendLabelled('B'.repeat(24));
  await mine(10);
  assert.equal(await stopsAfterLook(height + 6), 0, 'it may be that of an earlier service');
  assert.equal(await stopsAfterLook(height + 5), 1);
  const { ordered } = await sendOne();
  await mine(7);
  await forget(superuserUrl, ordered.id);
  const { height: tipHeight } = await wallet.deps.chainWallet.tip();
  assert.equal(await stopsAfterLook(tipHeight), 1, 'the database knows whose label it is');
  await superuser.end();
});

test('one of which nothing is found in the wallet is left to an operator', async () => {
  const ordered = await order(await fund(100_000), 20_000n);
  await wallet.database.sql`update withdrawal set state = 'unknown' where id = ${ordered.id}`;
  const leader = await lead();
  await leader.look(true);
  await leader.drive();
  await leader.drive();
  assert.equal((await find(ordered)).state, 'unknown');
  assert.deepEqual(await wallet.paid(ordered), []);
  const told = alarms.filter(({ kind }) => kind === 'withdrawal_unknown');
  assert.deepEqual(
    told.map(({ subject }) => subject),
    [ordered.identifier],
  );
});

test('what others label as we do stops nothing on a node that they share', async () => {
  await wallet.database.sql`delete from outside_stop`;
  const address = await wallet.deps.chainWallet.newAddress();
  const { chainSpending } = wallet.deps;
  const lockId = 'cd'.repeat(32);
  const funded = await chainSpending.fund({
    ...{ address, lockId, satPerKw: 500n },
    amountSat: sat(20_000n),
  });
  assert(funded.ok);
  const raw = await chainSpending.sign(funded.value.psbt);
  await chainSpending.publish(raw, labelOf('A'.repeat(24)));
  const leader = await lead();
  wallet.deps.config.isNodeShared = true;
  await leader.look(true);
  assert.deepEqual(await wallet.stopsStored(), []);
  wallet.deps.config.isNodeShared = false;
  await leader.look(true);
  assert((await wallet.stopsStored()).length > 0);
});
