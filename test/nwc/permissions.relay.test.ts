import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { BudgetInterval } from '../../src/authorization/budget-window.ts';
import { sat } from '../../src/base/amount.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, listOf, numberField, textField } from '../support/fields.ts';
import { withinOneDay } from '../support/movable-clock.ts';
import type { RelayApp } from '../support/nwc/relay-app.ts';
import { type Connected, startRelayWorld } from '../support/nwc/relay-world.ts';

/** What a connection may do, and what its budget leaves, while both change. */
const world = await startRelayWorld({ after });
const { api, owner } = world;

const budgetOf = (
  limit: bigint,
  interval: BudgetInterval = 'ever',
  expiresAt: Date | null = null,
) => ({
  limitSat: sat(limit),
  askAboveSat: null,
  interval,
  expiresAt,
});
const external = (): string => api.node.externalInvoice().bolt11;
const pay = async (app: RelayApp): Promise<string | null> =>
  (await app.call('pay_invoice', { invoice: external() })).code;
const refusals = (codes: readonly (string | null)[]) => codes.filter((code) => code !== null);

async function payer(amountSat = 100_000): Promise<ApiUser> {
  const user = await api.addUser();
  await user.receive(amountSat);
  return user;
}

test('8: two keys at the edge of their budget, and a token beside them: one is refused', async () => {
  const ann = await payer();
  const app = await world.connect(ann, { budget: budgetOf(2500n) });
  const second = await app.addDevice();
  const [one, two, three, byToken] = await Promise.all([
    pay(app),
    pay(second),
    pay(second),
    ann.post('/payments/bolt11', { invoice: external() }),
  ]);
  assert.deepEqual(refusals([one, two, three]), ['QUOTA_EXCEEDED']);
  assert.equal(byToken.status, 200);
  assert.equal(await usedSat(app), 2002);
  assert.equal(await ann.balanceSat(), 100_000 - 3 * 1001);
});

test('8: a key and a token at the edge of the balance: one is refused', async () => {
  const ann = await payer(1500);
  const app = await world.connect(ann);
  const [code, { status }] = await Promise.all([
    pay(app),
    ann.post('/payments/bolt11', { invoice: external() }),
  ]);
  assert.ok((code === null) !== (status === 200), `${code} and ${status}`);
  if (code !== null) assert.equal(code, 'INSUFFICIENT_BALANCE');
  assert.equal(await ann.balanceSat(), 1500 - 1001);
});

async function infoOf(app: Connected): Promise<{ content: string; methods: readonly unknown[] }> {
  const infos = app.socket.subscribe({ kinds: [13_194], authors: [app.walletPubkey] });
  const { content } = await infos.next();
  infos.end();
  const { result } = await app.call('get_info');
  return { content, methods: listOf(field(result, 'methods')) };
}

test('28: a scope that is taken away is gone from the info at once, and is RESTRICTED', async () => {
  const ann = await payer();
  const app = await world.connect(ann);
  assert.match((await infoOf(app)).content, / pay_invoice pay_keysend /);
  assert.equal(await pay(app), null);
  const scopes = 'balance:read invoices:create invoices:read';
  await owner`update app_grant set scopes = ${scopes} where id = ${app.grantId}`;
  const { content, methods } = await infoOf(app);
  assert.ok(!content.includes('pay_'), content);
  assert.deepEqual(
    methods.filter((name) => String(name).startsWith('pay_')),
    [],
  );
  const { result } = await app.call('get_info');
  assert.equal(field(result, 'lud16'), undefined, 'that takes account:read');
  assert.equal(await pay(app), 'RESTRICTED');
  assert.equal((await app.call('pay_keysend', {})).code, 'RESTRICTED');
  const outgoing = await app.call('list_transactions', { type: 'outgoing' });
  assert.equal(outgoing.code, 'RESTRICTED');
  const listed = await app.call('list_transactions');
  for (const one of listOf(field(listed.result, 'transactions'))) {
    assert.equal(textField(one, 'type'), 'incoming');
  }
  assert.equal((await app.call('make_invoice', { amount: 1000 })).code, null);
});

test('29: a key that was ended alone is UNAUTHORIZED; another of its connection is not', async () => {
  const ann = await payer();
  const app = await world.connect(ann);
  const second = await app.addDevice();
  assert.ok(await api.deps.connections.endDevice(ann.user.id, app.deviceId, new Date()));
  assert.equal((await app.call('get_balance')).code, 'UNAUTHORIZED');
  assert.equal(await pay(app), 'UNAUTHORIZED');
  assert.equal(await pay(second), null);
  await owner`update app_grant set revoked_at = now() where id = ${app.grantId}`;
  assert.equal(await pay(second), 'UNAUTHORIZED');
});

test('29: what was refused for that stays refused when the user is on again', async () => {
  const ann = await payer();
  const app = await world.connect(ann);
  const event = app.request('pay_invoice', { invoice: external() });
  await owner`update wallet_user set disabled_at = now() where id = ${ann.user.id}`;
  assert.equal((await app.ask(event)).code, 'UNAUTHORIZED');
  await owner`update wallet_user set disabled_at = null where id = ${ann.user.id}`;
  assert.equal((await app.ask(event)).code, 'UNAUTHORIZED');
  assert.equal(await pay(app), null);
});

test('30: the budget of a connection, in every interval', () =>
  withinOneDay(world.api.clock, async () => {
    const ann = await payer();
    assert.deepEqual((await (await world.connect(ann)).call('get_budget')).result, {});
    for (const [interval, period] of [
      ['day', 'daily'],
      ['week', 'weekly'],
      ['month', 'monthly'],
      ['year', 'yearly'],
      ['ever', 'never'],
    ] as const) {
      const app = await world.connect(ann, { budget: budgetOf(5000n, interval) });
      assert.equal(await pay(app), null);
      const { result } = await app.call('get_budget');
      assert.equal(textField(result, 'renewal_period'), period);
      assert.equal(numberField(result, 'used_budget'), 1_001_000);
      assert.equal(numberField(result, 'total_budget'), 5_000_000);
      const renewsAt = field(result, 'renews_at');
      if (interval === 'ever') assert.equal(renewsAt, undefined);
      else assert.ok(Number(renewsAt) > api.clock.now().getTime() / 1000);
    }
  }));

test('30: one that has expired is used up; one that was lowered shows what was used', () =>
  withinOneDay(world.api.clock, async () => {
    const ann = await payer();
    const at = api.clock.now();
    const soon = new Date(at.getTime() + 3_600_000);
    const app = await world.connect(ann, { budget: budgetOf(5000n, 'day', soon) });
    const grant = { userId: ann.user.id, grantId: app.grantId };
    assert.equal(await pay(app), null);
    await api.deps.budgets.setBudget(grant, budgetOf(500n, 'ever'), at);
    const lowered = (await app.call('get_budget')).result;
    assert.equal(numberField(lowered, 'used_budget'), 1_001_000);
    assert.equal(numberField(lowered, 'total_budget'), 500_000);
    assert.equal(await pay(app), 'QUOTA_EXCEEDED');
    const past = new Date(at.getTime() - 1000);
    await api.deps.budgets.setBudget(grant, budgetOf(5000n, 'day', past), at);
    const expired = (await app.call('get_budget')).result;
    assert.equal(numberField(expired, 'used_budget'), 5_000_000);
    assert.equal(field(expired, 'renews_at'), undefined);
    assert.equal(await pay(app), 'QUOTA_EXCEEDED');
    assert.equal((await app.call('get_balance')).code, null, 'the budget is about paying');
    await api.deps.budgets.setBudget(grant, null, at);
    assert.deepEqual((await app.call('get_budget')).result, {});
    assert.equal(await pay(app), null);
  }));

async function usedSat(app: RelayApp): Promise<number> {
  return numberField((await app.call('get_budget')).result, 'used_budget') / 1000;
}
