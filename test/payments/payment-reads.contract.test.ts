import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Payment } from '../../src/ledger/payment.ts';
import type { PaymentQuery, PaymentStore } from '../../src/payments/payment-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import {
  addInvoice,
  addUser,
  claim,
  failedEnd,
  NODE_PUBKEY,
  newSecret,
  OWNER,
  payInvoice,
  type ReserveOptions,
  reserveEvent,
  settledEnd,
} from '../support/money-model/events.ts';
import type { MoneyWorld } from '../support/money-model/money-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';

describe('payment store, reads for a payment', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let opened: TestDatabase;
  let payments: PaymentStore;
  let world: MoneyWorld;
  let user: string;

  before(async () => {
    opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    payments = createPaymentStore(opened.database);
    world = createPostgresWorld(opened.database);
    await world.setBaseline(NODE_PUBKEY, 0n);
    user = await addUser(world, 1_000_000);
  });
  after(async () => {
    assert.deepEqual(await world.findings(), []);
    for (const cleanup of cleanups) await cleanup();
  });

  const reserve = async (options: ReserveOptions = {}): Promise<Payment> => {
    const event = reserveEvent(user, options);
    assert.deepEqual(await world.store.reserve([event]), [{ kind: 'reserved' }]);
    const payment = await payments.findPayment(event.order.id);
    assert.ok(payment !== null);
    return payment;
  };
  const query = (fields: Partial<PaymentQuery>): PaymentQuery => ({
    userId: user,
    grantId: 'grant',
    paymentHash: null,
    payeeIdentifier: null,
    idempotencyKey: null,
    ...fields,
  });

  test('the balance alone when nothing else is known, in one statement', async () => {
    const poor = await addUser(world, 5);
    opened.statements.length = 0;
    assert.deepEqual(await payments.readForPayment(query({ userId: poor })), {
      balanceSat: 5n,
      invoice: null,
      payment: null,
      payeeUserId: null,
      idempotency: null,
    });
    assert.equal(opened.statements.length, 1);
  });

  test('our invoice, of any user, and what became of it', async () => {
    const invoice = await addInvoice(world, await addUser(world));
    const { paymentHash } = invoice;
    const view = await payments.readForPayment(query({ paymentHash }));
    assert.deepEqual(view.invoice, { invoice, receiptsCount: 0 });
    const event = payInvoice(user, invoice);
    await world.store.settleInternal([event]);
    const after_ = await payments.readForPayment(query({ paymentHash }));
    assert.equal(after_.invoice?.receiptsCount, 1);
    assert.equal(after_.payment?.id, event.order.id);
    const foreign = query({ paymentHash, userId: await addUser(world) });
    assert.equal((await payments.readForPayment(foreign)).payment, null);
  });

  test("this user's payment of the hash, unless it failed", async () => {
    const secret = newSecret();
    const { paymentHash } = secret;
    const failed = await reserve({ secret });
    await world.store.resolve([failedEnd(failed.id, 'reserved')]);
    assert.equal((await payments.readForPayment(query({ paymentHash }))).payment, null);
    const open = await reserve({ secret });
    assert.equal((await payments.readForPayment(query({ paymentHash }))).payment?.id, open.id);
    await payments.beginDispatch({
      paymentId: open.id,
      ownerProcessId: OWNER,
      indexBefore: 0n,
    });
    await world.store.resolve([settledEnd(open)]);
    const { payment } = await payments.readForPayment(query({ paymentHash }));
    assert.equal(payment?.state, 'settled');
  });

  test('the payee of a keysend and the key of the call', async () => {
    const payee = await createUserStore(opened.database).findUser(await addUser(world));
    assert.ok(payee !== null);
    const key = claim(randomUUID());
    const { id } = await reserve({ claim: key });
    const fields = { payeeIdentifier: payee.identifier, idempotencyKey: key.key };
    const { payeeUserId, idempotency } = await payments.readForPayment(query(fields));
    assert.equal(payeeUserId, payee.id);
    const { requestHash } = key;
    assert.deepEqual(idempotency, { requestHash, target: { kind: 'payment', id } });
    const otherGrant = query({ ...fields, grantId: 'other' });
    assert.equal((await payments.readForPayment(otherGrant)).idempotency, null);
  });
});
