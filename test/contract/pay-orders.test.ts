import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { PAY_ORDER_DEADLINE_SEC } from '../../src/base/lnurl-limits.ts';
import { PAY_ORDER_JOB } from '../../src/lnurl/pay-order-store.ts';
import { type CarryOutDeps, carryOutOrder } from '../../src/usecases/sends/carry-out-order.ts';
import { payOrder } from '../../src/workers/pay-order.ts';
import { sweepSends } from '../../src/workers/sweeps.ts';
import type { ApiUser } from '../support/api-user.ts';
import { NEVER, startSendBench } from '../support/lnurl/send-bench.ts';

/** What the operator's command `pay` orders, and workers that die and meet. */

const bench = await startSendBench({ after }, 1);
const { api, deps, payee } = bench;
const { payOrders } = deps;
const ann = await api.addUser();
await ann.receive(100_000);
const ADDRESS = `shop@${payee.host}`;
payee.answers.set('/.well-known/lnurlp/shop', bench.offer());

/** The callback gives another invoice each time, as payees do. */
const answerInvoices = (): void => {
  payee.answers.set('/cb', (url: URL) => ({
    pr: bench.invoice({ amountMsat: BigInt(url.searchParams.get('amount') ?? 0) }).bolt11,
  }));
};
answerInvoices();

async function order(
  text: string,
  { user }: ApiUser = ann,
  choice: { amountSat?: bigint; comment?: string } = {},
): Promise<string> {
  const id = randomUUID();
  await payOrders.insertOrder({
    id,
    userId: user.id,
    text,
    amountSat: choice.amountSat === undefined ? null : sat(choice.amountSat),
    comment: choice.comment ?? null,
  });
  return id;
}

const run = (id: string, changes: Partial<CarryOutDeps> = {}, signal = NEVER) =>
  carryOutOrder({ ...deps, ...changes }, id, signal);

async function paymentOf(id: string) {
  const end = (await payOrders.readOrder(id))?.end;
  assert(end?.kind === 'payment', JSON.stringify(end));
  const payment = await deps.payments.findPayment(end.paymentId);
  assert(payment !== null);
  return payment;
}

async function refusalOf(id: string): Promise<string> {
  const end = (await payOrders.readOrder(id))?.end;
  assert(end?.kind === 'refused', JSON.stringify(end));
  return end.refusal;
}

const owner = postgres(api.ownerUrl, { max: 1 });
after(() => owner.end());

const expire = (id: string) =>
  owner`update pay_order set expires_at = clock_timestamp() where id = ${id}`;

/** A worker to whom it is later. */
const aheadBy = (ms: number) => ({
  ...api.clock,
  now: () => new Date(api.clock.now().getTime() + ms),
});

const openAs = async (id: string) => (await payOrders.readOrder(id))?.end ?? 'open';

describe('an order of the operator', () => {
  test('is a job until it is done, and the log names it', async () => {
    const id = await order(ADDRESS, ann, { amountSat: 21n, comment: 'Hi' });
    const [job, ...others] = await bench.jobs.takeJobs([PAY_ORDER_JOB], 10, 60_000);
    assert(job !== undefined && others.length === 0);
    await payOrder(deps, job.payload, NEVER);
    await bench.jobs.finishJob(job);
    const payment = await paymentOf(id);
    assert.equal(payment.state, 'settled');
    assert.equal(payment.grantId, 'operator');
    assert.equal(payment.amountMsat, 21_000n);
    assert.deepEqual(payment.sentTo, { payee: ADDRESS, comment: 'Hi', successAction: null });
    assert.match(api.logged(), /the operator ordered a payment/);
  });

  test('pays an invoice without an amount with the ordered one', async () => {
    const { bolt11 } = api.node.outsideInvoice({ amountMsat: null });
    const id = await order(bolt11, ann, { amountSat: 9n });
    await run(id);
    assert.equal((await paymentOf(id)).amountMsat, 9000n);
  });

  test('two workers with one order pay one invoice once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await order(ADDRESS, ann, { amountSat: 10n });
      const before = await ann.balanceSat();
      const sent = api.node.sent.length;
      await Promise.all([run(id), run(id)]);
      assert.equal(api.node.sent.length, sent + 1);
      assert.equal((await paymentOf(id)).state, 'settled');
      assert.equal(await ann.balanceSat(), before - 11);
    }
  });

  test('a worker that dies after the invoice was stored: the next one pays the same', async () => {
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const dying = { readForPayment: () => Promise.reject(new Error('killed')) };
    const sent = api.node.sent.length;
    await assert.rejects(run(id, { payments: { ...deps.payments, ...dying } }), /killed/);
    assert.equal(api.node.sent.length, sent);
    const stored = await payOrders.readOrder(id);
    assert(stored?.invoice);
    assert.equal(stored.end, null);
    const asked = payee.asked.length;
    // The bound for those without an invoice counts no more.
    await expire(id);
    await run(id);
    assert.equal(payee.asked.length, asked, 'no other invoice was asked for');
    assert.equal((await paymentOf(id)).bolt11, stored.invoice.bolt11);
    assert.equal(api.node.sent.length, sent + 1);
  });

  test('a worker that dies after paying: the next one finds the payment', async () => {
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const dying = { endOrder: () => Promise.reject(new Error('killed')) };
    await assert.rejects(run(id, { payOrders: { ...payOrders, ...dying } }), /killed/);
    const sent = api.node.sent.length;
    const before = await ann.balanceSat();
    await run(id);
    assert.equal((await paymentOf(id)).state, 'settled');
    assert.equal(api.node.sent.length, sent);
    assert.equal(await ann.balanceSat(), before);
  });

  test('one whose job is tried again after its deadline is not paid', async () => {
    const [id, early] = [
      await order(ADDRESS, ann, { amountSat: 10n }),
      await order(ADDRESS, ann, { amountSat: 11n }),
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

  test('a payment that has begun goes on after the deadline, and the order names it', async () => {
    const { plan } = api.node;
    api.node.plan = { kind: 'hang' };
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const dying = { endOrder: () => Promise.reject(new Error('killed')) };
    await assert.rejects(run(id, { payOrders: { ...payOrders, ...dying } }), /killed/);
    const sent = api.node.sent.length;
    await run(id, { clock: aheadBy(PAY_ORDER_DEADLINE_SEC * 1000) });
    assert.equal((await paymentOf(id)).state, 'in_flight');
    assert.equal(api.node.sent.length, sent);
    api.node.plan = plan;
  });

  test('a payment takes the place of a refusal of another run, and nothing takes its place', async () => {
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const slow = {
      readForPayment: async (...call: Parameters<typeof deps.payments.readForPayment>) => {
        await run(id, { clock: aheadBy(PAY_ORDER_DEADLINE_SEC * 1000) });
        assert.match(await refusalOf(id), /not paid in time/);
        return await deps.payments.readForPayment(...call);
      },
    };
    await run(id, { payments: { ...deps.payments, ...slow } });
    const { state, id: paymentId } = await paymentOf(id);
    assert.equal(state, 'settled');
    await payOrders.endOrder(id, { kind: 'refused', refusal: 'late' });
    assert.equal((await paymentOf(id)).id, paymentId);
  });

  test('one that no worker takes in time is never paid', async () => {
    const sent = api.node.sent.length;
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    await expire(id);
    assert.match(await refusalOf(id), /no worker/);
    await run(id);
    const late = await order(ADDRESS, ann, { amountSat: 10n });
    await expire(late);
    await run(late);
    assert.match(await refusalOf(late), /no worker/);
    assert.equal(api.node.sent.length, sent);
  });

  test('one whose payee is too slow is not paid either', async () => {
    const sent = api.node.sent.length;
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const slow = {
      keepInvoice: async (...call: Parameters<typeof payOrders.keepInvoice>) => {
        await expire(id);
        return await payOrders.keepInvoice(...call);
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
    assert.match(await refused('bitcoin:bc1qar0srrr7'), /on the chain/);
    assert.match(await refused('ann@10.0.0.1', ann, { amountSat: 1n }), /private network/);
    assert.match(await refused(ADDRESS), /from 1 to 100000 sat/);
    assert.match(await refused(ADDRESS, await api.addUser(), { amountSat: 5n }), /balance/);
    const foreign = api.node.outsideInvoice({ network: 'bitcoin' });
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
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    await run(id);
    assert.match(await refusalOf(id), /cannot be read; nothing was paid/);
    assert.equal(api.node.sent.length, sent);
    answerInvoices();
  });

  test('a payment that fails, or is not over yet, is named by the order', async () => {
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    const failed = await order(ADDRESS, ann, { amountSat: 10n });
    await run(failed);
    assert.match(await refusalOf(failed), /No route/);
    api.node.plan = { kind: 'hang' };
    const open = await order(ADDRESS, ann, { amountSat: 10n });
    await run(open);
    assert.equal((await paymentOf(open)).state, 'in_flight');
  });

  test('a worker that stops while it asks leaves the order to others', async () => {
    const id = await order(ADDRESS, ann, { amountSat: 10n });
    const stopping = new AbortController();
    payee.answers.set('/cb', () => {
      stopping.abort();
      return 'silence';
    });
    await assert.rejects(run(id, {}, stopping.signal));
    assert.equal(await openAs(id), 'open');
    answerInvoices();
  });

  test('old orders that have ended are removed', async () => {
    const id = await order('nonsense');
    await run(id);
    api.clock.move(31 * 24 * 3_600_000);
    await sweepSends(deps, NEVER);
    assert.equal(await payOrders.readOrder(id), null);
  });
});
