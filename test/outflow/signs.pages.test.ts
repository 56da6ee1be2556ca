import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { allowsMore, type Budget } from '../../src/authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../src/authorization/budget-window.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { DAY_MS } from '../../src/base/durations.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import type { SignKind } from '../../src/outflow/outflow-store.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { addPasskey } from '../support/add-passkey.ts';
import { type ApiUser, asApiUser } from '../support/api-user.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { createSoftPasskey } from '../support/soft-passkey.ts';
import { createTestStores } from '../support/test-stores.ts';

const world = await startAccounts({ after });
const outflow = createOutflowBench(world.database);
const stores = createTestStores(world.database);
const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
after(() => owner.end());
world.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
const NEW_PLACE = '203.0.113.77';

/** The newest sender has sent most, so that they are in the list. */
let amountMsat = 1_000_000n;

/** A person who has sent, and of whom nothing is new. */
async function addSender(): Promise<{ person: Person; api: ApiUser }> {
  const person = await world.addPerson();
  await world.signedIn(person);
  const api = await asApiUser(world, person.user);
  await api.receive(50_000);
  amountMsat += 1_000_000n;
  await pay(api, amountMsat);
  await growOld();
  return { person, api };
}

async function pay(api: ApiUser, msats: bigint): Promise<void> {
  const { bolt11 } = world.node.externalInvoice({ amountMsat: msats });
  assert.equal((await api.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
}

/** Lets a day pass for all that is new. */
async function growOld(): Promise<void> {
  await owner`update sign_in_place set first_at = first_at - interval '25 hours'`;
  await owner`update user_change set at = at - interval '25 hours'`;
  for (const table of ['personal_token', 'app_grant', 'grant_device', 'passkey']) {
    await owner`
      update ${owner(table)} set created_at = created_at - interval '25 hours'`;
  }
}

async function signsOf({ user }: Person) {
  const senders = await outflow.listSenders();
  const found = senders.find((one) => one.user === user.identifier);
  return found?.signs ?? assert.fail('they have sent');
}

const kindsOf = async (person: Person): Promise<readonly SignKind[]> =>
  (await signsOf(person)).map(({ kind }) => kind);

async function tokenOf({ user }: Person): Promise<string> {
  const [token] = await stores.tokens.listPersonalTokens(user.id);
  return token?.id ?? assert.fail('they have one');
}

test('a sign-in from a new browser or address is a sign, and one from a known place is none', async () => {
  const { person } = await addSender();
  assert.deepEqual(await kindsOf(person), []);
  await world.signedIn(person);
  assert.deepEqual(await kindsOf(person), [], 'a known place');
  const { email, password } = person;
  await world.browser(NEW_PLACE).post('/sign-in', { email, password });
  const [sign] = await signsOf(person);
  assert.deepEqual([sign?.kind, sign?.count], ['sign_in', 1]);
  await owner`
    update notice_inbox set bell = '{}', mail = '{}', push = '{}' where user_id = ${person.user.id}`;
  await world.browser('203.0.113.78').post('/sign-in', { email, password });
  assert.equal((await signsOf(person))[0]?.count, 2, 'also without notices');
  await growOld();
  assert.deepEqual(await kindsOf(person), []);
});

test('new tokens, apps, connections and further devices are signs', async () => {
  const { person, api } = await addSender();
  const { id } = person.user;
  await api.withScopes(['balance:read']);
  assert.deepEqual(await kindsOf(person), ['token']);
  await owner`
    insert into client (id, owner_user_id, name, url, callback, created_at)
    values (${`app-${id}`}, ${id}, 'Corner Shop', 'https://shop.example', 'https://shop.example/',
      now())`;
  await owner`
    insert into app_grant (id, user_id, client_id, scopes, created_at)
    values (gen_random_uuid(), ${id}, ${`app-${id}`}, 'payments:send', now())`;
  const [connection] = await owner<{ id: string }[]>`
    insert into app_grant (id, user_id, kind, name, scopes, created_at)
    values (gen_random_uuid(), ${id}, 'lndhub', 'Zeus', 'payments:send', now()) returning id`;
  const addDevice = (name: string) => owner`
    insert into grant_device (id, app_grant_id, name, created_at)
    values (gen_random_uuid(), ${connection?.id ?? ''}, ${name}, clock_timestamp())`;
  await addDevice('Phone');
  const signs = await signsOf(person);
  assert.deepEqual(
    new Map(signs.map(({ kind, about }) => [kind, about])),
    new Map([
      ['app', 'Corner Shop'],
      ['connection', 'Zeus'],
      ['token', 'test'],
    ]),
    'the first device comes with its connection',
  );
  await growOld();
  await addDevice('Tablet');
  const [device, ...others] = await signsOf(person);
  assert.deepEqual([device?.kind, device?.about, others], ['device', 'Tablet', []]);
});

test('a new password and e-mail address are signs, and a new hash of the same password is none', async () => {
  const { person } = await addSender();
  const { id } = person.user;
  const { credentials, users } = world.accounts;
  const known = await credentials.readCredentials(id);
  await credentials.rehashPassword(id, known?.passwordHash ?? '', 'another hash');
  await users.updateUser(id, { name: 'Ann' });
  assert.deepEqual(await kindsOf(person), []);
  await credentials.changePassword(id, 'another hash', 'a third');
  assert.deepEqual(await kindsOf(person), ['password']);
  await growOld();
  await credentials.changeEmail(id, `new-${id}@example.com`);
  assert.deepEqual(await kindsOf(person), ['email']);
});

test('a new passkey is a sign, and so is one that is removed', async () => {
  const { person } = await addSender();
  const browser = await world.signedIn(person);
  await addPasskey(browser, createSoftPasskey(), person.password);
  const [sign, ...others] = await signsOf(person);
  assert.deepEqual([sign?.kind, sign?.about, others], ['passkey', 'Phone', []]);
  const [key] = await world.accounts.secondFactors.listPasskeys(person.user.id);
  await world.accounts.secondFactors.removePasskey(person.user.id, key?.id ?? '');
  assert.deepEqual(await kindsOf(person), ['second_factor_removed']);
});

test('an authenticator app that is removed is a sign, and one that was never set up is none', async () => {
  const { person } = await addSender();
  const { id } = person.user;
  const addApp = (confirmedAt: Date | null) => owner`
    insert into authenticator (user_id, sealed_secret, confirmed_at, created_at)
    values (${id}, 'sealed', ${confirmedAt}, now())`;
  await addApp(null);
  await world.accounts.secondFactors.removeAuthenticator(id);
  assert.deepEqual(await kindsOf(person), []);
  await addApp(new Date());
  await world.accounts.secondFactors.removeAuthenticator(id);
  assert.deepEqual(await kindsOf(person), ['second_factor_removed']);
});

test('a raised limit of a user is a sign, and a lower one is none', async () => {
  const { person } = await addSender();
  const { id, preferences } = person.user;
  const limits = createUserLimitStore(world.database, {
    maxBalanceSat: null,
    maxSendDaySat: sat(5000n),
  });
  const limit = (maxSendDay: bigint) =>
    limits.setLimits(id, { maxSendDay: sat(maxSendDay) }, world.clock.now());
  await limit(4000n);
  await limit(3000n);
  assert.deepEqual(await kindsOf(person), []);
  await limit(3500n);
  assert.deepEqual(await kindsOf(person), ['limit_raised']);
  await growOld();
  const confirm = (confirmAboveSat: bigint) =>
    world.accounts.users.changePreferences(id, {
      ...preferences,
      confirmAboveSat: sat(confirmAboveSat),
    });
  await confirm(10n);
  assert.deepEqual(await kindsOf(person), []);
  await confirm(11n);
  assert.deepEqual(await kindsOf(person), ['limit_raised'], 'their browser asks less often');
});

test('whatever lets an app or token spend more is a sign, and nothing else', async () => {
  const { person } = await addSender();
  const grant = { userId: person.user.id, grantId: await tokenOf(person) };
  const at = world.clock.now();
  const later = (days: number): Date => new Date(at.getTime() + days * DAY_MS);
  const base: Budget = {
    limitSat: sat(5000n),
    askAboveSat: sat(100n),
    interval: 'week',
    expiresAt: later(9),
  };
  const budgets: readonly (Budget | null)[] = [
    null,
    base,
    { ...base, limitSat: null },
    { ...base, askAboveSat: null },
    { ...base, limitSat: sat(5001n) },
    { ...base, askAboveSat: sat(0n) },
    { ...base, expiresAt: null },
    { ...base, expiresAt: later(10) },
    ...BUDGET_INTERVALS.map((interval) => ({ ...base, interval })),
    { ...base, limitSat: null, interval: 'day' },
  ];
  for (const present of budgets) {
    for (const wanted of budgets) {
      await stores.budgets.setBudget(grant, present, at);
      await owner`delete from user_change`;
      await stores.budgets.setBudget(grant, wanted, at);
      const [sign] = await signsOf(person);
      assert.deepEqual(
        sign === undefined ? null : [sign.kind, sign.about],
        allowsMore(wanted, present) ? ['budget_raised', 'test'] : null,
        JSON.stringify([present, wanted], (_, value) =>
          typeof value === 'bigint' ? String(value) : value,
        ),
      );
    }
  }
  await stores.budgets.setBudget(grant, base, at);
  await owner`delete from user_change`;
});

test('payments write no signs, and what is older than two days is forgotten', async () => {
  const { person, api } = await addSender();
  const grant = { userId: person.user.id, grantId: await tokenOf(person) };
  const budget: Budget = {
    limitSat: sat(40_000n),
    askAboveSat: null,
    interval: 'day',
    expiresAt: null,
  };
  await stores.budgets.setBudget(grant, budget, world.clock.now());
  await pay(api, 1_000_000n);
  assert.deepEqual(await kindsOf(person), []);
  await stores.budgets.setBudget(grant, null, world.clock.now());
  await growOld();
  await outflow.prune();
  const count = async () => (await owner`select from user_change`).length;
  assert.equal(await count(), 1);
  await growOld();
  await outflow.prune();
  assert.equal(await count(), 0);
});

test('a user with several spenders has the same signs at each, and each is counted once', async () => {
  const { person, api } = await addSender();
  const other = await api.withScopes(['payments:send']);
  await pay(other, amountMsat + 1_000_000n);
  const senders = await outflow.listSenders();
  const own = senders.filter(({ user }) => user === person.user.identifier);
  assert.deepEqual(
    own.map(({ access, sentMsat, signs }) => [access?.kind, sentMsat, signs[0]?.count]),
    [
      ['token', amountMsat + 1_000_000n, 1],
      ['token', amountMsat, 1],
    ],
  );
});
