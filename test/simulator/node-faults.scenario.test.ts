import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { describeFaultyNode, PENDING, START_SAT, type Struck } from '../support/faulty-node.ts';
import { numberField, textField, untilPasses } from '../support/wallet-user.ts';

/** Callers wait until the end of their payments. */
describeFaultyNode({ SATCHEL_PAYMENT_WAIT: '60' }, (world) => {
  test('M20 it took the payment, and the answer does not arrive or cannot be read', async () => {
    await world.addPayer();
    const struck: Struck[] = [];
    for (const kind of ['drop_recorded', 'half_answer', 'wrong_types']) {
      struck.push(await world.payUnder(kind));
    }
    await Promise.all(struck.map(({ answer }) => answer));
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(3);
    for (const { invoice, kind } of struck) {
      assert.equal((await world.pay(invoice)).status, 200, `${kind}: a repeat answers the success`);
    }
    await world.reconcileSettledInvoices(3);
  });

  test('it took the payment, and the stream of its answer stays silent: asked, and ended', async () => {
    await world.addPayer();
    const { answer } = await world.payUnder('silent_recorded');
    assert.equal((await answer).status, 200);
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(1);
  });

  test('M21 it never took the payment: held until that is proven, then given back', async () => {
    await world.addPayer();
    const struck: Struck[] = [];
    for (const kind of ['drop_unrecorded', 'already_paid', 'in_transition']) {
      struck.push(await world.payUnder(kind));
    }
    for (const { answer, kind } of struck) {
      // Pending, or its proven end already: with graces this short either may come first.
      assert.equal((await answer).status, 500, kind);
    }
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(0);
    for (const { invoice } of struck) assert.equal((await world.pay(invoice)).status, 200);
    await world.reconcileSettledInvoices(3);
  });

  test('it refuses in its own words: given back at once', async () => {
    await world.addPayer();
    for (const kind of ['starting', 'locked', 'no_permission', 'expired', 'no_route']) {
      const { answer } = await world.payUnder(kind, { calls: ['SendPaymentV2'], count: 1 });
      const { status, body } = await answer;
      assert.equal(status, 500, kind);
      assert.doesNotMatch(textField(body, 'message'), PENDING, kind);
    }
    assert.equal(await world.payer.balanceSat(), START_SAT);
  });

  test('M44 it looks up payments wrongly, too: whatever it says is no end', async () => {
    await world.addPayer();
    for (const kind of ['half_answer', 'wrong_types', 'drop_unrecorded']) {
      await world.fault(kind, { calls: ['TrackPaymentV2'], count: 1 });
    }
    const { answer } = await world.payUnder('drop_recorded');
    await answer;
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(1);
  });

  test('no one listens at its address: nothing is sent, and all goes on when it is back', async () => {
    await world.addPayer();
    const [invoice, own] = [
      await world.externalInvoice(),
      await world.payer.post('/invoices', { amount: 70 }),
    ];
    await world.fault('node_down');
    const { status, body } = await world.pay(invoice);
    assert.equal(status, 500);
    assert.doesNotMatch(textField(body, 'message'), PENDING);
    await world.control.clearFaults(null);
    await untilPasses(async () => assert.equal((await world.pay(invoice)).status, 200));
    await world.reconcileSettledInvoices(1);
    const before = await world.payer.balanceSat();
    assert((await world.control.pay({ bolt11: textField(own.body, 'payment_request') })).ok);
    await untilPasses(async () => assert.equal(await world.payer.balanceSat(), before + 70));
  });

  /** What the service owes, to its users and to unknown owners. */
  const owedMsat = (): Promise<bigint> =>
    world.service.withStores(async ({ books }) => (await books.checkBooks()).liabilitiesMsat);

  const receive = async (...amountsSat: readonly number[]): Promise<void> => {
    for (const amount of amountsSat) {
      const { body } = await world.payer.post('/invoices', { amount });
      assert((await world.control.pay({ bolt11: textField(body, 'payment_request') })).ok);
    }
  };

  test('M50 M52 its stream is cut, replays, repeats itself and mixes up the order', async () => {
    await world.addPayer();
    for (const kind of ['duplicate_events', 'stale_replay']) await world.fault(kind);
    await world.fault('out_of_order', { count: 2, ms: 300 });
    for (const amountSat of [100, 10, 1]) {
      await receive(amountSat, amountSat, amountSat);
      await world.fault('stream_cut');
    }
    await receive(1000);
    await untilPasses(async () => assert.equal(await world.payer.balanceSat(), START_SAT + 1333));
    await world.fault('lost_events', { count: 3 });
    await receive(1, 1, 1, 2);
    await untilPasses(async () => assert.equal(await world.payer.balanceSat(), START_SAT + 1335));
    // What was lost is behind the cursor by now.
    await world.fault('stream_cut');
    await untilPasses(async () => assert.equal(await world.payer.balanceSat(), START_SAT + 1338));
    assert.equal(asArray((await world.payer.get('/invoices/incoming')).body).length, 15);
  });

  test('M54 M60 what arrives is strange: NUL, broken text, AMP, parts of a sat', async () => {
    await world.addPayer();
    const account = world.payer.identifier;
    const kinds = ['keysend_nul', 'keysend_bad_json', 'keysend_even_type', 'keysend_oversize'];
    for (const kind of [...kinds, 'keysend_sub_sat']) await world.fault(kind, { account });
    const incoming = async () => asArray((await world.payer.get('/invoices/incoming')).body);
    await untilPasses(async () => assert.equal((await incoming()).length, 1 + kinds.length + 1));
    const records = await incoming();
    const received = records.reduce<number>((sum, one) => sum + numberField(one, 'amount'), 0);
    assert.equal(await world.payer.balanceSat(), received);
    assert.equal(JSON.stringify(records).includes('\\u0000'), false);

    const owedBefore = await owedMsat();
    await world.fault('amp', { amountMsat: 5_000_000 });
    await untilPasses(async () => assert.equal(await owedMsat(), owedBefore + 5_000_000n));
    for (const kind of ['keysend_no_account', 'keysend_unknown_account']) await world.fault(kind);
    await untilPasses(async () => assert((await owedMsat()) > owedBefore + 5_000_000n));
    assert.equal(await world.payer.balanceSat(), received);
  });
});
