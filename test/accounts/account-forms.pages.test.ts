import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ACCOUNT_PAGES } from '../../src/accounts/accounts.ts';
import { ADDRESS_PAGES } from '../../src/address/address.ts';
import { OPERATOR_PAGES } from '../../src/admin/admin.ts';
import { startAccounts } from '../support/account-world.ts';
import { readFormToken } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const person = await world.addPerson();
const admin = await world.addPerson({ isAdmin: true });

/** A real address for a template. */
const addressOf = (path: string): string => path.replaceAll(':id', person.user.id);
/** What is about the account of a user: their own pages, and those of operators. */
const PAGES = [
  ...ACCOUNT_PAGES,
  ...ADDRESS_PAGES.filter(({ path }) => !path.startsWith('/pay/')),
  ...OPERATOR_PAGES.filter(({ path }) => /^\/operate\/(users|invitations)/.test(path)),
];
const forms = PAGES.filter(({ method }) => method === 'POST');
const shown = PAGES.filter(({ method }) => method === 'GET');

describe('who sees what: every page × guest, user, admin', () => {
  test('guests are sent to sign in', async () => {
    for (const { method, path, access } of PAGES) {
      if (access === 'anyone') continue;
      const browser = world.browser();
      const answer =
        method === 'GET' ? await browser.get(addressOf(path)) : await browser.post(addressOf(path));
      assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in'], path);
    }
  });

  test('users do not find what is for admins', async () => {
    const browser = await world.signedIn(person);
    for (const { method, path, access } of PAGES) {
      if (access !== 'admin') continue;
      const address = addressOf(path);
      const answer = method === 'GET' ? await browser.get(address) : await browser.post(address);
      assert.equal(answer.statusCode, 404, `${method} ${path}`);
    }
  });

  test('admins see every page of their own', async () => {
    const browser = await world.signedIn(admin);
    // The sheet to print is for those who have an address.
    await browser.post('/address', { address_name: 'with-a-sheet' });
    for (const { path, access } of shown) {
      // They need a passkey, or an app.
      if (/\/(passkeys\/:id|:spender)/.test(path)) continue;
      if (access === 'anyone') continue;
      const answer = await browser.get(addressOf(path));
      assert.equal(answer.statusCode, 200, path);
    }
  });

  test('the pages that anybody sees are these', () => {
    const open = new Set(PAGES.filter(({ access }) => access === 'anyone').map(({ path }) => path));
    assert.deepEqual([...open].toSorted(), [
      '/confirm-email',
      '/forgot-password',
      '/invitation',
      '/reset-password',
      '/set-up',
      '/sign-in',
      '/sign-in/browser',
      '/sign-in/link',
      '/sign-in/passkey',
      '/sign-in/second-factor',
      '/sign-out',
      '/sign-up',
      '/sign-up/confirm',
    ]);
  });
});

describe('H9 forms are taken from the pages that we gave to this browser', () => {
  const refusedToken = async (path: string, token: string | null, isUser: boolean) => {
    const browser = isUser ? await world.signedIn(admin) : world.browser();
    await browser.get('/sign-in');
    const fields = token === null ? {} : { csrf_token: token };
    return browser.postPlain(addressOf(path), fields);
  };

  test('without a token, with a wrong one, and with that of another browser', async () => {
    const other = readFormToken(await (await world.signedIn(admin)).get('/security/password'));
    const guests = readFormToken(await world.browser().get('/sign-in'));
    for (const { path, access } of forms) {
      for (const token of [null, '', 'x', 'A'.repeat(86), other, guests]) {
        const answer = await refusedToken(path, token, access !== 'anyone');
        assert.equal(answer.statusCode, 403, `${path} with ${token}`);
      }
    }
  });

  test('login CSRF: a guest’s form needs the token of his own cookie', async () => {
    const { email, password } = person;
    const attacker = readFormToken(await world.browser().get('/sign-in'));
    const victim = world.browser();
    await victim.get('/sign-in');
    const answer = await victim.postPlain('/sign-in', { csrf_token: attacker, email, password });
    assert.equal(answer.statusCode, 403);
    const fresh = world.browser();
    const without = await fresh.postPlain('/sign-in', { csrf_token: attacker, email, password });
    assert.equal(without.statusCode, 403, 'a browser without a cookie has no token at all');
  });

  test('who keeps no cookies is told that they are needed, and others are not', async () => {
    const { email, password } = person;
    const token = readFormToken(await world.browser().get('/sign-in'));
    const fields = { csrf_token: token, email, password };
    for (const path of ['/sign-in', '/forgot-password', '/sign-out']) {
      const answer = await world.browser().postPlain(path, fields);
      assert.equal(answer.statusCode, 403);
      assert.match(readText(answer), /allow cookies for this site/);
    }
    const spanish = world.browser();
    spanish.speak('es');
    assert.match(readText(await spanish.postPlain('/sign-in', fields)), /permite las cookies/);
    const other = world.browser();
    await other.get('/sign-in');
    assert.doesNotMatch(readText(await other.postPlain('/sign-in', fields)), /cookie/);
    // A session that has ended is no missing cookie.
    const ended = await world.signedIn(person);
    const stolen = ended.copy();
    await ended.post('/sign-out');
    assert.doesNotMatch(readText(await stolen.postPlain('/sign-in', fields)), /cookie/);
  });

  test('a token of before signing in is worth nothing after it', async () => {
    const browser = world.browser();
    const before = readFormToken(await browser.get('/sign-in'));
    const { email, password } = person;
    await browser.postPlain('/sign-in', { csrf_token: before, email, password });
    const answer = await browser.postPlain('/sign-out', { csrf_token: before });
    assert.equal(answer.statusCode, 403);
    assert.equal((await browser.get('/profile')).statusCode, 200);
  });

  test('each form has another token, and all are good', async () => {
    const browser = await world.signedIn(person);
    const tokens = [
      readFormToken(await browser.get('/profile')),
      readFormToken(await browser.get('/profile')),
    ];
    assert.notEqual(tokens[0], tokens[1]);
    for (const csrf_token of tokens) {
      const answer = await browser.postPlain('/profile', { csrf_token, name: 'Ada' });
      assert.equal(answer.statusCode, 303);
    }
  });

  test('what is asked for by GET changes nothing', async () => {
    const browser = await world.signedIn(admin);
    const passwords = async () => world.accounts.credentials.readCredentials(person.user.id);
    const before = await passwords();
    for (const { path } of forms) {
      const answer = await browser.get(`${addressOf(path)}?name=Eve&new_password=12345678`);
      assert([200, 303, 404, 405, 410].includes(answer.statusCode), `${path}`);
    }
    assert.deepEqual(await passwords(), before);
    assert.equal((await browser.get('/profile')).statusCode, 200, 'not even signing out');
  });
});

describe('I5 bodies and headers that no form of ours has', () => {
  const send = (payload: string, headers = {}) =>
    world.app.inject({
      method: 'POST',
      url: '/sign-in',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });

  test('are refused before anybody is asked', async () => {
    world.takeStatements();
    const large = await send(`email=${'x'.repeat(57_344)}`);
    assert.equal(large.statusCode, 413);
    const many = await send(Array.from({ length: 10_000 }, (_, i) => `a${i}=`).join('&'));
    assert(many.statusCode >= 400 && many.statusCode < 500);
    const names = await send(Array.from({ length: 10_000 }, () => 'email').join('&'));
    assert(names.statusCode >= 400 && names.statusCode < 500);
    const json = await send('{}', { 'content-type': 'application/json' });
    assert(json.statusCode >= 400 && json.statusCode < 500);
    const nul = await send('email=a%00b&password=x');
    assert(nul.statusCode >= 400 && nul.statusCode < 500);
    assert.deepEqual(world.takeStatements(), []);
  });

  test('8 KB of cookies are no session and no fault', async () => {
    const answer = await world.app.inject({
      url: '/profile',
      headers: { cookie: `__Host-satchel_session=${'x'.repeat(8192)}` },
    });
    assert.equal(answer.statusCode, 303);
    const many = Array.from({ length: 900 }, (_, i) => `c${i}=1`).join('; ');
    assert.equal(
      (await world.app.inject({ url: '/profile', headers: { cookie: many } })).statusCode,
      303,
    );
  });

  test('a browser that calls itself by a novel is noted by its first words', async () => {
    const browser = world.browser();
    const { email, password, user } = person;
    await browser.get('/sign-in', { 'user-agent': 'x'.repeat(5000) });
    await browser.post('/sign-in', { email, password });
    const list = await world.accounts.sessions.listSessions(user.id, world.clock.now());
    assert(list.every(({ device }) => device.length <= 200));
  });
});
