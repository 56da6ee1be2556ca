import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { describeFaultyNode, START_SAT } from '../support/faulty-node.ts';
import { listOf, numberField } from '../support/fields.ts';
import { openRelayApp, type RelayApp, untilSent } from '../support/nwc/relay-app.ts';
import { addWalletUser, field, textField, untilPasses } from '../support/wallet-user.ts';

const cleanups: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };

/** What becomes of requests whose payments take their time, or whose process dies. */
describeFaultyNode({}, (world) => {
  const connect = async (email: string, ...options: string[]): Promise<RelayApp> => {
    const added = await world.service.cli('nwc', 'add', '--user', email, ...options);
    return await openRelayApp(cleanup, textField(added, 'uri'));
  };
  const payment = async (app: RelayApp) =>
    app.request('pay_invoice', { invoice: await world.externalInvoice() });

  test('4: killed while a payment is on its way: the restart answers, and pays once', async () => {
    await world.addPayer();
    const app = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 3000 });
    const event = await payment(app);
    assert.equal((await app.socket.publish(event))[2], true);
    await untilSent(world.service);
    await world.service.end('SIGKILL');
    await world.service.start();
    const again = await app.at(relayOf(world.service.baseUrl));
    const answer = again.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    const body = again.read(await answer.next());
    assert.equal(field(body, 'error'), undefined, JSON.stringify(body));
    assert.match(textField(field(body, 'result'), 'preimage'), /^[0-9a-f]{64}$/);
    await world.reconcileSettledInvoices(1);
    const repeated = await again.ask(event);
    assert.equal(repeated.event.id, (await answer.next()).id);
    await world.reconcileSettledInvoices(1);
  });

  test('killed while a payment waits for approval: the restart answers once it is decided', async () => {
    await world.addPayer();
    const app = await connect(world.payer.email, '--ask-above', '100');
    const event = await payment(app);
    assert.equal((await app.socket.publish(event))[2], true);
    await untilPasses(async () => void (await onlyAsked(app)));
    const asked = await onlyAsked(app);
    await world.service.end('SIGKILL');
    await world.service.start();
    const again = await app.at(relayOf(world.service.baseUrl));
    assert.equal(await onlyAsked(again), asked);
    const answers = again.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await world.service.end('SIGKILL');
    await world.service.withStores(async ({ approvals, users }) => {
      const user = await users.findUserByEmail(world.payer.email);
      assert(user !== null);
      const query = { userId: user.id, isWaiting: true, offset: 0, limit: 10 };
      const [{ id } = assert.fail('it waits')] = await approvals.listOfUser(query);
      await approvals.end(id, { state: 'refused', at: new Date(), device: 'a phone' });
    });
    await world.service.start();
    assert.deepEqual(answers.events(), []);
    const last = await app.at(relayOf(world.service.baseUrl));
    const answer = last.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    const body = last.read(await answer.next());
    assert.equal(textField(field(body, 'error'), 'code'), 'RESTRICTED');
    assert.equal((await last.ask(event)).code, 'RESTRICTED');
    assert.equal(await world.payer.balanceSat(), START_SAT);
  });

  test('10: while a payment is held there is no answer, and then the preimage', async () => {
    await world.addPayer();
    const app = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 13_000 });
    const event = await payment(app);
    const answers = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await app.socket.publish(event);
    await untilPasses(async () =>
      assert.equal(await world.payer.balanceSat(), START_SAT - 1010, 'it is reserved'),
    );
    const open = await app.call('list_transactions', { unpaid: true });
    const [transaction] = listOf(field(open.result, 'transactions'));
    assert.equal(field(transaction, 'state'), 'pending');
    const found = await app.call('lookup_invoice', {
      payment_hash: textField(transaction, 'payment_hash'),
    });
    assert.equal(field(found.result, 'state'), 'pending');
    const began = numberField(found.result, 'created_at');
    assert.ok(numberField(found.result, 'expires_at') >= began + 3600);
    assert.deepEqual(answers.events(), []);
    const body = app.read(await answers.next());
    const cost = numberField(field(body, 'result'), 'fees_paid') / 1000;
    assert.equal(await world.payer.balanceSat(), START_SAT - 1000 - cost);
    await world.reconcileSettledInvoices(1);
  });

  test('7: another request for the same invoice joins the payment, or repeats its end', async () => {
    await world.addPayer();
    const app = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 2000 });
    const invoice = await world.externalInvoice();
    const both = await Promise.all([1, 2].map(() => app.call('pay_invoice', { invoice })));
    const later = await app.call('pay_invoice', { invoice });
    const preimages = [...both, later].map(({ result }) => textField(result, 'preimage'));
    assert.equal(new Set(preimages).size, 1);
    await world.reconcileSettledInvoices(1);
  });

  test('7: one that has failed is tried anew', async () => {
    await world.addPayer();
    const app = await connect(world.payer.email);
    await world.fault('hold_fail', { ms: 500 });
    const invoice = await world.externalInvoice();
    const failed = await app.call('pay_invoice', { invoice });
    assert.equal(failed.code, 'PAYMENT_FAILED');
    await world.control.clearFaults(null);
    assert.equal((await app.call('pay_invoice', { invoice })).code, null);
    assert.equal((await app.ask(failed.request)).code, 'PAYMENT_FAILED', 'an old one stays');
    await world.reconcileSettledInvoices(1);
  });

  test('6: what was refused for the balance stays refused when there is money', async () => {
    const poor = await addWalletUser(world.service);
    await world.addPayer();
    const app = await connect(poor.email);
    const event = await payment(app);
    assert.equal((await app.ask(event)).code, 'INSUFFICIENT_BALANCE');
    const gift = await poor.post('/invoices', { amount: 5000 });
    const bolt11 = textField(gift.body, 'payment_request');
    assert.equal((await world.pay(bolt11)).status, 200);
    assert.equal((await app.ask(event)).code, 'INSUFFICIENT_BALANCE');
    assert.equal(await poor.balanceSat(), 5000);
  });

  test('8: keys and tokens at the edge of a budget: one is refused', async () => {
    await world.addPayer();
    const { email } = world.payer;
    const app = await connect(email, '--budget', '1500', '--budget-interval', 'ever');
    const invoices = [await world.externalInvoice(), await world.externalInvoice()];
    const codes = await Promise.all(
      invoices.map(async (invoice) => (await app.call('pay_invoice', { invoice })).code),
    );
    assert.deepEqual(codes.toSorted(), ['QUOTA_EXCEEDED', null].toSorted());
    const [listed] = listOf(await world.service.cli('nwc', 'list', '--user', email));
    assert.equal(numberField(field(listed, 'budget'), 'limit'), 1500);
    await untilPasses(async () => {
      const [now] = listOf(await world.service.cli('nwc', 'list', '--user', email));
      assert.equal(field(field(now, 'last_refusal'), 'reason'), 'budget_exceeded');
    });
    await world.reconcileSettledInvoices(1);
  });
});

after(async () => {
  for (const end of cleanups.reverse()) await end();
});

/** The hash of the only payment of an app, which is pending. */
async function onlyAsked(app: RelayApp): Promise<string> {
  const { result } = await app.call('list_transactions', { unpaid: true, type: 'outgoing' });
  const [one, ...others] = listOf(field(result, 'transactions'));
  assert.deepEqual([field(one, 'state'), others], ['pending', []]);
  return textField(one, 'payment_hash');
}

const relayOf = (baseUrl: string): string => `${baseUrl.replace(/^http/, 'ws')}/relay`;
