import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { describeFaultyNode, START_SAT } from '../support/faulty-node.ts';
import { listOf, numberField } from '../support/fields.ts';
import { openRelayApp, untilSent } from '../support/nwc/relay-app.ts';
import { addWalletUser, field, textField, untilPasses } from '../support/wallet-user.ts';

const cleanups: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };

/** What is reserved for an app, and what it is told of what is not over. */
describeFaultyNode({}, (world) => {
  const connect = async (email: string, ...options: string[]) => {
    const added = await world.service.cli('nwc', 'add', '--user', email, ...options);
    const app = await openRelayApp(cleanup, textField(added, 'uri'));
    return { app, id: textField(added, 'id') };
  };

  test('29: a payment that was begun before its key was revoked is answered at its end', async () => {
    await world.addPayer();
    const { app, id } = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 3000 });
    const event = app.request('pay_invoice', { invoice: await world.externalInvoice() });
    const answers = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await app.socket.publish(event);
    await untilSent(world.service);
    await world.service.cli('nwc', 'revoke', id);
    assert.equal((await app.call('get_balance')).code, 'UNAUTHORIZED');
    const result = field(app.read(await answers.next()), 'result');
    assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    await world.reconcileSettledInvoices(1);
  });

  test('11: while the node is lost there is no answer and the money is held; then the truth', async () => {
    await world.addPayer();
    const { app } = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 6000 });
    const event = app.request('pay_invoice', { invoice: await world.externalInvoice() });
    const answers = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
    await app.socket.publish(event);
    await untilSent(world.service);
    await world.fault('node_down');
    const refused = app.call('pay_invoice', { invoice: await world.externalInvoice() });
    assert.equal((await refused).code, 'PAYMENT_FAILED', 'another one is not begun');
    const open = await app.call('list_transactions', { unpaid: true, type: 'outgoing' });
    const states = listOf(field(open.result, 'transactions')).map((one) => field(one, 'state'));
    assert.ok(states.includes('pending'), JSON.stringify(states));
    assert.equal(await world.payer.balanceSat(), START_SAT - 1010, 'it is held');
    assert.deepEqual(answers.events(), []);
    await world.control.clearFaults(null);
    const result = field(app.read(await answers.next()), 'result');
    assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    await world.reconcileSettledInvoices(1);
  });

  test('no more is reserved for routing than the app allows', async () => {
    await world.addPayer();
    const { app } = await connect(world.payer.email);
    await world.fault('hold_settle', { ms: 2000 });
    const invoice = await world.externalInvoice();
    const paid = app.call('pay_invoice', { invoice, max_fee: 2999 });
    await untilPasses(async () => assert.equal(await world.payer.balanceSat(), START_SAT - 1002));
    const { code, result } = await paid;
    if (code === null) assert.ok(numberField(result, 'fees_paid') <= 2000);
    else assert.equal(code, 'PAYMENT_FAILED', 'no route is as cheap');
    await world.reconcileSettledInvoices(code === null ? 1 : 0);
  });

  test('9: keysends and reserves count in the budget, and what failed comes back', async () => {
    await world.addPayer();
    const budget = ['--budget', '1010', '--budget-interval', 'ever'];
    const { app } = await connect(world.payer.email, ...budget);
    const used = async () => {
      const { result } = await app.call('get_budget');
      return numberField(result, 'used_budget') / 1000;
    };
    await world.fault('hold_fail', { ms: 2000 });
    const invoice = await world.externalInvoice();
    const held = app.call('pay_invoice', { invoice });
    await untilSent(world.service);
    assert.equal(await used(), 1010);
    const nodes = await world.control.nodes();
    assert(nodes.ok);
    const pubkey = nodes.value.find(({ alias }) => alias === 'alice')?.pubkey;
    const keysend = { pubkey, amount: 500_000 };
    assert.equal((await app.call('pay_keysend', keysend)).code, 'QUOTA_EXCEEDED');
    assert.equal((await held).code, 'PAYMENT_FAILED');
    assert.equal(await used(), 0);
    await world.control.clearFaults(null);
    assert.equal((await app.call('pay_keysend', keysend)).code, null);
    assert.ok((await used()) >= 500);
  });

  test('27: no preimage of an invoice that is not paid', async () => {
    const user = await addWalletUser(world.service);
    const { app } = await connect(user.email);
    const made = await app.call('make_invoice', { amount: 5000 });
    const hash = textField(made.result, 'payment_hash');
    const found = await app.call('lookup_invoice', { payment_hash: hash });
    const listed = await app.call('list_transactions', { unpaid: true });
    const all = [made.result, found.result, ...listOf(field(listed.result, 'transactions'))];
    assert.equal(all.length, 3);
    for (const one of all) {
      assert.equal(textField(one, 'payment_hash'), hash);
      assert.equal(field(one, 'preimage'), undefined);
    }
  });
});

after(async () => {
  for (const end of cleanups.reverse()) await end();
});
