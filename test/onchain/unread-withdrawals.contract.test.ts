import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import { startDrivenWallet, withUnlistable } from '../support/onchain/driven-wallet.ts';

const wallet = await startDrivenWallet({ after });
const { fund, order, lead, find, mine, figures, sim, clock, coinsSat } = wallet;
const unlistable = new Set<number>();

beforeEach(() => unlistable.clear());

const newestBlock = async () => (await wallet.deps.chainWallet.tip()).height;

/** A process that leads, over a wallet with coins for several withdrawals. */
async function startLeading() {
  for (let coins = 0; coins < 3; coins += 1) {
    const address = await wallet.deps.chainWallet.newAddress();
    await sim.control('/onchain/pay', { address, amount_sat: 1_000_000 });
  }
  await mine();
  const leader = await lead(withUnlistable(unlistable));
  await leader.look(true);
  return leader;
}

/** The node has taken a withdrawal of this user. */
async function send(leader: Awaited<ReturnType<typeof startLeading>>, userId: string) {
  const ordered = await order(userId, 20_000n);
  await leader.drive();
  const { state, transaction } = await find(ordered);
  assert.equal(state, 'broadcast');
  return { ordered, transaction: transaction ?? assert.fail() };
}

test('a withdrawal in an unread block neither ends nor counts twice, and others end', async () => {
  const leader = await startLeading();
  const [ann, ben] = [await fund(100_000), await fund(100_000)];
  const first = await send(leader, ann);
  await mine();
  unlistable.add(await newestBlock());
  await leader.look();
  // This one may spend what the first one has paid back to the wallet.
  const second = await send(leader, ben);
  await mine();
  for (const isWhole of [false, true, false]) {
    assert.equal(await leader.look(isWhole), 'looked');
    assert.equal((await find(first.ordered)).state, 'broadcast');
    assert.equal((await find(second.ordered)).state, 'settled');
  }
  assert.deepEqual(await figures(ann), [70_000n, 30_000n]);
  const unreadSat = await coinsSat();
  await mine(10);
  await leader.look();
  assert.equal((await find(first.ordered)).state, 'broadcast');
  unlistable.clear();
  await leader.look();
  assert.equal((await find(first.ordered)).state, 'settled');
  const { feeSat } = first.transaction;
  assert.deepEqual(await figures(ann), [80_000n - feeSat, 0n]);
  assert.equal(unreadSat - (await coinsSat()), 20_000n + feeSat);
  const coins = await wallet.deps.chainWallet.coins();
  assert.equal(
    await coinsSat(),
    coins.reduce((sum, { amountSat }) => sum + amountSat, 0n),
  );
  assert.deepEqual(await wallet.findings(), []);
});

test('a withdrawal does not fail by what was not read', async () => {
  const leader = await startLeading();
  const userId = await fund(100_000);
  const { ordered, transaction } = await send(leader, userId);
  await sim.control('/onchain/replace', { txid: transaction.txid });
  await mine();
  unlistable.add(await newestBlock());
  await mine(10);
  for (const isWhole of [false, true]) {
    await leader.look(isWhole);
    assert.equal((await find(ordered)).state, 'broadcast');
  }
  unlistable.clear();
  await leader.look();
  assert.equal((await find(ordered)).state, 'failed');
  assert.deepEqual(await figures(userId), [100_000n, 0n]);
  assert.deepEqual(await wallet.findings(), []);
});

test('what was reserved before waits until all was read, and new orders do not', async () => {
  await startLeading();
  const userId = await fund(200_000);
  const inherited = await order(userId, 20_000n);
  await mine();
  unlistable.add(await newestBlock());
  await mine();
  const next = await lead(withUnlistable(unlistable), clock.monotonicMs());
  await next.look(true);
  await next.drive();
  const ordered = await order(userId, 30_000n);
  for (let hours = 0; hours < 3; hours += 1) {
    clock.move(HOUR_MS);
    await next.look();
    await next.drive();
    assert.equal((await find(inherited)).state, 'reserved');
    assert.equal((await find(ordered)).state, 'broadcast');
  }
  unlistable.clear();
  await next.look();
  await next.drive();
  assert.equal((await find(inherited)).state, 'broadcast');
  await mine();
  await next.look();
  assert.deepEqual(await wallet.findings(), []);
});
