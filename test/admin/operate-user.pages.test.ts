import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { MAX_SHOWN_OF_USER } from '../../src/admin/limits.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import type { Budget } from '../../src/authorization/budget.ts';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { sat } from '../../src/base/amount.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { newUserSession } from '../support/account-people.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import { readText } from '../support/page-visitor.ts';

/** One user as admins see them. */

const world = await startAccounts({ after });
const operator = await world.addPerson({ isAdmin: true });
const limits = createUserLimitStore(world.database, NO_LIMITS);
const pathOf = ({ user }: Person): string => `/operate/users/${user.id}`;

async function read(person: Person): Promise<string> {
  const admin = await world.signedIn(operator);
  return readText(await admin.get(pathOf(person)));
}

async function connect(
  person: Person,
  name: string,
  kind: 'nwc' | 'lndhub' = 'nwc',
  change: Partial<Budget> = {},
) {
  const id = randomUUID();
  const added = await createConnectionStore(world.database).addConnection({
    id,
    userId: person.user.id,
    kind,
    name,
    scopes: ['payments:send'],
    budget: {
      limitSat: sat(700n),
      askAboveSat: null,
      interval: 'week',
      expiresAt: null,
      ...change,
    },
    createdAt: world.clock.now(),
    expiresAt: null,
  });
  assert.equal(added.kind, 'added');
  return id;
}

describe('one user', () => {
  test('with nothing yet', async () => {
    const text = await read(await world.addPerson());
    assert.match(text, /Balance 0 sat Held 0 sat/);
    assert.match(text, /Most they may have here No limit Most they may send per day No limit/);
    assert.match(text, /Nowhere at the moment.*Nothing is connected.*None in force.*Webhooks None/);
  });

  test('with wallet, sessions, apps, tokens and receivers', async () => {
    const person = await world.addPerson();
    const api = await asApiUser(world, person.user);
    await api.receive(500);
    await world.signedIn(person);
    const id = await connect(person, 'Zeus <b>', 'lndhub');
    await world.database.query(
      (sql) => sql`update app_grant set last_used_at = '2026-02-03T04:05:00Z' where id = ${id}`,
    );
    await limits.setLimits(
      person.user.id,
      { maxBalance: sat(400n), maxSendDay: sat(90n) },
      world.clock.now(),
    );
    await api.post('/webhook_endpoints', {
      url: 'https://shop.example/secret-path',
      filter_types: ['invoice.incoming.settled'],
    });
    const text = await read(person);
    assert.match(text, /Balance 500 sat/);
    assert.match(text, /Most they may have here 400 sat 100 sat above the limit/);
    assert.match(text, /per day 0 of 90 sat sent today/);
    assert.match(text, /Signed in .*Last seen/);
    assert.match(text, /Zeus <b> Phone app \(LndHub\) 0 of 700 sat spent this week .*2026.* Never/);
    assert.match(text, /Personal tokens.* No limit /);
    assert.match(text, /shop\.example No deliveries yet/);
    assert.doesNotMatch(text, /secret-path/);
  });

  test('with apps whose payments wait for approval', async () => {
    const person = await world.addPerson();
    await connect(person, 'Some', 'nwc', { askAboveSat: sat(50n) });
    await connect(person, 'All', 'nwc', { limitSat: null, askAboveSat: sat(0n) });
    const text = await read(person);
    assert.match(text, /0 of 700 sat spent this week, payments above 50 sat wait for approval/);
    assert.match(text, /No limit, every payment waits for approval/);
  });

  test('what has ended is not among it; who is switched off is shown so', async () => {
    const person = await world.addPerson();
    const id = await connect(person, 'Gone app');
    await world.database.query(
      (sql) => sql`update app_grant set revoked_at = now() where id = ${id}`,
    );
    const admin = await world.signedIn(operator);
    await admin.post(`${pathOf(person)}/disable`);
    const text = await read(person);
    assert.doesNotMatch(text, /Gone app/);
    assert.match(text, /State Switched off .*UTC/);
    assert.match(text, /Switch on again/);
  });

  test('lists end somewhere, and say so', async () => {
    const person = await world.addPerson();
    for (let index = 0; index <= MAX_SHOWN_OF_USER; index += 1) {
      const session = newUserSession(person.user.id, {
        device: index === 0 ? 'Firefox/1' : 'Chrome/1',
        expiresAt: new Date('2100-01-01T00:00:00Z'),
        lastSeenAt: new Date(Date.UTC(2026, 0, 1) + index * 1000),
      });
      await world.accounts.sessions.insertSession(session);
    }
    const text = await read(person);
    assert.match(text, /Only the newest 100 are shown/);
    assert.equal(text.split('Chrome').length - 1, MAX_SHOWN_OF_USER);
    assert.doesNotMatch(text, /Firefox/);
  });

  test('a closed account has nothing to change', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    await browser.post('/leave/close');
    const admin = await world.signedIn(operator);
    const page = await admin.get(pathOf(person));
    assert.match(readText(page), /Closed/);
    assert.doesNotMatch(page.body, /\/limits"/);
    assert.equal((await admin.get(`${pathOf(person)}/limits`)).statusCode, 404);
    assert.equal((await admin.post(`${pathOf(person)}/limits`)).statusCode, 404);
  });
});

describe('limits of a user', () => {
  const own = { max_balance: 'own', max_balance_sat: '2,000', max_send_day: 'default' };
  const settingsOf = async ({ user }: Person) => {
    const { maxBalance, maxSendDay } = await limits.readLimitSettings(user.id);
    return [maxBalance, maxSendDay];
  };

  test('are set as by command, and shown as they are', async () => {
    const person = await world.addPerson();
    const admin = await world.signedIn(operator);
    const path = `${pathOf(person)}/limits`;
    assert.match(readText(await admin.get(path)), /As the service: No limit/);
    assert.equal((await admin.post(path, own)).headers.location, pathOf(person));
    assert.match(readText(await admin.get(pathOf(person))), /limits of .* are changed/);
    assert.deepEqual(await settingsOf(person), [2000n, 'default']);
    const form = await admin.get(path);
    assert.match(form.body, /name="max_balance_sat"[^>]*value="2,000"/);
    await admin.post(path, { max_balance: 'none', max_send_day: 'own', max_send_day_sat: '7' });
    assert.deepEqual(await settingsOf(person), ['none', 7n]);
    await admin.post(path, { max_balance: 'default', max_send_day: 'default' });
    assert.deepEqual(await settingsOf(person), ['default', 'default']);
  });

  test('of two admins at once both count, unless they change the same one', async () => {
    const person = await world.addPerson();
    const [first, second] = [await world.signedIn(operator), await world.signedIn(operator)];
    const path = `${pathOf(person)}/limits`;
    const shown = { max_balance_shown: 'default', max_send_day_shown: 'default' };
    for (const admin of [first, second]) {
      const form = (await admin.get(path)).body;
      for (const name of Object.keys(shown)) {
        assert.match(form, new RegExp(`name="${name}" value="default"`));
      }
    }
    const balance = { max_balance: 'own', max_balance_sat: '10', max_send_day: 'default' };
    await first.post(path, { ...balance, ...shown });
    const day = { max_balance: 'default', max_send_day: 'own', max_send_day_sat: '7' };
    await second.post(path, { ...day, ...shown });
    assert.deepEqual(await settingsOf(person), [10n, 7n]);
    assert.equal((await second.post(path, { ...day, ...shown })).statusCode, 303, 'sent twice');
    const late = await second.post(path, { ...balance, max_balance_sat: '11', ...shown });
    assert.equal(late.statusCode, 409);
    assert.match(readText(late), /another admin has changed these limits/);
    assert.match(late.body, /name="max_balance_shown" value="10"/);
    assert.match(late.body, /name="max_balance_sat"[^>]*value="10"/);
    assert.deepEqual(await settingsOf(person), [10n, 7n]);
    const again = { ...balance, max_balance_sat: '11', max_balance_shown: '10' };
    await second.post(path, { ...again, max_send_day_shown: 'default' });
    assert.deepEqual(await settingsOf(person), [11n, 7n]);
  });

  test('the one that came second is told, however close they are', async () => {
    const person = await world.addPerson();
    const at = world.clock.now();
    const inputs = Array.from({ length: 5 }, (_, place) => sat(BigInt(place + 1)));
    const answers = await Promise.all(
      inputs.map((maxBalance) =>
        limits.setLimits(person.user.id, { maxBalance }, at, { seen: { maxBalance: 'default' } }),
      ),
    );
    assert.equal(answers.filter((isSet) => isSet).length, 1);
    const winner = inputs[answers.indexOf(true)];
    assert.deepEqual(await settingsOf(person), [winner, 'default']);
  });

  test('that cannot be read change nothing, and come back as they were typed', async () => {
    const person = await world.addPerson();
    const admin = await world.signedIn(operator);
    const path = `${pathOf(person)}/limits`;
    for (const amount of ['', '0', '-1', '1.5', '1e3', '2100000000000001', '<b>']) {
      const sent = { max_balance: 'none', max_send_day: 'own', max_send_day_sat: amount };
      const answer = await admin.post(path, sent);
      assert.equal(answer.statusCode, 400, amount);
      assert.match(readText(answer), /Nothing was changed.*Enter a whole number from 1 to/);
    }
    assert.equal((await admin.post(path, { max_balance: 'much' })).statusCode, 400);
    assert.equal((await admin.post(path)).statusCode, 400);
    assert.deepEqual(await settingsOf(person), ['default', 'default']);
  });

  test('a number that was typed beside another choice is not lost', async () => {
    const person = await world.addPerson();
    const admin = await world.signedIn(operator);
    const path = `${pathOf(person)}/limits`;
    for (const chosen of ['default', 'none']) {
      const sent = { max_balance: chosen, max_balance_sat: '500', max_send_day: 'default' };
      const answer = await admin.post(path, sent);
      assert.equal(answer.statusCode, 400, chosen);
      assert.match(readText(answer), /You entered a number\. Choose “Up to a limit of their own”/);
      assert.match(answer.body, /name="max_balance_sat"[^>]*value="500"/);
    }
    assert.deepEqual(await settingsOf(person), ['default', 'default']);
    await admin.post(path, own);
    const taken = { max_balance: 'none', max_balance_sat: '2,000', max_balance_shown: '2000' };
    await admin.post(path, { ...taken, max_send_day: 'default' });
    assert.deepEqual(await settingsOf(person), ['none', 'default'], 'the old number still stood');
  });

  test('need a fresh confirmation, and the form comes back filled in', async () => {
    const person = await world.addPerson();
    const admin = await world.signedIn(operator);
    world.clock.move(CONFIRMATION_MS);
    const path = `${pathOf(person)}/limits`;
    assert.match(String((await admin.post(path, own)).headers.location), /^\/confirm(\?|$)/);
    assert.deepEqual(await settingsOf(person), ['default', 'default']);
    const back = await admin.post('/confirm', { password: operator.password });
    const form = await admin.get(String(back.headers.location));
    assert.match(form.body, /name="max_balance_sat"[^>]*value="2000"/);
    assert.equal((await admin.post(path, own)).headers.location, pathOf(person));
    assert.deepEqual(await settingsOf(person), [2000n, 'default']);
  });

  test('are for admins only', async () => {
    const person = await world.addPerson();
    const browser = await world.signedIn(person);
    const path = `${pathOf(person)}/limits`;
    assert.equal((await browser.get(path)).statusCode, 404);
    assert.equal((await browser.post(path, own)).statusCode, 404);
    assert.deepEqual(await settingsOf(person), ['default', 'default']);
  });
});
