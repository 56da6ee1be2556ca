import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { proveByPassword } from '../../src/accounts/confirm-identity.ts';
import { createUserListStore } from '../../src/admin/sql/user-list-store.ts';
import { PLAIN_PATHS } from '../browser/page-list.ts';
import { startAccounts } from '../support/account-world.ts';
import { asApiUser } from '../support/api-user.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { createFakeManagement } from '../support/fake-management.ts';
import { field } from '../support/fields.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';
import { actingNode, addActingRows, newNodeWords } from '../support/operate/acting-world.ts';
import { readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';
import { createTestKind } from '../support/test-connection-kind.ts';
import { createTestOperator } from '../support/test-operator.ts';
import { pathIn, useLink } from '../support/use-link.ts';

/** People who come from another service may have no e-mail address. */

const connectionKinds = [createTestKind('nwc'), createTestKind('lndhub')];
const world = await startAccounts(
  { after },
  {
    hasMail: true,
    actions: actingNode(newNodeWords()),
    operator: { ...createTestOperator(), management: createFakeManagement() },
    server: { connectionKinds, onchain: createChainOfWorld().onchain },
  },
);
const { owner, ...rows } = await addActingRows(world, { after });
const operator = await world.addPerson({ isAdmin: true });
const admin = await world.signedIn(operator);

/** Adds a user who signed in as people without an address do, such as by a passkey. */
async function addOne(fields = {}) {
  const person = await world.addPerson(fields);
  const browser = await world.signedIn(person);
  await owner`update wallet_user set email = null where id = ${person.user.id}`;
  const { id, identifier } = person.user;
  return { browser, id, identifier, user: { ...person.user, email: null }, person };
}

const find = (id: string) => world.accounts.users.findUser(id);

/** What a missing address must never look like. */
function assertWhole({ body }: Answer, path: string): void {
  assert.doesNotMatch(body, /\bnull\b|\bundefined\b|&#60;&#62;|&lt;&gt;/, path);
}

/** What the next page says. */
async function does(browser: Browser, path: string, fields = {}): Promise<string> {
  const answer = await browser.post(path, fields);
  assert.equal(answer.statusCode, 303, answer.body);
  return readText(await browser.get(String(answer.headers.location)));
}

describe('people without an e-mail address', () => {
  test('see every page of theirs, and on it what their account is called', async () => {
    const one = await addOne({ isAdmin: true });
    await one.browser.post('/address', { address_name: 'no-mailbox' });
    const paths = ['', '/disable', '/reset-password', '/limits'].map(
      (page) => `/operate/users/${one.id}${page}`,
    );
    const unnamed: string[] = [];
    for (const path of [...PLAIN_PATHS, ...paths]) {
      const answer = await one.browser.get(path);
      assert.equal(answer.statusCode, 200, path);
      assertWhole(answer, path);
      if (!answer.body.includes(`title="${one.identifier}"`)) unnamed.push(path);
      assert(!answer.body.includes(one.person.email), path);
    }
    assert.deepEqual(unnamed, ['/address/print'], 'a sheet without a head');
    assert.match(readText(await one.browser.get('/profile')), /E-mail address –/);
    assert(readText(await one.browser.get('/sign-out')).includes(`as ${one.identifier}.`));
    assert.deepEqual(world.mails, []);
  });

  test('add an address on the security page, and sign in with it', async () => {
    const one = await addOne();
    const security = readText(await one.browser.get('/security'));
    assert.match(security, /E-mail address – .*Add an e-mail address/);
    const page = readText(await one.browser.get('/security/email'));
    assert.match(page, /Add an e-mail address Your account has no e-mail address yet\./);
    const email = 'added@example.com';
    const asked = readText(await one.browser.post('/security/email', { email }));
    assert(asked.includes(`You are signed in as ${one.identifier}.`));
    const { password } = one.person;
    const before = world.mails.length;
    await one.browser.post('/security/email', { email, password });
    await world.settled();
    const [mail, ...others] = world.mails.slice(before);
    assert.deepEqual([mail?.to, others], [email, []]);
    await useLink(one.browser, pathIn(mail?.text), {});
    await world.settled();
    assert.equal(world.mails.length, before + 1, 'no address was replaced');
    assert.equal((await find(one.id))?.email, email);
    const signedIn = await world.browser().post('/sign-in', { email, password });
    assert.equal(signedIn.statusCode, 303);
    assert.match(readText(await one.browser.get('/security')), /Change e-mail address/);
  });

  test('are found by no one who asks as a guest', async () => {
    const one = await addOne();
    const { password } = one.person;
    for (const path of ['/sign-in', '/forgot-password', '/sign-in/browser']) {
      const [known, unknown] = await Promise.all(
        [one.identifier, 'nobodyatallhere00000'].map(async (email) => {
          const { statusCode, body } = await world.browser().post(path, { email, password });
          return [statusCode, body.replaceAll(email, '').replaceAll(/value="[\w-]{43,}"/g, '')];
        }),
      );
      assert.deepEqual(known, unknown, path);
    }
    await world.settled();
    assert(!world.mails.some(({ to }) => to !== 'added@example.com'));
    assert.equal((await world.accounts.credentials.listResetAsked(100)).has(one.id), false);
  });

  test('have their own count of wrong passwords', async () => {
    const [one, other] = [await addOne(), await addOne()];
    const prove = async ({ id }: typeof one, password: string) => {
      const proof = { userId: id, session: await sessionOf(id), knownBrowser: '', network: '' };
      const proved = await proveByPassword(world.accounts, proof, password);
      return proved.ok ? 'proved' : proved.refusal.kind;
    };
    const kinds: string[] = [];
    while (kinds.at(-1) !== 'too_many_attempts') {
      kinds.push(await prove(one, 'wrong password'));
      assert(kinds.length < 100);
    }
    assert.equal(await prove(other, other.person.password), 'proved');
  });

  test('are mailed nothing: notices stand under the bell', async () => {
    const before = world.mails.length;
    const one = await addOne();
    const { password } = one.person;
    const fields = { password, new_password: 'another long password' };
    assert.match(await does(one.browser, '/security/password', fields), /password is changed/);
    await world.settled();
    const notices = await one.browser.get('/notices');
    assert.match(readText(notices), /Your account has no e-mail address, so you see everything/);
    assert(!notices.body.includes('value="mail"'));
    await does(one.browser, '/notices/ways', { received: 'bell', app: 'none' });
    await world.settled();
    await one.browser.post('/leave/close', {});
    await world.settled();
    assert.notEqual((await find(one.id))?.closedAt, null);
    assert.equal(world.mails.length, before);
  });

  test('are told to apps, exported and printed as they are', async () => {
    const one = await addOne();
    const api = await asApiUser(world, one.user);
    await api.receive(21);
    const { body } = await api.get('/user/me');
    assert.deepEqual([field(body, 'email'), field(body, 'identifier')], ['', one.identifier]);
    const archive: unknown = JSON.parse((await one.browser.get('/leave/archive.json')).body);
    assert.equal(field(field(archive, 'account'), 'email'), null);
    assert.equal((await one.browser.get('/leave/payments.csv')).statusCode, 200);
    const month = world.clock.now().toISOString().slice(0, 7);
    const statement = await one.browser.get(`/statements/${month}`);
    assert(readText(statement).includes(` · ${one.identifier}`), readText(statement));
    assertWhole(statement, 'statement');
  });
});

describe('operators', () => {
  test('find them by name and identifier, and act for them', async () => {
    const one = await addOne();
    await one.browser.post('/profile', { name: 'Imported Ida', avatar: '', nostr_key: '' });
    for (const search of [one.identifier, 'imported ida', 'IDA']) {
      const list = await admin.get(`/operate/users?q=${encodeURIComponent(search)}`);
      assert(list.body.includes(`/operate/users/${one.id}"><code>${one.identifier}</code>`));
      assertWhole(list, search);
    }
    const path = `/operate/users/${one.id}`;
    for (const page of ['', '/disable', '/reset-password', '/limits']) {
      const answer = await admin.get(path + page);
      assert(readText(answer).includes(one.identifier), page);
      assertWhole(answer, page);
    }
    const off = await does(admin, `${path}/disable`);
    assert(off.includes(`${one.identifier} is switched off.`));
    assert((await does(admin, `${path}/enable`)).includes(`${one.identifier} is switched on`));
    const before = world.mails.length;
    const { password } = operator;
    const link = await admin.post(`${path}/reset-password`, { password });
    assert(readText(link).includes(`Give this link to ${one.identifier} in a way`));
    assert.equal(world.mails.length, before);
    const log = await admin.get('/operate/log');
    assert(log.body.includes(`/operate/users/${one.id}">${one.identifier}</a>`));
    assertWhole(log, 'log');
  });

  test('give them money by identifier or by the name of their address', async () => {
    const one = await addOne();
    await one.browser.post('/address', { address_name: 'imported.ida' });
    for (const named of [one.identifier, 'Imported.Ida']) {
      const path = `/operate/unclaimed/${await rows.addUnclaimed()}/assign`;
      const form = { email: named, password: operator.password };
      assert.match(await does(admin, path, form), /The user now has/);
    }
    const [person] = await createUserListStore(world.database).findPeople('', [one.id]);
    assert.equal(person?.balanceMsat, 200_000n);
    await rows.booksBalance();
  });

  test('without an address of their own are named in lists of what they did', async () => {
    const one = await addOne({ isAdmin: true });
    const id = await rows.addAlarm();
    await submitForm(one.browser, `/operate/alarms/${id}/acknowledge`, { note: 'seen' });
    const alarms = readText(await admin.get('/operate/alarms?show=earlier'));
    assert(alarms.includes(`, ${one.identifier} `), alarms);
    const log = await admin.get(`/operate/log?who=${one.identifier}`);
    assert(log.body.includes(`<option value="${one.identifier}" selected>${one.identifier}<`));
    assert(log.body.includes(`/operate/users/${one.identifier}">${one.identifier}</a>`));
  });

  test('see who came by an invitation', async () => {
    await admin.post('/operate/invitations', { email: 'invited@example.com' });
    const one = await addOne();
    await owner`
      update invitation set used_at = now(), email = null, user_id = ${one.id}
      where email = 'invited@example.com'`;
    const list = await admin.get('/operate/users');
    assert(list.body.includes(`/operate/users/${one.id}">${one.identifier}</a>`));
    const invited = await admin.get('/operate/log?kind=user_invite');
    assert(invited.body.includes(`<bdi>${one.identifier}</bdi>`));
  });
});

async function sessionOf(userId: string) {
  const [session] = await world.accounts.sessions.listSessions(userId, world.clock.now());
  assert(session !== undefined);
  return session;
}
