import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startOrderBench } from '../support/lnurl/order-bench.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';

/** What the operator's command `pay` orders of bitcoin to an address. */

const bench = await startOrderBench({ after });
const { ann, api, aheadBy, deps, expire, order, payOrders, refusalOf } = bench;
const spending = createFakeSpending();
const { withdrawing } = spending;
const run = (id: string, changes: Parameters<typeof bench.run>[1] = {}) =>
  bench.run(id, { withdrawing, ...changes });

async function withdrawalOf(id: string) {
  const end = (await payOrders.readOrder(id))?.end;
  assert(end?.kind === 'withdrawal', JSON.stringify(end));
  const found = await deps.withdrawals.find(end.withdrawalId);
  assert(found !== null);
  return found;
}

test('an address with an amount and a speed, and a link with what it is for', async () => {
  const address = strangeAddress();
  const plain = await order(address, ann, { amountSat: 20_000n, speed: 'fast' });
  await run(plain);
  const first = await withdrawalOf(plain);
  assert.deepEqual(
    [first.address, first.amountSat, first.heldSat, first.speed, first.grantId, first.purpose],
    [address, 20_000n, 21_500n, 'fast', 'operator', undefined],
  );
  const link = await order(`bitcoin:${address}?amount=0.0003&message=Rent%20of%20May`);
  await run(link);
  const second = await withdrawalOf(link);
  assert.deepEqual(
    [second.amountSat, second.speed, second.purpose],
    [30_000n, 'normal', 'Rent of May'],
  );
  assert.equal(await ann.balanceSat(), 100_000 - 21_500 - 31_500);
});

test('an address of someone here is paid at once', async () => {
  const bob = await api.addUser();
  const address = strangeAddress();
  const owner = { userId: bob.user.id, grantId: 'web', createdAt: api.clock.now() };
  await api.deps.deposits.saveAddress({ ...owner, address });
  const id = await order(address, ann, { amountSat: 6000n });
  await run(id);
  assert.equal((await withdrawalOf(id)).state, 'settled');
  assert.equal(await bob.balanceSat(), 6000);
});

test('the fee that was found first bounds the fee, whatever a later run would find', async () => {
  const id = await order(strangeAddress(), ann, { amountSat: 5000n });
  const dead = { order: async () => Promise.reject(new Error('the worker has died')) };
  const withdrawals = { ...deps.withdrawals, ...dead };
  await assert.rejects(run(id, { withdrawals }), /has died/);
  spending.setFee(1400n);
  await run(id);
  assert.equal((await withdrawalOf(id)).heldSat, 6500n);
  spending.setFee(1000n);
});

test('one that expired before its fee was known, or whose deadline is over, is not paid', async () => {
  const before = await ann.balanceSat();
  const slow = await order(strangeAddress(), ann, { amountSat: 5000n });
  await expire(slow);
  await run(slow);
  assert.match(await refusalOf(slow), /no worker of the service took the order in time/);
  const late = await order(strangeAddress(), ann, { amountSat: 5000n });
  const dead = { order: async () => Promise.reject(new Error('the worker has died')) };
  await assert.rejects(run(late, { withdrawals: { ...deps.withdrawals, ...dead } }), /has died/);
  await expire(late);
  await run(late, { clock: aheadBy(3_600_000) });
  assert.match(await refusalOf(late), /will not be paid any more/);
  assert.equal(await ann.balanceSat(), before);
});

test('refusals are in words, and nothing is set aside', async () => {
  const before = await ann.balanceSat();
  const refused = async (...input: Parameters<typeof order>): Promise<string> => {
    const id = await order(...input);
    await run(id);
    return await refusalOf(id);
  };
  const address = strangeAddress();
  assert.match(await refused(address), /say how much: from 5000 to/);
  assert.match(await refused(address, ann, { amountSat: 4999n }), /from 5000 to/);
  const foreign = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  assert.match(await refused(foreign, ann, { amountSat: 5000n }), /for another network/);
  assert.match(await refused(`${address.slice(0, -1)}b`, ann, { amountSat: 5000n }), /character/);
  const said = { amountSat: 5000n, comment: 'Hi' };
  assert.match(await refused(address, ann, said), /takes no comment/);
  assert.match(await refused(address, await api.addUser(), { amountSat: 5000n }), /balance/);
  spending.setRate(60_000n);
  assert.match(await refused(address, ann, { amountSat: 5000n }), /fees on the chain are too high/);
  spending.setRate(1000n);
  assert.equal(await ann.balanceSat(), before);
});
