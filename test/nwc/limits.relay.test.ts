import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { field, textField } from '../support/fields.ts';
import { withinOneDay } from '../support/movable-clock.ts';
import { type ConnectInput, startRelayWorld } from '../support/nwc/relay-world.ts';
import { limitSetter } from '../support/set-limits.ts';

/** Limits of custody, as apps meet them over Nostr Wallet Connect. */

const world = await startRelayWorld({ after });
const { api } = world;
const limit = limitSetter(api, (end) => after(end));

async function someone(amountSat: number, input: ConnectInput = {}) {
  const user = await api.addUser();
  if (amountSat > 0) await user.receive(amountSat);
  return { user, app: await world.connect(user, input) };
}

const external = (amountMsat = 1_000_000n): string =>
  api.node.externalInvoice({ amountMsat }).bolt11;
const messageOf = (body: unknown): string => textField(field(body, 'error'), 'message');

describe('Nostr Wallet Connect: the most that a wallet may hold', () => {
  test('an invoice may fill it, and not by a sat more', async () => {
    const { user, app } = await someone(400);
    await limit(user, { maxBalance: 1000 });
    const make = (amountSat: number) => app.call('make_invoice', { amount: amountSat * 1000 });
    const refused = await make(601);
    assert.equal(refused.code, 'OTHER');
    assert.doesNotMatch(messageOf(refused.body), /\d/, 'no amounts');
    const made = await make(600);
    assert.equal(made.code, null);
    await limit(user, { maxBalance: 500 });
    await api.payFromExternalNode(textField(made.result, 'payment_hash'));
    const { result } = await app.call('get_balance');
    assert.equal(field(result, 'balance'), 1_000_000, 'what arrives above it is credited');
    assert.equal((await make(1)).code, 'OTHER');
    assert.equal(
      (await app.call('pay_invoice', { invoice: external() })).code,
      'INSUFFICIENT_BALANCE',
    );
    assert.equal((await app.call('pay_invoice', { invoice: external(100_000n) })).code, null);
  });
});

describe('Nostr Wallet Connect: the most that a wallet may send per day', () => {
  test('is refused as a quota, until another day; balance and budget say what they are', () =>
    withinOneDay(api.clock, async () => {
      const budget = {
        limitSat: sat(4000n),
        askAboveSat: null,
        interval: 'month',
        expiresAt: null,
      } as const;
      const { user, app } = await someone(5000, { budget });
      await limit(user, { maxSendDay: 1500 });
      assert.equal((await app.call('pay_invoice', { invoice: external() })).code, null);
      const refused = await app.call('pay_invoice', { invoice: external() });
      assert.equal(refused.code, 'QUOTA_EXCEEDED');
      assert.doesNotMatch(messageOf(refused.body), /1500|1001|499|4000/);
      const keysend = { pubkey: `02${'ab'.repeat(32)}`, amount: 600_000 };
      assert.equal((await app.call('pay_keysend', keysend)).code, 'QUOTA_EXCEEDED');
      const { result: spent } = await app.call('get_budget');
      assert.deepEqual(
        [field(spent, 'used_budget'), field(spent, 'total_budget')],
        [1_001_000, 4_000_000],
        'of the connection alone',
      );
      const { result } = await app.call('get_balance');
      assert.equal(field(result, 'balance'), (5000 - 1001) * 1000);
      const within = await (await api.addUser()).invoice(400);
      assert.equal((await app.call('pay_invoice', { invoice: within })).code, null);
      await limit(user, { maxSendDay: null });
      assert.equal((await app.call('pay_invoice', { invoice: external() })).code, null);
    }));

  test('two connections and a token at its edge: one passes', () =>
    withinOneDay(api.clock, async () => {
      const { user, app } = await someone(10_000);
      const other = await world.connect(user);
      await limit(user, { maxSendDay: 1100 });
      const [one, two, byToken] = await Promise.all([
        app.call('pay_invoice', { invoice: external() }),
        other.call('pay_invoice', { invoice: external() }),
        user.post('/payments/bolt11', { invoice: external() }),
      ]);
      const passed = [one.code === null, two.code === null, byToken.status === 200];
      assert.equal(passed.filter(Boolean).length, 1);
      assert.equal(await user.balanceSat(), 10_000 - 1001);
    }));

  test('a request that was refused stays refused when it comes again', () =>
    withinOneDay(api.clock, async () => {
      const { user, app } = await someone(5000);
      await limit(user, { maxSendDay: 10 });
      const request = app.request('pay_invoice', { invoice: external() });
      assert.equal((await app.ask(request)).code, 'QUOTA_EXCEEDED');
      await limit(user, { maxSendDay: null });
      assert.equal((await app.ask(request)).code, 'QUOTA_EXCEEDED');
      assert.equal(await user.balanceSat(), 5000);
    }));
});
