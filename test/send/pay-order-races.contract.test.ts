import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { OPERATOR_GRANT, webCaller } from '../../src/authorization/caller.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import type { PaymentQuery } from '../../src/payments/payment-store.ts';
import { PAY_ORDER_DEADLINE_SEC } from '../../src/send/limits.ts';
import { startOrderBench } from '../support/lnurl/order-bench.ts';

/** Orders of the command `pay` whose workers die, stop and meet. */

const bench = await startOrderBench({ after });
const {
  aheadBy,
  address,
  ann,
  answerInvoices,
  api,
  deps,
  expire,
  openAs,
  order,
  paymentOf,
  payee,
  payOrders,
  refusalOf,
  run,
} = bench;

/** Ports of a worker to which this happens when it begins to pay the invoice that is kept. */
const onceKept = (id: string, happen: () => Promise<void> | never) => ({
  payments: {
    ...deps.payments,
    readForPayment: async (query: PaymentQuery) => {
      if ((await payOrders.readOrder(id))?.prepared) await happen();
      return await deps.payments.readForPayment(query);
    },
  },
});

describe('workers of one order of the operator', () => {
  test('two workers with one order pay one invoice once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await order(address, ann, { amountSat: 10n });
      const before = await ann.balanceSat();
      const sent = api.node.sent.length;
      await Promise.all([run(id), run(id)]);
      assert.equal(api.node.sent.length, sent + 1);
      assert.equal((await paymentOf(id)).state, 'settled');
      assert.equal(await ann.balanceSat(), before - 11);
    }
  });

  test('two workers whose payee gives both the same invoice: it is told as paid', async () => {
    payee.answers.set('/cb', { pr: bench.invoice({ amountMsat: 10_000n }).bolt11 });
    const id = await order(address, ann, { amountSat: 10n });
    const other = Promise.withResolvers<void>();
    const slow = {
      readForPayment: async (query: PaymentQuery) => {
        await other.promise;
        return await deps.payments.readForPayment(query);
      },
    };
    const late = run(id, { payments: { ...deps.payments, ...slow } });
    await run(id, { payOrders: { ...payOrders, endOrder: async () => {} } });
    other.resolve();
    await late;
    assert.equal((await paymentOf(id)).state, 'settled');
    answerInvoices();
  });

  test('a worker that dies after the invoice was stored: the next one pays the same', async () => {
    const id = await order(address, ann, { amountSat: 10n });
    const dying = onceKept(id, () => assert.fail('killed'));
    const sent = api.node.sent.length;
    await assert.rejects(run(id, dying), /killed/);
    assert.equal(api.node.sent.length, sent);
    const stored = await payOrders.readOrder(id);
    assert(stored?.prepared?.kind === 'bolt11');
    assert.equal(stored.end, null);
    const asked = payee.asked.length;
    // The bound for those without an invoice counts no more.
    await expire(id);
    await run(id);
    assert.equal(payee.asked.length, asked, 'no other invoice was asked for');
    assert.equal((await paymentOf(id)).bolt11, stored.prepared.bolt11);
    assert.equal(api.node.sent.length, sent + 1);
  });

  test('a worker that dies after paying: the next one finds the payment', async () => {
    const id = await order(address, ann, { amountSat: 10n });
    const dying = { endOrder: () => Promise.reject(new Error('killed')) };
    await assert.rejects(run(id, { payOrders: { ...payOrders, ...dying } }), /killed/);
    const sent = api.node.sent.length;
    const before = await ann.balanceSat();
    await run(id);
    assert.equal((await paymentOf(id)).state, 'settled');
    assert.equal(api.node.sent.length, sent);
    assert.equal(await ann.balanceSat(), before);
  });

  test('a worker that dies after a payment failed: the next one tells it, and pays nothing', async () => {
    const { plan } = api.node;
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    const id = await order(address, ann, { amountSat: 10n });
    const dying = { endOrder: () => Promise.reject(new Error('killed')) };
    await assert.rejects(run(id, { payOrders: { ...payOrders, ...dying } }), /killed/);
    api.node.plan = plan;
    const sent = api.node.sent.length;
    await run(id);
    assert.match(await refusalOf(id), /No route/);
    assert.equal(api.node.sent.length, sent);
  });

  test('a worker of an older version paid under ids of its own: the next one finds it', async () => {
    const id = await order(address, ann, { amountSat: 10n });
    await assert.rejects(
      run(
        id,
        onceKept(id, () => assert.fail('killed')),
      ),
      /killed/,
    );
    const { prepared } = (await payOrders.readOrder(id)) ?? assert.fail('the order is there');
    assert(prepared?.kind === 'bolt11');
    const caller = { ...webCaller(ann.user.id), grantId: OPERATOR_GRANT };
    const paid = await payInvoice(deps, { caller, ...prepared, idempotency: null });
    assert(paid.ok);
    const sent = api.node.sent.length;
    await run(id);
    assert.equal((await paymentOf(id)).id, paid.value.id);
    assert.equal(api.node.sent.length, sent);
  });

  test('a payment that has begun goes on after the deadline, and the order names it', async () => {
    const { plan } = api.node;
    api.node.plan = { kind: 'hang' };
    const id = await order(address, ann, { amountSat: 10n });
    const dying = { endOrder: () => Promise.reject(new Error('killed')) };
    await assert.rejects(run(id, { payOrders: { ...payOrders, ...dying } }), /killed/);
    const sent = api.node.sent.length;
    await run(id, { clock: aheadBy(PAY_ORDER_DEADLINE_SEC * 1000) });
    assert.equal((await paymentOf(id)).state, 'in_flight');
    assert.equal(api.node.sent.length, sent);
    api.node.plan = plan;
  });

  test('a payment takes the place of a refusal of another run, and nothing takes its place', async () => {
    const id = await order(address, ann, { amountSat: 10n });
    const slow = onceKept(id, async () => {
      await run(id, { clock: aheadBy(PAY_ORDER_DEADLINE_SEC * 1000) });
      assert.match(await refusalOf(id), /not paid in time/);
    });
    await run(id, slow);
    const { state, id: paymentId } = await paymentOf(id);
    assert.equal(state, 'settled');
    await payOrders.endOrder(id, { kind: 'refused', refusal: 'late' });
    assert.equal((await paymentOf(id)).id, paymentId);
  });

  test('a worker that stops while it asks leaves the order to others', async () => {
    const id = await order(address, ann, { amountSat: 10n });
    const stopping = new AbortController();
    payee.answers.set('/cb', () => {
      stopping.abort();
      return 'silence';
    });
    await assert.rejects(run(id, {}, stopping.signal));
    assert.equal(await openAs(id), 'open');
    answerInvoices();
  });
});
