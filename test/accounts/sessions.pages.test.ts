import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  CONFIRMATION_MS,
  GUEST_SESSION_MS,
  SESSION_IDLE_MS,
  SESSION_MS,
  SESSION_NOTE_MS,
} from '../../src/accounts/limits.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import { type Browser, createBrowser, readFormToken } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const SESSION = '__Host-satchel_session';
const isIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/profile')).statusCode === 200;

test('H8 cookies are for this host, this protocol and no script', async () => {
  const person = await world.addPerson();
  const browser = world.browser();
  const { email, password } = person;
  const page = await browser.get('/sign-in');
  const csrf = readFormToken(page);
  const answer = await browser.postPlain('/sign-in', { csrf_token: csrf, email, password });
  const set = [page, answer].flatMap(({ headers }) => [headers['set-cookie'] ?? []].flat());
  assert.equal(set.length, 3, 'a guest’s, then that of a user and the mark of his browser');
  for (const cookie of set) {
    const [name = '', ...attributes] = cookie.split('; ');
    assert.match(name, /^__Host-satchel_(session|browser)=/);
    const names = attributes.map((attribute) => attribute.replace(/=\d+$/, ''));
    for (const needed of ['HttpOnly', 'Secure', 'SameSite=Lax', 'Path=/']) {
      assert(names.includes(needed), `${needed} in ${cookie}`);
    }
    assert(!/domain/i.test(cookie));
  }
  assert.match(set[1] ?? '', /Max-Age=2592000/);
  assert.doesNotMatch(set[0] ?? '', /Max-Age|Expires/);
});

test('H8 without TLS there is no Secure, and no name that demands it', async (t) => {
  const own = await startAccounts(t, { authUrl: 'http://127.0.0.1:3000' });
  const browser = await own.signedIn(await own.addPerson());
  assert.equal(browser.cookie(SESSION), null);
  assert.notEqual(browser.cookie('satchel_session_3000'), null);
  const page = await own.browser().get('/sign-in');
  const [cookie = ''] = [page.headers['set-cookie'] ?? []].flat();
  assert.match(cookie, /HttpOnly/);
  assert.doesNotMatch(cookie, /Secure/);
});

test('H8 two services on one host, on two ports, leave each other’s sessions alone', async (t) => {
  const jar = new Map<string, string>();
  for (const authUrl of ['http://home.example:3000', 'https://home.example:8443']) {
    const [one, other] = await Promise.all(
      [authUrl, `${authUrl.slice(0, -4)}4444`].map((url) => startAccounts(t, { authUrl: url })),
    );
    assert(one !== undefined && other !== undefined);
    const here = await signIn(one, jar);
    const there = await signIn(other, jar);
    for (const browser of [here, there]) assert.equal(await isIn(browser), true);
    await here.post('/sign-out');
    assert.equal(await isIn(here), false);
    assert.equal(await isIn(there), true);
  }
});

/** Browsers keep one jar of cookies for all ports of a host. */
async function signIn(service: AccountWorld, jar: Map<string, string>): Promise<Browser> {
  const browser = createBrowser(service.app, '192.0.2.1', jar);
  const { email, password } = await service.addPerson();
  assert.equal((await browser.post('/sign-in', { email, password })).statusCode, 303);
  return browser;
}

test('H10 signing out ends the session, not only the cookie', async () => {
  const browser = await world.signedIn(await world.addPerson());
  const stolen = browser.copy();
  assert.match(readText(await browser.get('/sign-out')), /Sign out\?/);
  const answer = await browser.post('/sign-out');
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/']);
  assert.match(readText(await browser.get('/')), /You are signed out\./);
  assert.equal(await isIn(browser), false);
  assert.equal(await isIn(stolen), false);
});

test('H10 one of many sessions is ended from another', async () => {
  const person = await world.addPerson();
  const [here, there] = [await world.signedIn(person), await world.signedIn(person)];
  const page = await here.get('/security');
  assert.match(readText(page), /Chrome on Linux 192\.0\.2\.1/);
  const [, path = ''] = /action="(\/security\/sessions\/[^"]*\/end)"/.exec(page.body) ?? [];
  const stranger = await world.signedIn(await world.addPerson());
  assert.equal((await stranger.post(path)).statusCode, 404);
  assert.equal(await isIn(there), true);
  assert.equal((await here.post(path)).headers.location, '/security');
  assert.equal(await isIn(there), false);
  assert.equal(await isIn(here), true);
  assert.equal((await here.post(path)).statusCode, 404);
});

test('H10 signing out everywhere else leaves one, under a new secret', async () => {
  const person = await world.addPerson();
  const [here, there] = [await world.signedIn(person), await world.signedIn(person)];
  const stolen = here.copy();
  assert.match(readText(await here.get('/security/sessions/end-others')), /everywhere else\?/);
  await here.post('/security/sessions/end-others');
  assert.equal(await isIn(here), true);
  assert.equal(await isIn(there), false);
  assert.equal(await isIn(stolen), false, 'a copy of this one too');
});

test('signing out everywhere else proves nothing: what is dangerous asks as before', async () => {
  const browser = await world.signedIn(await world.addPerson());
  world.clock.move(CONFIRMATION_MS);
  await browser.post('/security/sessions/end-others');
  assert.equal((await browser.get('/profile')).statusCode, 200);
  assert.match(
    String((await browser.get('/security/authenticator')).headers.location),
    /^\/confirm(\?|$)/,
  );
});

test('H3 H10 a new password ends all sessions, and renews the one that changed it', async () => {
  const person = await world.addPerson();
  const [here, there] = [await world.signedIn(person), await world.signedIn(person)];
  const stolen = here.copy();
  const fields = { password: person.password, new_password: 'another password' };
  const answer = await here.post('/security/password', fields);
  assert.equal(answer.headers.location, '/security');
  const said = readText(await here.get('/security'));
  assert.match(said, /connected with a code keep working, and so do personal tokens/);
  assert.notEqual(here.cookie(SESSION), stolen.cookie(SESSION));
  assert.deepEqual([await isIn(here), await isIn(there), await isIn(stolen)], [true, false, false]);
  const { email, password } = person;
  const old = await world.browser().post('/sign-in', { email, password });
  assert.equal(old.statusCode, 400);
  await world.signedIn({ ...person, password: 'another password' });
});

test('a password is changed by who knows it, to one that can be used', async () => {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const change = (password: string, next: string) =>
    browser.post('/security/password', { password, new_password: next });
  assert.match(readText(await change('not it', 'another password')), /This is not your password/);
  assert.match(readText(await change(person.password, 'short')), /8 to 256 characters/);
  await world.signedIn(person);
});

test('H10 of two who change a password at once, one does', async () => {
  const person = await world.addPerson();
  const browsers = await Promise.all([1, 2, 3].map(() => world.signedIn(person)));
  const answers = await Promise.all(
    browsers.map((browser, index) =>
      browser.post('/security/password', {
        password: person.password,
        new_password: `new password ${index}`,
      }),
    ),
  );
  const done = answers.filter(({ headers }) => headers.location === '/security');
  assert.equal(done.length, 1);
  const still = await Promise.all(browsers.map(isIn));
  assert.equal(still.filter((is) => is).length, 1);
});

test('H10 switching a user off ends his sessions at once, and for good', async () => {
  const { user, ...person } = await world.addPerson();
  const browser = await world.signedIn({ user, ...person });
  await world.accounts.users.updateUser(user.id, { disabledAt: world.clock.now() });
  assert.equal(await isIn(browser), false);
  await world.accounts.users.updateUser(user.id, { disabledAt: null });
  assert.equal(await isIn(browser), false);
});

test('a session ends when nobody uses it, and after its whole life', async () => {
  const person = await world.addPerson();
  const idle = await world.signedIn(person);
  const busy = await world.signedIn(person);
  // Use is not noted every time, so it may end a little early.
  const stepMs = SESSION_IDLE_MS - SESSION_NOTE_MS;
  world.clock.move(stepMs);
  assert.equal(await isIn(busy), true);
  world.clock.move(SESSION_NOTE_MS);
  assert.equal(await isIn(idle), false);
  for (let passedMs = SESSION_IDLE_MS; passedMs < SESSION_MS; passedMs += stepMs) {
    assert.equal(await isIn(busy), true);
    world.clock.move(stepMs);
  }
  assert.equal(await isIn(busy), false);
});

test('a page costs one statement for its session and one for the bell, and its use is noted seldom', async () => {
  const browser = await world.signedIn(await world.addPerson());
  world.takeStatements();
  await browser.get('/profile');
  const statements = world.takeStatements();
  assert.equal(statements.length, 2, statements.join('\n'));
  world.clock.move(SESSION_NOTE_MS);
  await browser.get('/profile');
  assert.equal(world.takeStatements().length, 3);
  await browser.get('/profile');
  assert.equal(world.takeStatements().length, 2);
});

test('I6 who only looks leaves nothing behind, and what guests leave is pruned', async () => {
  const browser = world.browser();
  world.takeStatements();
  await browser.get('/');
  await browser.get('/sign-in');
  await browser.get('/forgot-password');
  const written = world.takeStatements().filter((text) => /insert|update/.test(text));
  assert.deepEqual(written, []);
  await browser.get('/profile');
  const secret = browser.cookie(SESSION) ?? '';
  const find = () => world.accounts.sessions.findSession(hashToken(secret), world.clock.now());
  assert.notEqual(await find(), null);
  world.clock.move(GUEST_SESSION_MS);
  assert.equal(await find(), 'over');
  await world.accounts.sessions.pruneSessions(world.clock.now(), 1000);
  assert.equal(await find(), null);
});

test('a cookie that is none of ours is no session, and breaks nothing', async () => {
  for (const value of ['x', 'A'.repeat(43), 'A'.repeat(4000), '%00', '../..', "'; drop table"]) {
    const browser = world.browser();
    browser.setCookie(SESSION, value);
    assert.equal((await browser.get('/profile')).headers.location, '/sign-in', value);
  }
});

test('a session that ended while its page was open does not come back', async () => {
  const person = await world.addPerson();
  const [here, there] = [await world.signedIn(person), await world.signedIn(person)];
  const page = await here.get('/profile');
  const csrf = readFormToken(page);
  await there.post('/security/sessions/end-others');
  const late = await here.postPlain('/profile', { csrf_token: csrf, name: 'Late' });
  assert.equal(late.headers.location, '/sign-in');
  assert.equal((await world.accounts.users.findUser(person.user.id))?.name, null);
  assert.equal(
    (await world.accounts.sessions.listSessions(person.user.id, world.clock.now())).length,
    1,
  );
});
