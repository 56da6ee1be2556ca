import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { payOrder } from '../../src/send/execute-pay-order.ts';
import { PAY_ORDER_DEADLINE_SEC } from '../../src/send/limits.ts';
import { pruneSendDrafts } from '../../src/send/prune-send-drafts.ts';
import { PAY_ORDER_JOB } from '../../src/send/stores/pay-order-store.ts';
import { startOrderBench } from '../support/lnurl/order-bench.ts';
import { NEVER } from '../support/lnurl/send-bench.ts';

/** What the operator's command `pay` orders. */

const bench = await startOrderBench({ after });
const {
  aheadBy,
  address,
  ann,
  answerInvoices,
  api,
  deps,
  expire,
  order,
  paymentOf,
  payee,
  payOrders,
  refusalOf,
  run,
} = bench;

describe('an order of the operator', () => {
  test('is a job until it is done, and the log names it', async () => {
    const id = await order(address, ann, { amountSat: 21n, comment: 'Hi' });
    const [job, ...others] = await bench.jobs.takeJobs([PAY_ORDER_JOB], 10, 60_000);
    assert(job !== undefined && others.length === 0);
    await payOrder(deps, job.payload, NEVER);
    await bench.jobs.finishJob(job);
    const payment = await paymentOf(id);
    assert.equal(payment.state, 'settled');
    assert.equal(payment.grantId, 'operator');
    assert.equal(payment.amountMsat, 21_000n);
    assert.deepEqual(payment.sentTo, { payee: address, comment: 'Hi', successAction: null });
    assert.match(api.logged(), /the operator ordered a payment/);
  });

  test('pays an invoice without an amount with the ordered one', async () => {
    const { bolt11 } = api.node.externalInvoice({ amountMsat: null });
    const id = await order(bolt11, ann, { amountSat: 9n });
    await run(id);
    assert.equal((await paymentOf(id)).amountMsat, 9000n);
  });

  test('pays no node by its key: without an invoice, a second run could not tell', async () => {
    const key = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const id = await order(key, ann, { amountSat: 9n });
    const sent = api.node.sent.length;
    await run(id);
    assert.match(await refusalOf(id), /neither an invoice nor a Lightning address/);
    assert.equal(api.node.sent.length, sent);
  });

  test('a payee that gives an invoice that was paid before: nothing is told as paid', async () => {
    const { bolt11: pr } = bench.invoice({ amountMsat: 10_000n });
    payee.answers.set('/cb', { pr });
    const first = await order(address, ann, { amountSat: 10n });
    await run(first);
    assert.equal((await paymentOf(first)).state, 'settled');
    const sent = api.node.sent.length;
    const second = await order(address, ann, { amountSat: 10n });
    await run(second);
    assert.match(await refusalOf(second), /an invoice that was paid before/);
    // A person who orders this very invoice again is told of the payment.
    const third = await order(pr);
    await run(third);
    assert.deepEqual(await paymentOf(third), await paymentOf(first));
    assert.equal(api.node.sent.length, sent);
    answerInvoices();
  });

  test('one whose job is tried again after its deadline is not paid', async () => {
    const [id, early] = [
      await order(address, ann, { amountSat: 10n }),
      await order(address, ann, { amountSat: 11n }),
    ];
    const dying = { readForPayment: () => Promise.reject(new Error('killed')) };
    const killed = { payments: { ...deps.payments, ...dying } };
    for (const one of [id, early]) await assert.rejects(run(one, killed), /killed/);
    const sent = api.node.sent.length;
    const before = await ann.balanceSat();
    await run(early, { clock: aheadBy((PAY_ORDER_DEADLINE_SEC - 60) * 1000) });
    assert.equal((await paymentOf(early)).state, 'settled', 'its deadline has not passed');
    assert.equal(api.node.sent.length, sent + 1);
    for (let times = 0; times < 2; times += 1) {
      await run(id, { clock: aheadBy(PAY_ORDER_DEADLINE_SEC * 1000) });
      assert.match(await refusalOf(id), /not paid in time, and will not be/);
    }
    await run(id);
    assert.equal(api.node.sent.length, sent + 1);
    assert.equal(await ann.balanceSat(), before - 12);
  });

  test('one that no worker takes in time is never paid', async () => {
    const sent = api.node.sent.length;
    const id = await order(address, ann, { amountSat: 10n });
    await expire(id);
    assert.match(await refusalOf(id), /no worker/);
    await run(id);
    const late = await order(address, ann, { amountSat: 10n });
    await expire(late);
    await run(late);
    assert.match(await refusalOf(late), /no worker/);
    assert.equal(api.node.sent.length, sent);
  });

  test('one whose payee is too slow is not paid either', async () => {
    const sent = api.node.sent.length;
    const id = await order(address, ann, { amountSat: 10n });
    const slow = {
      keepPrepared: async (...call: Parameters<typeof payOrders.keepPrepared>) => {
        await expire(id);
        return await payOrders.keepPrepared(...call);
      },
    };
    await run(id, { payOrders: { ...payOrders, ...slow } });
    assert.match(await refusalOf(id), /in time/);
    assert.equal(api.node.sent.length, sent);
  });

  test('refusals are in words, and nothing is paid', async () => {
    const sent = api.node.sent.length;
    const refused = async (...input: Parameters<typeof order>): Promise<string> => {
      const id = await order(...input);
      await run(id);
      return await refusalOf(id);
    };
    assert.match(
      await refused('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'),
      /on the chain/,
    );
    assert.match(await refused('ann@10.0.0.1', ann, { amountSat: 1n }), /private network/);
    assert.match(await refused(address), /from 1 to 100000 sat/);
    assert.match(await refused(address, await api.addUser(), { amountSat: 5n }), /balance/);
    const foreign = api.node.externalInvoice({ network: 'bitcoin' });
    assert.match(await refused(foreign.bolt11), /another network/);
    payee.answers.set('/.well-known/lnurlp/pull', {
      tag: 'withdrawRequest',
      callback: `${payee.url}/pull`,
      k1: 'x',
      minWithdrawable: 1000,
      maxWithdrawable: 2000,
    });
    assert.match(
      await refused(`lnurlw://${payee.host}/.well-known/lnurlp/pull`),
      /brings money in/,
    );
    assert.equal(api.node.sent.length, sent);
  });

  test('a success action that cannot be stored is a reason not to pay', async () => {
    const sent = api.node.sent.length;
    payee.answers.set('/cb', () => ({
      pr: bench.invoice({ amountMsat: 10_000n }).bolt11,
      successAction: { tag: 'aes', description: '', ciphertext: 'AAAA', iv: '\u0000'.repeat(24) },
    }));
    const id = await order(address, ann, { amountSat: 10n });
    await run(id);
    assert.match(await refusalOf(id), /cannot be read; nothing was paid/);
    assert.equal(api.node.sent.length, sent);
    answerInvoices();
  });

  test('a payment that fails, or is not over yet, is named by the order', async () => {
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    const failed = await order(address, ann, { amountSat: 10n });
    await run(failed);
    assert.match(await refusalOf(failed), /No route/);
    api.node.plan = { kind: 'hang' };
    const open = await order(address, ann, { amountSat: 10n });
    await run(open);
    assert.equal((await paymentOf(open)).state, 'in_flight');
  });

  test('old orders that have ended are removed', async () => {
    const id = await order('nonsense');
    await run(id);
    api.clock.move(31 * 24 * 3_600_000);
    await pruneSendDrafts(deps, NEVER);
    assert.equal(await payOrders.readOrder(id), null);
  });
});
