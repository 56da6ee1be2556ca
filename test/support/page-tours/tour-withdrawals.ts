import assert from 'node:assert/strict';
import { renderWithdrawal } from '../../../src/onchain/render-withdrawal.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { createFakeSpending } from '../onchain/fake-spending.ts';
import { LEADING } from '../onchain/withdrawal-bench.ts';
import { BLOCK, newTransaction, strangeAddress } from '../onchain/withdrawal-events.ts';
import type { PageTour } from './page-tour.ts';

/** Visits withdrawals: the questions before one, and each of its states. */
export async function tourChainPayments(
  world: AccountWorld,
  wallet: ReturnType<typeof createFakeSpending>,
  tour: PageTour,
): Promise<void> {
  const { withdrawals, deposits } = world.deps;
  const person = await world.addPerson();
  const userId = person.user.id;
  await (await asApiUser(world, person.user)).receive(200_000);
  const visitor = tour.with(await world.signedIn(person));
  const at = { fence: LEADING, at: world.clock.now() };
  const begin = async (to: string): Promise<string> => {
    const answer = await visitor.post('/send', { to });
    return String(answer.headers.location);
  };
  const pay = async (address: string): Promise<{ readonly one: Withdrawal; record: string }> => {
    const path = await begin(address);
    await visitor.submit(path, { sat: '10000', speed: 'fast' });
    await visitor.post(`${path}/pay`, {});
    const record = String((await visitor.get(path)).headers.location);
    const [one] = await withdrawals.listOfUser(userId, { offset: 0, limit: 1 });
    assert(one !== undefined);
    await visitor.open(record, '/activity', '/');
    return { one, record };
  };
  const mainnet = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
  for (const to of [mainnet, `${mainnet}x`, `bitcoin:${strangeAddress()}?amount=0.00001`]) {
    await visitor.submit('/send', { to });
  }
  const path = await begin(strangeAddress());
  await visitor.open(path, `${path}?amount=10000`, `${path}?amount=199000`);
  await visitor.submit(path, { amount: '20000' });
  wallet.setFee(null);
  await visitor.open(`${path}?amount=10000`);
  await visitor.submit(path, { amount: '', all: 'yes' });
  wallet.setFee(1000n);

  const { one, record } = await pay(strangeAddress());
  const transaction = newTransaction();
  await withdrawals.sign({ ...at, id: one.id, transaction, isFound: false });
  await visitor.open(record);
  await withdrawals.noteBroadcast(one.id, at.at);
  await visitor.open(record);
  const body = renderWithdrawal(one, transaction, BLOCK, at.at);
  await withdrawals.settle({ ...at, id: one.id, block: BLOCK, record: body });
  await visitor.open(record, '/activity', '/notices');
  for (const reason of ['not_enough_coins', 'fee_too_high', 'rejected', 'never_sent', 'x']) {
    const failed = await pay(strangeAddress());
    const failure = { reason, message: '№' };
    await withdrawals.fail({ ...at, id: failed.one.id, failure, from: 'reserved' });
    await visitor.open(failed.record, '/activity');
  }
  const own = strangeAddress();
  await deposits.saveAddress({ address: own, userId, grantId: 'web', createdAt: at.at });
  const inside = await begin(`bitcoin:${own}?amount=0.0001`);
  await visitor.open(inside);
  await visitor.post(`${inside}/pay`, {});
  await visitor.open(String((await visitor.get(inside)).headers.location), '/activity');
}
