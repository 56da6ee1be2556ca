import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { NostrEvent } from 'nostr-tools/pure';
import { NWC_WAIT_SEC } from '../../src/nwc/limits.ts';
import type { Approval } from '../../src/payments/approval.ts';
import type { ApiUser } from '../support/api-user.ts';
import { approvalsOf, asksAbove } from '../support/approvals.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, numberField, textField } from '../support/fields.ts';
import { type Connected, startRelayWorld } from '../support/nwc/relay-world.ts';

/** Apps whose payments have to be approved by their users, over Nostr Wallet Connect. */

let aheadMs = 0;
const world = await startRelayWorld(
  { after },
  {
    // A run that waits for its payment looks often, and gives up when a test says so.
    runClock: (clock) => ({
      ...clock,
      monotonicMs: () => clock.monotonicMs() + aheadMs,
      sleep: (ms, signal) => clock.sleep(Math.min(ms, 20), signal),
    }),
  },
);
const { api, breakage, takeUp } = world;
const { untilAsked, waiting, approve, refuse, stateOf } = approvalsOf(api);
const endWaits = () => {
  aheadMs += NWC_WAIT_SEC * 1000;
};

async function someone() {
  const user = await api.addUser();
  await user.receive(10_000);
  return { user, app: await world.connect(user, { budget: asksAbove(100n) }) };
}
const external = (sats = 500n): string =>
  api.node.externalInvoice({ amountMsat: sats * 1000n }).bolt11;
const hashOf = ({ paymentHash }: Approval): string => paymentHash ?? assert.fail('it has a hash');

/** Sends a request without waiting for its answer. */
async function send(app: Connected, event: NostrEvent) {
  const answers = app.socket.subscribe({ kinds: [23_195], '#e': [event.id] });
  assert.equal((await app.socket.publish(event))[2], true);
  return {
    answers,
    end: async () => {
      const body = app.read(await answers.next());
      assert.equal(answers.events().length, 1);
      const error = field(body, 'error');
      return {
        code: error === undefined ? null : textField(error, 'code'),
        message: error === undefined ? '' : textField(error, 'message'),
        result: field(body, 'result'),
      };
    },
  };
}

/** Sends a payment request, and waits until its payment waits for approval. */
async function ask(
  { user, app }: { user: ApiUser; app: Connected },
  params: object,
  method = 'pay_invoice',
) {
  const event = app.request(method, params);
  const sent = await send(app, event);
  return { ...sent, event, asked: await untilAsked(user) };
}

/** Waits until no process runs the request any more, because it waits for its payment. */
const untilLeft = ({ id }: NostrEvent) =>
  eventually('the request waits', async () => {
    const [row] = await world.owner<{ is_left: boolean }[]>`
      select lease_until is null and payment_id is not null as is_left
      from nwc_request where encode(event_id, 'hex') = ${id}`;
    return row?.is_left === true ? row : null;
  });

/** Lets the worker look until it finds requests to run again. */
const untilTaken = () => eventually('requests are taken', async () => (await takeUp()) || null);

describe('an app that asks', () => {
  test('hears nothing while its payment waits, sees it pending, and then gets one answer', async () => {
    const { user, app } = await someone();
    assert.equal((await app.call('pay_invoice', { invoice: external(100n) })).code, null);
    const { answers, end, event, asked } = await ask({ user, app }, { invoice: external() });
    const found = await app.call('lookup_invoice', { payment_hash: hashOf(asked) });
    assert.equal(field(found.result, 'state'), 'pending');
    assert.equal(field(found.result, 'amount'), 500_000);
    const nowSec = Math.floor(api.clock.now().getTime() / 1000);
    assert(numberField(found.result, 'expires_at') >= nowSec + 3600);
    const listed = await app.call('list_transactions', { unpaid: true });
    const states = listField(listed.result, 'transactions').map((one) => field(one, 'state'));
    assert.deepEqual(states, ['pending', 'settled', 'settled']);
    const settled = await app.call('list_transactions');
    assert.equal(listField(settled.result, 'transactions').length, 2);
    assert.deepEqual(answers.events(), []);
    assert.equal(await user.balanceSat(), 10_000 - 101);
    await approve(asked);
    const { code, result } = await end();
    assert.equal(code, null);
    assert.match(textField(result, 'preimage'), /^[0-9a-f]{64}$/);
    const again = await app.ask(event);
    assert.equal(field(again.result, 'preimage'), field(result, 'preimage'));
    const paid = await app.call('lookup_invoice', { payment_hash: hashOf(asked) });
    assert.equal(field(paid.result, 'state'), 'settled');
    assert.equal(await user.balanceSat(), 10_000 - 101 - 501);
  });

  test('keysends wait as well', async () => {
    const { user, app } = await someone();
    const keysend = { pubkey: `02${'ab'.repeat(32)}`, amount: 500_000 };
    const { end, event, asked } = await ask({ user, app }, keysend, 'pay_keysend');
    const listed = await app.call('list_transactions', { unpaid: true, type: 'outgoing' });
    const [open] = listField(listed.result, 'transactions');
    assert.deepEqual([field(open, 'state'), field(open, 'invoice')], ['pending', '']);
    await approve(asked);
    assert.equal((await end()).code, null);
    assert.equal((await app.ask(event)).code, null);
    assert.equal(await user.balanceSat(), 10_000 - 501);
  });

  test('is RESTRICTED once it is refused, and stays so for the same invoice', async () => {
    const { user, app } = await someone();
    const invoice = external();
    const { end, event, asked } = await ask({ user, app }, { invoice });
    await refuse(asked);
    const { code, message } = await end();
    assert.equal(code, 'RESTRICTED');
    assert.match(message, /refused this payment: nothing was paid/);
    assert.equal((await app.ask(event)).code, 'RESTRICTED');
    assert.equal((await app.call('pay_invoice', { invoice })).code, 'RESTRICTED');
    assert.equal(
      (await app.call('lookup_invoice', { payment_hash: hashOf(asked) })).code,
      'NOT_FOUND',
    );
    assert.equal(await user.balanceSat(), 10_000);
  });

  test('the same request, and others for the same invoice, join what waits', async () => {
    const { user, app } = await someone();
    const other = await app.addDevice();
    const invoice = external();
    const first = await ask({ user, app }, { invoice });
    const second = await send(app, app.request('pay_invoice', { invoice }));
    const third = await send({ ...app, ...other }, other.request('pay_invoice', { invoice }));
    await app.socket.publish(first.event);
    assert.equal((await waiting(user)).length, 1);
    await approve(first.asked);
    const ends = await Promise.all([first, second, third].map(({ end }) => end()));
    assert.equal(new Set(ends.map(({ result }) => textField(result, 'preimage'))).size, 1);
    assert.equal(await user.balanceSat(), 10_000 - 501);
  });

  test('a payment that failed before does not stand for one that waits', async () => {
    const { user, app } = await someone();
    const invoice = external(500n);
    await api.deps.budgets.setBudget(grantOf(user, app), null, api.clock.now());
    const { plan } = api.node;
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    assert.equal((await app.call('pay_invoice', { invoice })).code, 'PAYMENT_FAILED');
    api.node.plan = plan;
    await api.deps.budgets.setBudget(grantOf(user, app), asksAbove(100n), api.clock.now());
    const { end, asked } = await ask({ user, app }, { invoice });
    const found = await app.call('lookup_invoice', { payment_hash: hashOf(asked) });
    assert.equal(field(found.result, 'state'), 'pending');
    await approve(asked);
    assert.equal((await end()).code, null);
  });

  test('when eleven ask, the eleventh is told so, and small ones get through', async () => {
    const { user, app } = await someone();
    for (let count = 1; count <= 10; count += 1) {
      await send(app, app.request('pay_invoice', { invoice: external() }));
    }
    await eventually('ten ask', async () => ((await waiting(user)).length === 10 ? true : null));
    assert.equal((await app.call('pay_invoice', { invoice: external() })).code, 'RATE_LIMITED');
    assert.equal((await app.call('pay_invoice', { invoice: external(100n) })).code, null);
    const pages = [0, 4, 8].map(async (offset) => {
      const { result } = await app.call('list_transactions', { unpaid: true, limit: 4, offset });
      return listField(result, 'transactions').map((one) => textField(one, 'payment_hash'));
    });
    const hashes = (await Promise.all(pages)).flat();
    assert.deepEqual([hashes.length, new Set(hashes).size], [12, 12], 'no page overlaps another');
    await api.deps.approvals.refuseAll(grantOf(user, app), api.clock.now(), 'a phone');
  });
});

describe('a request that no process runs any more', () => {
  for (const [name, decide, code] of [
    ['approved', approve, null],
    ['refused', refuse, 'RESTRICTED'],
  ] as const) {
    test(`is answered once its payment was ${name}`, async () => {
      const { user, app } = await someone();
      const { answers, end, event, asked } = await ask({ user, app }, { invoice: external() });
      endWaits();
      await untilLeft(event);
      assert.equal(await takeUp(), 0, 'it is left alone while it waits');
      assert.deepEqual(answers.events(), []);
      await decide(asked);
      await untilTaken();
      assert.equal((await end()).code, code);
    });
  }

  test('begins after the process had died between asking and noting it, late as well', async () => {
    const { user, app } = await someone();
    const error = new Error('the process has died');
    breakage.errors.set('waitForPayment', [{ at: 'before', error }]);
    const { answers, end, event, asked } = await ask({ user, app }, { invoice: external() });
    endWaits();
    await eventually('it is given back', async () => {
      const [row] = await world.owner<{ count: number }[]>`
        select count(*)::integer as count from nwc_request
        where encode(event_id, 'hex') = ${event.id} and lease_until < now() + interval '5 s'`;
      return row?.count === 1 ? true : null;
    });
    // Later than a payment may begin: this one has asked already.
    api.clock.move(60_000);
    await untilTaken();
    await untilLeft(event);
    assert.deepEqual(answers.events(), []);
    await approve(asked);
    await untilTaken();
    assert.equal((await end()).code, null);
    assert.equal(await user.balanceSat(), 10_000 - 501);
  });

  test('hears that its payment does not wait any more when its connection has ended', async () => {
    const { user, app } = await someone();
    const { end, event, asked } = await ask({ user, app }, { invoice: external() });
    endWaits();
    await untilLeft(event);
    await api.deps.appGrants.revokeAppGrant(user.user.id, app.grantId, api.clock.now());
    assert.equal(await stateOf(asked), 'withdrawn');
    await untilTaken();
    assert.equal((await end()).code, 'PAYMENT_FAILED');
  });

  test('gets the payment that another request of its connection has made of its invoice', async () => {
    const { user, app } = await someone();
    const invoice = external();
    const { end, event, asked } = await ask({ user, app }, { invoice });
    endWaits();
    await untilLeft(event);
    await api.deps.budgets.setBudget(grantOf(user, app), null, api.clock.now());
    const paid = await app.call('pay_invoice', { invoice });
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    assert.equal(await stateOf(asked), 'withdrawn');
    await untilTaken();
    assert.equal(textField((await end()).result, 'preimage'), textField(paid.result, 'preimage'));
    assert.equal(await user.balanceSat(), 10_000 - 501);
  });

  test('hears that another app has paid its invoice, and not how', async () => {
    const { user, app } = await someone();
    const invoice = external();
    const { end, event } = await ask({ user, app }, { invoice });
    endWaits();
    await untilLeft(event);
    assert.equal((await user.post('/payments/bolt11', { invoice })).status, 200);
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    await untilTaken();
    const { code, message } = await end();
    assert.equal(code, 'PAYMENT_FAILED');
    assert.match(message, /already paid by another of your apps/);
  });

  test('that asked before a restore may have been paid, and is never paid again', async () => {
    const { user, app } = await someone();
    const { end, event, asked } = await ask({ user, app }, { invoice: external() });
    endWaits();
    await untilLeft(event);
    // What treatAsRewound writes; it leaves the database itself unusable for other tests.
    await api.deps.approvals.end(asked.id, { state: 'expired', at: api.clock.now(), device: null });
    await world.owner`
      insert into database_mark (system_identifier, timeline, went_back_at)
      values (1, 1, ${api.clock.now()})
      on conflict (is_only) do update set went_back_at = excluded.went_back_at`;
    try {
      await untilTaken();
      const { code, message } = await end();
      assert.equal(code, 'OTHER');
      assert.match(message, /may have been paid before, and is not paid now/);
    } finally {
      await world.owner`update database_mark set went_back_at = null`;
    }
    assert.equal((await approve(asked)).state, 'expired');
    assert.equal(await user.balanceSat(), 10_000);
  });
});

describe('the time for which a payment waits', () => {
  test('ends with the expiration of the request, if that comes first', async () => {
    const { user, app } = await someone();
    const nowSec = Math.floor(api.clock.now().getTime() / 1000);
    const tags = [['expiration', String(nowSec + 60)]];
    const event = app.request('pay_invoice', { invoice: external() }, { tags });
    const { end } = await send(app, event);
    const asked = await untilAsked(user);
    assert.equal(asked.expiresAt.getTime(), (nowSec + 60) * 1000);
    api.clock.move(60_000);
    const { code, message } = await end();
    assert.equal(code, 'PAYMENT_FAILED');
    assert.match(message, /not approved this payment in time: nothing was paid/);
    assert.equal(await stateOf(asked), 'expired');
    assert.equal((await approve(asked)).state, 'expired');
    assert.equal(await user.balanceSat(), 10_000);
  });

  test('is that of the service if the request expires later, in a thousand years even', async () => {
    const { user, app } = await someone();
    const tags = [['expiration', '9'.repeat(15)]];
    const createdAt = Math.floor(api.clock.now().getTime() / 1000);
    const event = app.request('pay_invoice', { invoice: external() }, { tags, createdAt });
    const { end } = await send(app, event);
    const asked = await untilAsked(user);
    assert.equal(asked.expiresAt.getTime() - asked.createdAt.getTime(), 300_000);
    endWaits();
    await untilLeft(event);
    api.clock.move(300_000);
    // The sweep ends it, as no caller waits.
    await api.deps.approvals.endDue(api.clock.now(), 1000);
    await untilTaken();
    assert.equal((await end()).code, 'PAYMENT_FAILED');
  });
});

const grantOf = (user: ApiUser, app: Connected) => ({
  userId: user.user.id,
  grantId: app.grantId,
});
