import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import { outpointText } from '../../src/lightning/bitcoin/transaction.ts';
import { startDrivenWallet } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, sim, clock, leases, alarms } = wallet;

const reorganise = (depth: number, newBlocks: number, replaced: readonly string[]) =>
  sim.control('/reorg', { depth, new_blocks: newBlocks, replace: replaced });

/** The id of what a stranger has paid into the wallet; a block has it. */
async function payIn(amountSat: number): Promise<string> {
  const address = await wallet.deps.chainWallet.newAddress();
  const { txid } = await sim.control('/onchain/pay', { address, amount_sat: amountSat });
  await mine();
  return String(txid);
}

async function coinsOf(txid: string): Promise<bigint> {
  const coins = await wallet.deps.chainWallet.coins();
  const own = coins.filter((coin) => coin.txid === txid);
  return own.reduce((sum, { amountSat }) => sum + amountSat, 0n);
}

// After a reorganisation of even depth, LND goes on believing that the old block is in the chain.
for (const depth of [1, 2]) {
  test(`the money comes back when the coin of a withdrawal is gone for good, ${depth} deep`, async () => {
    const txid = await payIn(900_000_000);
    await mine(depth - 1);
    const userId = await fund(700_000_000);
    const ordered = await order(userId, 600_000_000n);
    const leader = await lead();
    await leader.look(true);
    await leader.drive();
    const { transaction } = await find(ordered);
    assert(transaction !== null);
    assert(transaction.inputs.some((coin) => coin.txid === txid));
    const heldSat = (await figures(userId))[1];
    await reorganise(depth, depth + 1, [txid]);
    await leader.look();
    await leader.look(true);
    const coins = await wallet.deps.chainWallet.coins();
    const still = [...coins, ...transaction.inputs].filter((coin) => coin.txid !== txid);
    const stillSat = still.reduce((sum, { amountSat }) => sum + amountSat, 0n);
    assert.equal(await wallet.coinsSat(), stillSat, 'a coin without a block does not count');
    clock.move(2 * HOUR_MS);
    await mine(4 - depth);
    await leader.look();
    assert.equal((await find(ordered)).state, 'broadcast', 'what took its place is five deep');
    assert.equal((await figures(userId))[1], heldSat);

    const next = await lead();
    await next.look(true);
    await mine();
    await next.look();
    const { state, failure } = await find(ordered);
    assert.deepEqual([state, failure?.reason], ['failed', 'replaced']);
    assert.deepEqual(await figures(userId), [700_000_000n, 0n]);
    assert.deepEqual(await wallet.findings(), []);
    clock.move(MINUTE_MS);
    await next.drive();
    assert.deepEqual(await leases(ordered), []);
    assert.equal(await coinsOf(txid), 0n, 'and no other withdrawal can take that coin');
  });
}

test('the other coins of a settled withdrawal that was replaced are free again', async () => {
  for (const amountSat of [300_000_000, 300_000_000]) await payIn(amountSat);
  const ordered = await order(await fund(600_000_000), 590_000_000n);
  const leader = await lead();
  await leader.look(true);
  await leader.drive();
  const { transaction } = await find(ordered);
  assert(transaction !== null && transaction.inputs.length > 1);
  const [taken, ...others] = transaction.inputs;
  assert(taken !== undefined);
  await mine();
  await leader.look();
  await reorganise(1, 2, [transaction.txid]);
  await leader.look();
  clock.move(MINUTE_MS);
  await leader.drive();
  const leased = async () => new Set((await leases(ordered)).map(outpointText));
  for (const coin of others) assert((await leased()).has(outpointText(coin)), 'it may still come');
  await mine(4);
  await leader.look();
  assert.deepEqual(
    alarms.map(({ kind }) => kind),
    ['withdrawal_replaced'],
  );
  const countedSat = await wallet.coinsSat();
  await leader.look();
  assert.equal(await wallet.coinsSat(), countedSat);
  clock.move(MINUTE_MS);
  await leader.drive();
  assert.deepEqual(await leased(), new Set());
  const rows = await wallet.database.sql`
    select from withdrawal_input where withdrawal_id = ${ordered.id} and not is_free`;
  assert.equal(rows.length, 0, 'and others may spend them');
});
