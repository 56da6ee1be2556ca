import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createAddressNameStore } from '../../src/address/sql/address-name-store.ts';
import {
  type LimitChange,
  NO_LIMITS,
  publicRoomSat,
  type UserLimits,
} from '../../src/authorization/user-limits.ts';
import { msat, sat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { createWalletStore } from '../../src/ledger/sql/wallet-store.ts';
import { limitSends } from '../../src/payments/limit-sends.ts';
import type { ApiUser } from '../support/api-user.ts';
import { field, textField } from '../support/fields.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { addPayer } from '../support/payment-checks.ts';
import { startWalletApi, type WalletApi } from '../support/wallet-api.ts';

/** Limits of custody. */

const world = async (defaults: UserLimits = NO_LIMITS) => {
  const opened: Database[] = [];
  const api = await startWalletApi({ after }, {}, (database, { money }) => {
    opened.push(database);
    return {
      money: limitSends(
        money,
        createUserLimitStore(database, defaults),
        defaults.maxSendDaySat !== null,
      ),
      invoices: createInvoiceStore(database, null, defaults),
      addressNames: createAddressNameStore(database, defaults),
    };
  });
  awayFromMidnight(api.clock);
  const [database] = opened;
  assert(database !== undefined);
  const limits = createUserLimitStore(database, defaults);
  const wallets = createWalletStore(database, defaults);
  const limit = ({ user }: ApiUser, change: LimitChange) =>
    limits.setLimits(user.id, change, api.clock.now());
  const custodyOf = async ({ user }: ApiUser) => {
    const custody = await wallets.readCustody(user.id, api.clock.now());
    assert(custody !== null);
    return custody;
  };
  return { api, database, limit, custodyOf };
};

const payExternal = (api: WalletApi, payer: ApiUser, amountMsat = 1_000_000n) =>
  payer.post('/payments/bolt11', { invoice: api.node.externalInvoice({ amountMsat }).bolt11 });

const OVER = /^over the daily limit: this wallet may not send that much today; .* renews at /;

describe('what a user may have', async () => {
  const { api, database, limit, custodyOf } = await world();

  test('an invoice may fill it, and not by a sat more', async () => {
    const user = await addPayer(api, 400);
    await limit(user, { maxBalance: sat(1000n) });
    const refused = await user.post('/invoices', { amount: 601 });
    assert.equal(refused.status, 400);
    assert.equal(field(refused.body, 'code'), 2);
    assert.match(textField(refused.body, 'message'), /^balance limit exceeded: /);
    assert.equal((await user.post('/invoices', { amount: 600 })).status, 200);
    assert.equal(
      (await user.post('/invoices', { amount: 600 })).status,
      200,
      'open ones do not count',
    );
    await limit(user, { maxBalance: 'default' });
    assert.equal((await user.post('/invoices', { amount: 601 })).status, 200);
  });

  test('apps that may not read the balance are refused in round numbers', async () => {
    const user = await addPayer(api, 400);
    await limit(user, { maxBalance: sat(1000n) });
    const blind = await user.withScopes(['invoices:create']);
    const seeing = await user.withScopes(['invoices:create', 'balance:read']);
    const make = async (by: ApiUser, amount: number) =>
      (await by.post('/invoices', { amount })).status;
    assert.deepEqual([await make(seeing, 600), await make(seeing, 601)], [200, 400]);
    assert.deepEqual([await make(blind, 500), await make(blind, 501)], [200, 400]);
    await user.receiveKeysend(99);
    assert.deepEqual([await make(blind, 500), await make(blind, 501)], [200, 400]);
    assert.deepEqual([await make(seeing, 501), await make(seeing, 502)], [200, 400]);
    await limit(user, { maxBalance: sat(10n) });
    assert.deepEqual([await make(blind, 1), await make(seeing, 1)], [400, 400]);
    await limit(user, { maxBalance: 'none' });
    assert.equal(await make(blind, 501), 200);
  });

  test('the database rounds the room as the service does', async () => {
    const rooms = [0n, 1n, 2n, 3n, 4n, 5n, 9n, 10n, 19n, 20n, 49n, 50n, 99n, 100n, 999_999n];
    for (const room of [...rooms, 2_100_000_000_000_000n]) {
      const [row] = await database.sql<{ told: bigint }[]>`
        select public_room_sat(${room}) as told`;
      assert.equal(row?.told, publicRoomSat(sat(room)), String(room));
    }
  });

  test('a repeat finds the invoice that it made while there was room', async () => {
    const user = await addPayer(api, 1);
    await limit(user, { maxBalance: sat(1000n) });
    const make = () => user.post('/invoices', { amount: 900 }, { 'idempotency-key': 'once' });
    const made = await make();
    await user.receiveKeysend(500);
    assert.equal(
      textField((await make()).body, 'payment_hash'),
      textField(made.body, 'payment_hash'),
    );
    assert.equal((await user.post('/invoices', { amount: 900 })).status, 400);
  });

  test('what arrives above it is credited', async () => {
    const user = await addPayer(api, 100);
    const { body } = await user.post('/invoices', { amount: 500 });
    await limit(user, { maxBalance: sat(200n) });
    await api.payFromExternalNode(textField(body, 'payment_hash'));
    assert.equal(await user.balanceSat(), 600);
    await user.receiveKeysend(50);
    assert.equal(await user.balanceSat(), 650);
    assert.equal((await user.post('/invoices', { amount: 1 })).status, 400);
    assert.equal((await payExternal(api, user, 10_000n)).status, 200, 'and can be sent');
  });

  test('what is held counts, as it may come back', async () => {
    const user = await addPayer(api, 1000);
    await limit(user, { maxBalance: sat(1000n) });
    const release = Promise.withResolvers<{ kind: 'fail'; reason: 'no_route' }>();
    api.node.plan = { kind: 'hold', until: release.promise };
    const paying = payExternal(api, user, 500_000n);
    await api.sent(api.node.sent.length + 1);
    assert.equal((await user.post('/invoices', { amount: 1 })).status, 400);
    assert.equal((await custodyOf(user)).totalSat, 1000n);
    release.resolve({ kind: 'fail', reason: 'no_route' });
    await paying;
    api.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
  });

  test('payers of an address are told less than fits, in round numbers', async () => {
    const user = await addPayer(api, 400);
    await api.deps.addressNames.claimName(user.user.id, 'ann', api.clock.now(), null);
    const described = async () => (await api.call('GET', '/.well-known/lnurlp/ann')).body;
    const before = field(await described(), 'maxSendable');
    await limit(user, { maxBalance: sat(1000n) });
    assert.equal(field(await described(), 'maxSendable'), 500_000);
    const ask = (amountMsat: number) =>
      api.call('GET', `/lnurlp/ann/callback?amount=${amountMsat}`);
    assert.match((await ask(501_000)).text, /from 1000 to 500000/);
    assert.match((await ask(500_000)).text, /"pr":"ln/);
    await limit(user, { maxBalance: sat(400n) });
    assert.deepEqual(await described(), {
      status: 'ERROR',
      reason: 'This wallet cannot take more money at the moment',
    });
    assert.match((await ask(1000)).text, /cannot take more money/);
    await limit(user, { maxBalance: 'none' });
    assert.equal(field(await described(), 'maxSendable'), before);
  });
});

describe('what a user may send per day', async () => {
  const { api, database, limit, custodyOf } = await world();

  test('fits exactly with its reserve, and gives back what was not needed', async () => {
    const user = await addPayer(api);
    await limit(user, { maxSendDay: sat(1009n) });
    const refused = await payExternal(api, user);
    assert.equal(refused.status, 400);
    assert.match(textField(refused.body, 'message'), OVER);
    await limit(user, { maxSendDay: sat(1010n) });
    assert.equal((await payExternal(api, user)).status, 200);
    assert.equal((await custodyOf(user)).sentDaySat, 1001n);
    api.node.plan = { kind: 'fail', reason: 'no_route' };
    await limit(user, { maxSendDay: sat(2100n) });
    assert.equal((await payExternal(api, user)).status, 500);
    assert.equal((await custodyOf(user)).sentDaySat, 1001n, 'a failed one takes nothing');
    api.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
  });

  test('counts payments within the service, by all tokens, fractions rounded up', async () => {
    const [user, other] = [await addPayer(api), await api.addUser()];
    await payExternal(api, user, 100_001n);
    await limit(user, { maxSendDay: sat(1002n) });
    assert.equal((await custodyOf(user)).sentDaySat, 102n, 'also what was before the limit');
    const second = await user.withScopes(['payments:send']);
    const pay = async (by: ApiUser, amountSat: number) =>
      await by.post('/payments/bolt11', { invoice: await other.invoice(amountSat) });
    assert.equal((await pay(second, 400)).status, 200);
    assert.equal((await pay(user, 501)).status, 400);
    assert.equal((await pay(user, 500)).status, 200);
    assert.equal((await pay(second, 1)).status, 400);
    api.clock.move(86_400_000);
    assert.equal((await pay(second, 1000)).status, 200, 'another day');
    await limit(user, { maxSendDay: 'none' });
    assert.equal((await pay(user, 1000)).status, 200);
  });

  test('M102 many at once do not pass it', async () => {
    const [user, other] = [await addPayer(api), await api.addUser()];
    await limit(user, { maxSendDay: sat(1000n) });
    const invoices = await Promise.all(Array.from({ length: 20 }, () => other.invoice(100)));
    const answers = await Promise.all(
      invoices.map((invoice) => user.post('/payments/bolt11', { invoice })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal(await other.balanceSat(), 1000);
  });

  test('a token with a budget of its own has to fit in both', async () => {
    const [user, other] = [await addPayer(api), await api.addUser()];
    const [token] = await api.deps.tokens.listPersonalTokens(user.user.id);
    assert(token !== undefined);
    const grant = { userId: user.user.id, grantId: token.id };
    const budget = {
      limitSat: sat(300n),
      askAboveSat: null,
      interval: 'ever',
      expiresAt: null,
    } as const;
    await api.deps.budgets.setBudget(grant, budget, api.clock.now());
    await limit(user, { maxSendDay: sat(200n) });
    const pay = async (amountSat: number) =>
      await user.post('/payments/bolt11', { invoice: await other.invoice(amountSat) });
    assert.match(textField((await pay(301)).body, 'message'), /^over budget/);
    assert.match(textField((await pay(201)).body, 'message'), OVER);
    assert.equal((await pay(200)).status, 200);
    api.clock.move(86_400_000);
    assert.match(textField((await pay(101)).body, 'message'), /^over budget/);
    assert.equal((await pay(100)).status, 200);
  });

  test('users without a limit have no budget, and no statement more', async () => {
    const user = await addPayer(api);
    await payExternal(api, user);
    const rows = await database.sql`
      select has_budgets from wallet where user_id = ${user.user.id}`;
    assert.deepEqual([...rows], [{ has_budgets: false }]);
    api.takeStatements();
    await payExternal(api, user);
    assert.doesNotMatch(api.takeStatements().join(), /apply_send_limit|user_limit/);
  });
});

describe('a default of the service', async () => {
  const { api, database, limit, custodyOf } = await world({
    maxBalanceSat: sat(5000n),
    maxSendDaySat: sat(1000n),
  });

  test('counts for all who have no limits of their own', async () => {
    const [user, other] = [await addPayer(api, 4000), await api.addUser()];
    const pay = async (amountSat: number) =>
      await user.post('/payments/bolt11', { invoice: await other.invoice(amountSat) });
    assert.equal((await user.post('/invoices', { amount: 1001 })).status, 400);
    assert.equal((await pay(600)).status, 200);
    assert.equal((await pay(401)).status, 400);
    assert.equal((await custodyOf(user)).sentDaySat, 600n);
    await limit(user, { maxSendDay: sat(1001n) });
    assert.equal((await pay(401)).status, 200);
    await limit(user, { maxSendDay: 'none', maxBalance: 'none' });
    assert.equal((await pay(1000)).status, 200);
    assert.equal((await user.post('/invoices', { amount: 10_000 })).status, 200);
    await limit(user, { maxSendDay: 'default' });
    assert.equal((await pay(1)).status, 400);
  });

  test('that is taken away leaves no limit behind', async () => {
    const [user, other] = [await addPayer(api, 4000), await api.addUser()];
    const pay = async (amountSat: number) =>
      await user.post('/payments/bolt11', { invoice: await other.invoice(amountSat) });
    assert.equal((await pay(900)).status, 200);
    const without = createUserLimitStore(database, NO_LIMITS);
    assert.equal(await without.applySendLimit(user.user.id, api.clock.now()), true);
    assert.equal(await without.applySendLimit(user.user.id, api.clock.now()), false);
    const rows = await database.sql`
      select has_budgets from wallet where user_id = ${user.user.id}`;
    assert.deepEqual([...rows], [{ has_budgets: false }]);
    assert.equal((await pay(101)).status, 400, 'a service that has it writes it again');
  });
});
