import assert from 'node:assert/strict';
import { after, afterEach, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { type FaultySimulator, openFaultySimulator } from '../support/faulty-simulator.ts';
import { base64Url, objectIn } from '../support/simulator-here.ts';

describe('faults of simulated payments', () => {
  let faulty: FaultySimulator;
  before(async () => {
    faulty = await openFaultySimulator();
  });
  afterEach(() => faulty.here.simulator.network.faults.clear(null));
  after(() => faulty.here.close());

  for (const [kind, reason] of [
    ['no_route', 'NO_ROUTE'],
    ['insufficient_balance', 'INSUFFICIENT_BALANCE'],
    ['fee_limit_exceeded', 'NO_ROUTE'],
    ['payment_timeout', 'TIMEOUT'],
    ['payment_error', 'ERROR'],
    ['incorrect_details', 'INCORRECT_PAYMENT_DETAILS'],
  ] as const) {
    it(`${kind}: the payment fails, and the next one works`, async () => {
      faulty.set(kind);
      const { bolt11 } = await faulty.invoiceOf('alice');
      const failed = objectIn((await faulty.send(bolt11)).json, 'result');
      assert.equal(failed['failure_reason'], `FAILURE_REASON_${reason}`);
      assert.equal(objectIn((await faulty.send(bolt11)).json, 'result')['status'], 'SUCCEEDED');
    });
  }

  for (const [kind, code, words] of [
    ['expired', 2, /^invoice expired\. Valid until /],
    ['already_paid', 6, /^invoice is already paid$/],
    ['in_transition', 6, /^payment is in transition$/],
  ] as const) {
    it(`${kind}: refused without a record`, async () => {
      faulty.set(kind);
      const { bolt11, hash } = await faulty.invoiceOf('alice');
      const error = objectIn((await faulty.send(bolt11)).json, 'error');
      assert.equal(error['code'], code);
      assert.match(String(error['message']), words);
      assert.equal((await faulty.track(hash)).status, 404);
    });
  }

  for (const [kind, status] of [
    ['hold_settle', 'SUCCEEDED'],
    ['hold_fail', 'FAILED'],
  ] as const) {
    it(`${kind}: under way until its time has come`, async () => {
      faulty.set(kind, { ms: 300 });
      const { bolt11, hash } = await faulty.invoiceOf('alice');
      const answer = faulty.send(bolt11);
      await eventually('it is under way', async () => {
        const stream = faulty.here.open('satchel', `/v2/router/track/${base64Url(hash)}`);
        await eventually('it tells', () => (stream.status() > 0 ? true : null));
        stream.close();
        return stream.status() === 200 ? true : null;
      });
      assert.equal(objectIn((await answer).json, 'result')['status'], status);
    });
  }

  it('is ordered by the description of an invoice, for its payment alone', async () => {
    const marked = await faulty.invoiceOf('alice', {
      value: '1000',
      memo: 'fault:insufficient_balance',
    });
    const failed = objectIn((await faulty.send(marked.bolt11)).json, 'result');
    assert.equal(failed['failure_reason'], 'FAILURE_REASON_INSUFFICIENT_BALANCE');
    const late = await faulty.invoiceOf('alice', { value: '1000', memo: 'fault:hold_fail:50' });
    assert.equal(objectIn((await faulty.send(late.bolt11)).json, 'result')['status'], 'FAILED');
  });

  it('is ordered for one hash alone', async () => {
    const [spared, struck] = [await faulty.invoiceOf('alice'), await faulty.invoiceOf('alice')];
    faulty.set('no_route', { paymentHash: struck.hash });
    assert.equal(
      objectIn((await faulty.send(spared.bolt11)).json, 'result')['status'],
      'SUCCEEDED',
    );
    assert.equal(objectIn((await faulty.send(struck.bolt11)).json, 'result')['status'], 'FAILED');
  });

  it('missing_part, missing_part_in: the half that came goes back', async () => {
    faulty.set('missing_part', { ms: 100 });
    const out = await faulty.invoiceOf('alice', { value: '50000' });
    const failed = objectIn((await faulty.send(out.bolt11)).json, 'result');
    assert.equal(failed['failure_reason'], 'FAILURE_REASON_TIMEOUT');
    faulty.set('missing_part_in', { ms: 100 });
    const own = await faulty.invoiceOf('satchel', { value: '50000' });
    const paid = await faulty.control('/pay', { bolt11: own.bolt11 });
    assert.equal(paid.status, 400);
    const { json } = await faulty.here.call('satchel', `/v1/invoice/${own.hash}`);
    assert.deepEqual([json['state'], json['amt_paid_msat']], ['OPEN', '0']);
    assert(Array.isArray(json['htlcs']) && json['htlcs'][0].state === 'CANCELED');
  });

  it('overpay, sub_sat: more arrives than was asked', async () => {
    for (const [kind, paidMsat] of [
      ['overpay', '1700000'],
      ['sub_sat', '1000500'],
    ] as const) {
      faulty.set(kind, kind === 'overpay' ? { amountMsat: 700_000n } : {});
      const own = await faulty.invoiceOf('satchel');
      assert.equal((await faulty.control('/pay', { bolt11: own.bolt11 })).status, 200);
      const { json } = await faulty.here.call('satchel', `/v1/invoice/${own.hash}`);
      assert.deepEqual([json['state'], json['amt_paid_msat']], ['SETTLED', paidMsat]);
    }
  });
});
