import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { sat } from '../../src/base/amount.ts';
import { approvalsOf, asksAbove, checkAsking } from '../support/approvals.ts';
import { field, textField } from '../support/fields.ts';
import { createFakeSpending } from '../support/onchain/fake-spending.ts';
import { strangeAddress } from '../support/onchain/withdrawal-events.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** What may happen to a payment between the moment when it asks and the moment of its approval. */

const { withdrawing } = createFakeSpending();
let stopReason: string | null = null;
const api = await startWalletApi(
  { after },
  { waitSec: 0, approvalWaitSec: 20 },
  { withdrawing, paymentStop: { stopReason: () => stopReason } },
);
const { addAsking, addToken, waiting, onlyWaiting, approve, refuse, stateOf } = approvalsOf(api);
const owner = postgres(api.ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());

const BOLT11 = '/payments/bolt11';
const KEYSEND = '/payments/keysend';
const ONCHAIN = '/payments/onchain';
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const external = (sats: number) =>
  api.node.externalInvoice({ amountMsat: BigInt(sats) * 1000n }).bolt11;
const messageOf = (answer: { readonly body: unknown }): string => textField(answer.body, 'message');

/** Someone whose payment of 500 sat to another user waits. */
async function asking() {
  const asker = await addAsking(100n);
  const payee = await api.addUser();
  const invoice = await payee.invoice(500);
  const ask = () => asker.session.post(BOLT11, { invoice });
  checkAsking(await ask());
  return { ...asker, payee, invoice, ask, asked: await onlyWaiting(asker.session) };
}

describe('one verdict', () => {
  test('a: approved around its end, 200 times, it is paid before it, and never after', async () => {
    let now = new Date();
    const exact = await startWalletApi(
      { after },
      { waitSec: 0, approvalWaitSec: 20 },
      (_, { clock }) => ({ clock: { ...clock, now: () => now } }),
    );
    const here = approvalsOf(exact);
    const random = createSeededRandom(testSeed());
    const { session } = await here.addAsking(0n);
    const payee = await exact.addUser();
    let paid = 0;
    for (let tries = 0; tries < 200; tries += 1) {
      const invoice = await payee.invoice(1);
      const pay = () => session.post(BOLT11, { invoice }, { 'idempotency-key': `${tries}` });
      checkAsking(await pay());
      const asked = await here.onlyWaiting(session);
      const offsetMs = (Buffer.from(random.bytes(2)).readUInt16BE() % 2001) - 1000;
      now = new Date(asked.expiresAt.getTime() + offsetMs);
      const [ended, heard] = await Promise.all([here.approve(asked), pay()]);
      const last = await pay();
      if (offsetMs < 0) {
        paid += 1;
        assert.equal(ended.state, 'approved');
        assert(heard.status === 200 || /pending/.test(heard.text), heard.text);
        assert.equal(last.status, 200, last.text);
      } else {
        assert.equal(ended.state, 'expired');
        for (const answer of [heard, last]) {
          assert.equal(answer.status, 400);
          assert.match(messageOf(answer), /not approved this payment in time: nothing was paid/);
        }
      }
      assert.equal(await payee.balanceSat(), paid);
    }
    assert(paid > 20 && paid < 180, `${paid} were paid`);
  });

  test('b: fifty verdicts of many devices at once: one counts, and all see the same', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { session, payee, asked, ask } = await asking();
      const verdicts = Array.from({ length: 50 }, (_, index) =>
        index % 2 === round % 2 ? approve(asked) : refuse(asked),
      );
      await Promise.all(verdicts);
      const state = await stateOf(asked);
      const isPaid = state === 'approved';
      assert(isPaid || state === 'refused', state);
      assert.equal((await ask()).status, isPaid ? 200 : 400);
      assert.equal(await payee.balanceSat(), isPaid ? 500 : 0);
      assert.equal(await session.balanceSat(), isPaid ? 9500 : 10_000);
      assert.equal((await approve(asked)).state, state);
      assert.equal(await refuse(asked), false);
    }
  });
});

describe('what has changed meanwhile', () => {
  test('c: the money is gone: it ends, and does not wait for money', async () => {
    const { session, payee, asked, ask } = await asking();
    const other = await session.withScopes(['payments:send']);
    const rest = await payee.invoice(9800);
    assert.equal((await other.post(BOLT11, { invoice: rest })).status, 200);
    const failed = await approve(asked);
    assert.deepEqual([failed.state, failed.failure], ['failed', 'insufficient_balance']);
    await session.receive(5000);
    assert.equal((await approve(asked)).state, 'failed');
    checkAsking(await ask());
    assert.equal(await payee.balanceSat(), 9800);
  });

  test('d: the limit is lowered, or used up by others: it ends', async () => {
    const { session, grant, payee, asked } = await asking();
    const lowered = { ...asksAbove(100n), limitSat: sat(499n) };
    await api.deps.budgets.setBudget(grant, lowered, api.clock.now());
    const failed = await approve(asked);
    assert.deepEqual([failed.state, failed.failure], ['failed', 'budget_exceeded']);
    const expired = { ...asksAbove(100n), expiresAt: new Date(api.clock.now().getTime() + 1000) };
    await api.deps.budgets.setBudget(grant, expired, api.clock.now());
    checkAsking(await session.post(BOLT11, { invoice: await payee.invoice(300) }));
    api.clock.move(1000);
    assert.equal((await approve(await onlyWaiting(session))).failure, 'budget_expired');
    assert.equal(await session.balanceSat(), 10_000);
  });

  test('e: what waits is not paid because it need not ask any more', async () => {
    const { session, grant, payee, asked } = await asking();
    await api.deps.budgets.setBudget(grant, null, api.clock.now());
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    assert.equal(await stateOf(asked), 'waiting');
    assert.equal(await payee.balanceSat(), 0);
    assert.equal((await approve(asked)).state, 'approved');
    assert.equal(await session.balanceSat(), 9500);
  });

  test('e: a repeated call then pays by itself, and the approval pays nothing more', async () => {
    for (const path of [BOLT11, KEYSEND]) {
      const { session, grant } = await addAsking(100n);
      const body = path === BOLT11 ? { invoice: external(500) } : gift(500);
      const headers = { 'idempotency-key': 'one' };
      const sent = api.node.sent.length;
      checkAsking(await session.post(path, body, headers));
      const asked = await onlyWaiting(session);
      await api.deps.budgets.setBudget(grant, null, api.clock.now());
      await session.post(path, body, headers);
      await api.sent(sent + 1);
      assert.equal((await approve(asked)).state, 'withdrawn');
      assert.equal((await session.post(path, body, headers)).status, 200);
      assert.equal(api.node.sent.length, sent + 1);
    }
  });

  test('f: another spender pays the invoice over the node: it ends, and so with the sweep', async () => {
    const { session } = await addAsking(100n);
    const other = await session.withScopes(['payments:send']);
    const invoices = [external(500), external(600)];
    for (const invoice of invoices) checkAsking(await session.post(BOLT11, { invoice }));
    const [second, first] = await waiting(session);
    assert(first !== undefined && second !== undefined);
    for (const invoice of invoices) await other.post(BOLT11, { invoice });
    assert.equal((await approve(first)).state, 'withdrawn');
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    assert.equal(await stateOf(second), 'withdrawn');
  });

  test('f: two spenders of a person ask for one invoice: each has its own, one is paid', async () => {
    const { session, payee, asked, invoice } = await asking();
    const { session: second } = await addToken(session, asksAbove(0n));
    checkAsking(await second.post(BOLT11, { invoice }));
    const both = await waiting(session);
    assert.equal(both.length, 2);
    const ends = await Promise.all(both.map((one) => approve(one)));
    assert.deepEqual(ends.map(({ state }) => state).toSorted(), ['approved', 'withdrawn']);
    assert.equal(await payee.balanceSat(), 500);
    assert(both.some(({ id }) => id === asked.id));
  });

  test('h: its user is disabled: it ends with the sweep', async () => {
    const { session, asked } = await asking();
    await owner`update wallet_user set disabled_at = now() where id = ${session.user.id}`;
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    assert.equal(await stateOf(asked), 'withdrawn');
    assert.equal((await approve(asked)).state, 'withdrawn');
  });

  test('h: payments to other nodes are stopped: asking, repeating and approving', async () => {
    const { session } = await addAsking(100n);
    const [invoice, headers] = [external(500), { 'idempotency-key': 'one' }];
    checkAsking(await session.post(BOLT11, { invoice }, headers));
    const asked = await onlyWaiting(session);
    const sent = api.node.sent.length;
    stopReason = 'stopped for a test';
    try {
      checkAsking(await session.post(BOLT11, { invoice }, headers));
      const fresh = await session.post(BOLT11, { invoice: external(400) });
      assert.deepEqual([fresh.status, field(fresh.body, 'code')], [500, 6]);
      const failed = await approve(asked);
      assert.deepEqual([failed.state, failed.failure], ['failed', 'outside_payments_stopped']);
    } finally {
      stopReason = null;
    }
    const told = await session.post(BOLT11, { invoice }, headers);
    assert.deepEqual([told.status, field(told.body, 'code')], [400, 2]);
    assert.match(messageOf(told), /approved, but could not be made any more: nothing was paid/);
    assert.equal(api.node.sent.length, sent);
    assert.equal(await session.balanceSat(), 10_000);
  });

  test('j: it waits until half a minute before the invoice expires, and no longer', async () => {
    const { session } = await addAsking(100n);
    const payee = await api.addUser();
    const invoiceFor = async (expiry: number) => {
      const made = await payee.post('/invoices', { amount: 500, expiry });
      return textField(made.body, 'payment_request');
    };
    const late = await session.post(BOLT11, { invoice: await invoiceFor(29) });
    assert.deepEqual([late.status, field(late.body, 'code')], [400, 2]);
    checkAsking(await session.post(BOLT11, { invoice: await invoiceFor(45) }));
    const { createdAt, expiresAt } = await onlyWaiting(session);
    const waitsMs = expiresAt.getTime() - createdAt.getTime();
    assert(waitsMs > 10_000 && waitsMs <= 15_000, `${waitsMs}`);
  });

  test('k: the amount of an invoice without one is that of the first call', async () => {
    const { session } = await addAsking(100n);
    const invoice = api.node.externalInvoice({ amountMsat: null }).bolt11;
    checkAsking(await session.post(BOLT11, { invoice, amount: 500 }));
    checkAsking(await session.post(BOLT11, { invoice, amount: 5000 }));
    const asked = await onlyWaiting(session);
    assert.equal(asked.amountMsat, 500_000n);
    const sent = api.node.sent.length;
    await approve(asked);
    await api.sent(sent + 1);
    assert.equal(api.node.sent.at(-1)?.amountMsat, 500_000n);
  });

  test('f: a call that learns that it must ask, just when an earlier one is approved, joins it', async () => {
    const { asked } = await asking();
    assert.equal((await approve(asked)).state, 'approved');
    const ids = { ...asked.planned.ids, paymentId: randomUUID() };
    const late = { ...asked, id: randomUUID(), planned: { ...asked.planned, ids } };
    assert.deepEqual(await api.deps.approvals.ask(late), { kind: 'asked', id: asked.id });
  });

  test('l: someone else has paid the invoice of another user: it ends', async () => {
    const { session, asked, invoice, ask } = await asking();
    const other = await api.addUser();
    await other.receive(1000);
    assert.equal((await other.post(BOLT11, { invoice })).status, 200);
    assert.match(messageOf(await ask()), /already paid/);
    assert.equal((await approve(asked)).state, 'withdrawn');
    assert.equal(await session.balanceSat(), 10_000);
  });
});

describe('a repeated call joins, whatever else would refuse it', () => {
  test('with a key, another key, or none, by the same invoice', async () => {
    const { session, asked, invoice } = await asking();
    for (const headers of [{}, { 'idempotency-key': 'a' }, { 'idempotency-key': 'b' }]) {
      checkAsking(await session.post(BOLT11, { invoice }, headers));
    }
    assert.equal((await onlyWaiting(session)).id, asked.id);
    await approve(asked);
    for (const headers of [{}, { 'idempotency-key': 'a' }, { 'idempotency-key': 'b' }]) {
      assert.equal((await session.post(BOLT11, { invoice }, headers)).status, 200);
    }
    assert.equal(await session.balanceSat(), 9500);
  });

  test('keysends and payments on the chain by their key alone, and not with another body', async () => {
    const { session } = await addAsking(100n);
    await session.receive(100_000);
    const chain = { address: strangeAddress(), amount: 20_000, speed: 'normal' };
    for (const [path, body, other] of [
      [KEYSEND, gift(500), gift(501)],
      [ONCHAIN, chain, { ...chain, amount: 20_001 }],
    ] as const) {
      const headers = { 'idempotency-key': path };
      for (let calls = 0; calls < 3; calls += 1) {
        checkAsking(await session.post(path, body, headers));
      }
      const asked = await onlyWaiting(session);
      const reused = await session.post(path, other, headers);
      assert.deepEqual([reused.status, field(reused.body, 'code')], [422, 8], reused.text);
      checkAsking(await session.post(path, body));
      assert.equal((await waiting(session)).length, 2, 'without a key it is another payment');
      for (const one of await waiting(session)) if (one.id !== asked.id) await refuse(one);
      assert.equal((await approve(asked)).state, 'approved');
      const repeated = await session.post(path, body, headers);
      assert(repeated.status === 200 || /still pending/.test(repeated.text), repeated.text);
      assert.deepEqual(await waiting(session), []);
    }
  });

  test('it is not told of a fallen balance while the payment may yet be made', async () => {
    const { session } = await addAsking(100n);
    await session.receive(50_000);
    const payee = await api.addUser();
    const [invoice, headers] = [external(500), { 'idempotency-key': 'one' }];
    const chain = { address: strangeAddress(), amount: 20_000, speed: 'normal' };
    const calls = [
      [BOLT11, { invoice }],
      [KEYSEND, gift(500)],
      [ONCHAIN, chain],
    ] as const;
    for (const [path, body] of calls) {
      checkAsking(await session.post(path, body, { 'idempotency-key': path }));
    }
    const other = await session.withScopes(['payments:send']);
    await other.post(BOLT11, { invoice: await payee.invoice(60_000) });
    for (const [path, body] of calls) {
      checkAsking(await session.post(path, body, { 'idempotency-key': path }));
    }
    const fresh = await session.post(KEYSEND, gift(500), headers);
    assert.match(messageOf(fresh), /not enough balance/);
    await session.receive(30_000);
    for (const asked of await waiting(session)) {
      assert.equal((await approve(asked)).state, 'approved');
    }
  });
});

test('34: what expired while the service was down is told so, and never paid', async () => {
  const { session } = await addAsking(100n);
  const payee = await api.addUser();
  const [body, headers] = [{ invoice: await payee.invoice(500) }, { 'idempotency-key': 'one' }];
  checkAsking(await session.post(BOLT11, body, headers));
  const asked = await onlyWaiting(session);
  api.clock.move(20_000);
  // The sweep of a process that starts is the first to see it.
  await api.deps.approvals.endDue(api.clock.now(), 1000);
  assert.equal(await stateOf(asked), 'expired');
  assert.equal((await approve(asked)).state, 'expired');
  const told = await session.post(BOLT11, body, headers);
  assert.deepEqual([told.status, field(told.body, 'code')], [400, 2]);
  assert.match(messageOf(told), /not approved this payment in time: nothing was paid/);
  assert.equal(await payee.balanceSat(), 0);
});

test('40: a thousand asks leave ten rows, and others get through', async () => {
  const { session, grant } = await addAsking(100n);
  const { session: other } = await addAsking(100n);
  const payee = await api.addUser();
  const sizes = () => owner<{ approvals: number; notices: number; keys: number }[]>`
    select
      (select count(*)::integer from approval where user_id = ${grant.userId}) as approvals,
      (select count(*)::integer from notice where user_id = ${grant.userId}) as notices,
      (select count(*)::integer from idempotency_key where user_id = ${grant.userId}) as keys`;
  for (let round = 0; round < 10; round += 1) {
    const asks = Array.from({ length: 100 }, (_, index) =>
      session.post(
        BOLT11,
        { invoice: external(500) },
        index % 2 ? {} : { 'idempotency-key': `${round}.${index}` },
      ),
    );
    const paid = other.post(BOLT11, { invoice: await payee.invoice(100) });
    const answers = await Promise.all(asks);
    const refused = answers.filter(({ status }) => status === 400);
    assert.equal(refused.length, round === 0 ? 90 : 100);
    assert.match(refused[0]?.text ?? '', /too many payments wait/);
    assert.equal((await paid).status, 200);
  }
  const [{ approvals, notices, keys } = {}] = await sizes();
  assert.deepEqual([approvals, keys], [10, 0]);
  assert(notices !== undefined && notices <= 10, `${notices}`);
  // The user can still pay, and other tokens of theirs can still ask.
  const third = await session.withScopes(['payments:send']);
  assert.equal((await third.post(BOLT11, { invoice: await payee.invoice(100) })).status, 200);
  api.takeStatements();
  await session.post(BOLT11, { invoice: external(500) });
  const statements = api.takeStatements();
  assert(statements.length <= 5, statements.join('\n'));
});

const gift = (amount: number) => ({ amount, destination: ELSEWHERE });
