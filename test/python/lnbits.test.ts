import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { after, test } from 'node:test';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { describeFaultyNode, START_SAT } from '../support/faulty-node.ts';
import { openHolder, untilHeld } from '../support/holder.ts';
import { spokenSchemes } from '../support/nwc/spoken-schemes.ts';
import {
  addWalletUser,
  field,
  numberField,
  textField,
  untilPasses,
} from '../support/wallet-user.ts';
import { assertLink, type PythonApp, startPythonApp } from './python-app.ts';

const opened: PythonApp[] = [];
let uri: string;

/**
 * Checklist of Nostr Wallet Connect, 1 and 43: an LNbits of others has a wallet of this service as
 * its funding source. What it is told is `failed` it gives back to its user at once, so that must
 * never be said of what may still be paid. Its answers: true, false, and null for not known yet.
 */
describeFaultyNode({}, (world) => {
  const connect = async (...options: string[]): Promise<PythonApp> => {
    await world.addPayer();
    const added = await world.service.cli('nwc', 'add', '--user', world.payer.email, ...options);
    uri = textField(added, 'uri');
    const app = await startPythonApp('use_lnbits.py', uri);
    opened.push(app);
    assertLink(await app.call('link'), uri);
    return app;
  };
  const externalInvoice = async (amountSat: number, memo?: string): Promise<string> => {
    const made = await world.control.invoice({ amountSat, ...(memo !== undefined && { memo }) });
    assert(made.ok);
    return made.value.paymentRequest;
  };

  test('1, 43: it reads the link and the balance, and receives', async () => {
    const app = await connect();
    const status = await app.call('status');
    assert.deepEqual(status, { error_message: null, balance_msat: START_SAT * 1000 });
    assert.deepEqual(await spokenSchemes(world.service, uri), ['nip44_v2']);
    const bread = await app.call('create_invoice', 21, 'bread');
    const hashed = await app.call('create_hashed', 22, 'a long story');
    const read = decodeBolt11(textField(hashed, 'payment_request'));
    assert(read.ok);
    assert.equal(read.value.descriptionHash, hash('sha256', 'a long story'));
    for (const made of [bread, hashed]) {
      assert.equal(field(made, 'ok'), true);
      const id = textField(made, 'checking_id');
      assert.equal(await paidOf(app, 'get_invoice_status', id), null);
      const paid = await world.control.pay({ bolt11: textField(made, 'payment_request') });
      assert(paid.ok);
    }
    const ids = [bread, hashed].map((made) => textField(made, 'checking_id'));
    await untilPasses(async () => {
      const stream = await app.call('stream');
      assert.deepEqual(Array.isArray(stream) && stream.toSorted(), ids.toSorted());
    }, 120_000);
    for (const id of ids) assert.equal(await paidOf(app, 'get_invoice_status', id), true);
  });

  test('1: it pays an invoice of the world, and one of this service', async () => {
    const app = await connect();
    const other = await addWalletUser(world.service);
    const bill = await other.post('/invoices', { amount: 700 });
    for (const invoice of [await externalInvoice(1000), textField(bill.body, 'payment_request')]) {
      const before = await world.payer.balanceSat();
      const paid = await app.call('pay_invoice', invoice);
      assert.equal(field(paid, 'ok'), true);
      const id = textField(paid, 'checking_id');
      assert.equal(hash('sha256', Buffer.from(textField(paid, 'preimage'), 'hex')), id);
      const spent = (before - (await world.payer.balanceSat())) * 1000;
      assert.equal(spent, amountOf(invoice) + numberField(paid, 'fee_msat'));
      assert.equal(await paidOf(app, 'get_payment_status', id), true);
    }
    assert.equal(await other.balanceSat(), 700);
    await world.reconcileSettledInvoices(2);
  });

  test('1: what is refused it gives up, with our words', async () => {
    const app = await connect('--budget', '5000', '--budget-interval', 'month');
    const over = await app.call('pay_invoice', await externalInvoice(6000));
    assert.equal(field(over, 'ok'), false);
    assert.match(textField(over, 'error_message'), /^over budget: this connection may spend 5000/);
    const free = await connect();
    const poor = await free.call('pay_invoice', await externalInvoice(START_SAT));
    assert.equal(field(poor, 'ok'), false);
    assert.match(textField(poor, 'error_message'), /^the balance is too low/);
    const lost = await free.call('pay_invoice', await externalInvoice(10, 'fault:no_route'));
    assert.equal(field(lost, 'ok'), false);
    assert.equal(await world.payer.balanceSat(), START_SAT);
  });

  test('1: of what may still be paid it never says that it failed', async () => {
    const app = await connect();
    const payee = await openHolder(world.service);
    const settling = await payee.createHeldInvoice(1_000_000n);
    const failing = await payee.createHeldInvoice(2_000_000n);
    const [first, second] = await Promise.all([
      app.call('pay_invoice', settling.bolt11),
      app.call('pay_invoice', failing.bolt11),
    ]);
    assert.deepEqual([field(first, 'ok'), field(second, 'ok')], [null, null]);
    for (const held of [settling, failing]) await untilHeld(held);
    const ids = [textField(first, 'checking_id'), textField(second, 'checking_id')] as const;

    // One that comes in is seen beside them.
    const made = await app.call('create_invoice', 500, 'rent');
    const rent = textField(made, 'checking_id');
    assert.equal(await paidOf(app, 'get_invoice_status', rent), null);
    const paid = await world.control.pay({ bolt11: textField(made, 'payment_request') });
    assert(paid.ok);
    await untilPasses(async () =>
      assert.equal(await paidOf(app, 'get_invoice_status', rent), true),
    );
    for (const id of [...ids, 'ab'.repeat(32)]) {
      assert.equal(await paidOf(app, 'get_payment_status', id), null);
    }
    await settling.settle();
    await failing.cancel();
    await untilPasses(async () => {
      assert.equal(await paidOf(app, 'get_payment_status', ids[0]), true);
      assert.equal(await paidOf(app, 'get_payment_status', ids[1]), false);
    }, 90_000);
    await payee.close();
    // What it cannot read it writes down, and takes for not known yet.
    assert.deepEqual(errorsOf(app), [
      'Error getting payment status: NOT_FOUND there is no such invoice or payment',
      'Error paying invoice: timed out',
    ]);
  });

  test('1: nor when the service dies in mid-payment, and comes back', async () => {
    const app = await connect();
    const payee = await openHolder(world.service);
    const held = await payee.createHeldInvoice(1_000_000n);
    const paying = app.call('pay_invoice', held.bolt11);
    await untilHeld(held);
    await world.service.end('SIGKILL');
    await world.service.start();
    assert.equal(field(await paying, 'ok'), null);
    assert.equal(await paidOf(app, 'get_payment_status', held.paymentHash), null);
    await held.settle();
    await untilPasses(async () =>
      assert.equal(await paidOf(app, 'get_payment_status', held.paymentHash), true),
    );
    await payee.close();
    await world.reconcileSettledInvoices(1);
  });
});

after(async () => {
  for (const app of opened) await app.end();
});

const errorsOf = ({ printed }: PythonApp): readonly string[] => {
  const lines = printed().matchAll(/ ERROR .*? - (.*)/g);
  return [...new Set(Array.from(lines, ([, words]) => words ?? ''))].toSorted();
};

const paidOf = async (app: PythonApp, name: string, id: string): Promise<unknown> =>
  field(await app.call(name, id), 'paid');

function amountOf(bolt11: string): number {
  const read = decodeBolt11(bolt11);
  assert(read.ok);
  return Number(read.value.amountMsat);
}
