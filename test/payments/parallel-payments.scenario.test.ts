import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type RunningService, startService } from '../support/running-service.ts';
import {
  type Answer,
  addWalletUser,
  addWalletUsers,
  field,
  fund,
  numberField,
  textField,
  untilPasses,
  type WalletUser,
} from '../support/wallet-user.ts';

const CROWD = 64;

describe('payments at the same time', () => {
  let service: RunningService;

  before(async () => {
    service = await startService();
  });
  afterEach(async () => {
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });
  after(() => service.dispose());

  const invoiceOf = async (user: WalletUser, amountSat: number): Promise<string> =>
    textField((await user.post('/invoices', { amount: amountSat })).body, 'payment_request');

  const externalInvoice = async (amountSat: number): Promise<string> => {
    const made = await (await service.simulator()).invoice({ amountSat });
    assert.ok(made.ok);
    return made.value.paymentRequest;
  };

  const pay = (user: WalletUser, invoice: string): Promise<Answer> =>
    user.post('/payments/bolt11', { invoice });

  test('M01: of 50 internal payments exactly what the wallet covers goes through', async () => {
    const [payer, payee] = [await addWalletUser(service), await addWalletUser(service)];
    await fund(service, payer, 1_000);
    const invoices = await Promise.all(times(50, () => invoiceOf(payee, 100)));
    const answers = await Promise.all(invoices.map((invoice) => pay(payer, invoice)));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 10);
    for (const answer of answers.filter((candidate) => candidate.status !== 200)) {
      assert.equal(answer.status, 400);
      assert.equal(numberField(answer.body, 'code'), 2);
    }
    assert.equal(await payer.balanceSat(), 0);
    assert.equal(await payee.balanceSat(), 1_000);
  });

  test('M01: of 50 outside payments exactly what the wallet covers goes through', async () => {
    const payer = await addWalletUser(service);
    // Each payment of 100 sat holds 110 (the least fee reserve is 10 sat) until it ends.
    await fund(service, payer, 1_100);
    const made = await Promise.all(times(50, () => externalInvoice(100)));
    await service.cli('sim', 'fault', 'hold_settle', '--ms', '3000', '--count', '50');
    const answers = await Promise.all(made.map((invoice) => pay(payer, invoice)));
    await service.cli('sim', 'fault', 'clear');
    const paid = answers.filter((answer) => answer.status === 200);
    assert.equal(paid.length, 10, JSON.stringify(answers.map((answer) => answer.body)));
    const feesSat = paid.reduce((sum, answer) => sum + numberField(answer.body, 'fee'), 0);
    assert.equal(await payer.balanceSat(), 100 - feesSat);
  });

  test('M30: 20 payers on one invoice make one debit', async () => {
    const payee = await addWalletUser(service);
    const payers = await addWalletUsers(service, 20);
    for (const payer of payers) await fund(service, payer, 50);
    const invoice = await invoiceOf(payee, 50);
    const answers = await Promise.all(payers.map((payer) => pay(payer, invoice)));
    assert.equal(answers.filter((answer) => answer.status === 200).length, 1);
    assert.equal(await payee.balanceSat(), 50);
    const balances = await Promise.all(payers.map((payer) => payer.balanceSat()));
    assert.equal(balances.filter((balance) => balance === 0).length, 1);
  });

  test('M30: one payer who repeats a call 20 times at the same time pays once', async () => {
    const [payer, payee] = [await addWalletUser(service), await addWalletUser(service)];
    await fund(service, payer, 1_000);
    const internal = await invoiceOf(payee, 70);
    const answers = await Promise.all(times(20, () => pay(payer, internal)));
    assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
    assert.equal(await payer.balanceSat(), 930);
    const external = await externalInvoice(70);
    const again = await Promise.all(times(20, () => pay(payer, external)));
    assert.deepEqual(new Set(again.map((answer) => answer.status)), new Set([200]));
    const preimages = new Set(again.map((answer) => textField(answer.body, 'payment_preimage')));
    assert.equal(preimages.size, 1);
    assert.equal(await payer.balanceSat(), 860 - numberField(again[0]?.body, 'fee'));
  });

  test('hot wallets: a crowd pays one, one pays a crowd, two pay each other', async () => {
    const crowd = await addWalletUsers(service, CROWD);
    const hot = await addWalletUser(service);
    await fund(service, hot, CROWD * 10);

    const toCrowd = await Promise.all(crowd.map((user) => invoiceOf(user, 10)));
    expectAll(await Promise.all(toCrowd.map((invoice) => pay(hot, invoice))), 200);
    assert.equal(await hot.balanceSat(), 0);

    const toHot = await Promise.all(crowd.map(() => invoiceOf(hot, 10)));
    const payments = crowd.map((user, index) => pay(user, toHot[index] ?? ''));
    expectAll(await Promise.all(payments), 200);
    assert.equal(await hot.balanceSat(), CROWD * 10);

    const other = crowd[0];
    assert.ok(other !== undefined);
    await fund(service, other, CROWD * 10);
    const there = await Promise.all(times(CROWD / 2, () => invoiceOf(other, 5)));
    const back = await Promise.all(times(CROWD / 2, () => invoiceOf(hot, 5)));
    const both = [
      ...there.map((invoice) => pay(hot, invoice)),
      ...back.map((invoice) => pay(other, invoice)),
    ];
    expectAll(await Promise.all(both), 200);
    assert.equal(await hot.balanceSat(), CROWD * 10);
    assert.equal(await other.balanceSat(), CROWD * 10);
  });

  test('M09 M55: internal and outside payment of one invoice at once are both kept', async () => {
    const [payer, payee] = [await addWalletUser(service), await addWalletUser(service)];
    await fund(service, payer, 100);
    const invoice = await invoiceOf(payee, 40);
    const [internal, external] = await Promise.allSettled([
      pay(payer, invoice),
      service.simulator().then((external) => external.pay({ bolt11: invoice })),
    ]);
    const internalSat = internal.status === 'fulfilled' && internal.value.status === 200 ? 40 : 0;
    const externalSat = external.status === 'fulfilled' && external.value.ok ? 40 : 0;
    assert.ok(internalSat + externalSat > 0);
    await untilPasses(async () => {
      assert.equal(await payee.balanceSat(), internalSat + externalSat);
    });
    assert.equal(await payer.balanceSat(), 100 - internalSat);
  });
});

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function expectAll(answers: readonly Answer[], status: number): void {
  for (const answer of answers) assert.equal(answer.status, status, JSON.stringify(answer.body));
}
