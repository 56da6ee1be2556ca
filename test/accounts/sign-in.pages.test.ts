import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createArgon2Hasher } from '../../src/accounts/libraries/argon2.ts';
import { createPasswordQueue } from '../../src/accounts/password-queue.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { startAccounts } from '../support/account-world.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { readText } from '../support/page-visitor.ts';
import { CHEAP } from '../support/test-accounts.ts';

const world = await startAccounts({ after });
const SESSION = '__Host-satchel_session';
const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/profile')).statusCode === 200;

/** Without what was typed and what is new each time. */
const withoutMarks = (answer: Answer, email: string): string =>
  answer.body.replaceAll(email, '').replaceAll(/name="csrf_token" value="[^"]*"/g, '');

test('a person signs in with address and password, and sees his pages', async () => {
  const { email, password } = await world.addPerson();
  const browser = world.browser();
  assert.equal(await isSignedIn(browser), false);
  const wanted = await browser.get('/profile');
  assert.equal(wanted.headers.location, '/sign-in');
  const answer = await browser.post('/sign-in', { email: ` ${email.toUpperCase()} `, password });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/profile']);
  assert.equal(await isSignedIn(browser), true);
  assert.equal((await browser.get('/sign-in')).headers.location, '/');
});

test('H1 an unknown address and a wrong password: same status, body and headers', async () => {
  const { email } = await world.addPerson();
  const unknown = 'nobody-at-all@example.com';
  const wrong = await world.browser().post('/sign-in', { email, password: 'not the password' });
  const nobody = await world
    .browser()
    .post('/sign-in', { email: unknown, password: 'not the password' });
  assert.equal(wrong.statusCode, 400);
  assert.equal(nobody.statusCode, wrong.statusCode);
  assert.equal(withoutMarks(nobody, unknown), withoutMarks(wrong, email));
  assert.deepEqual(Object.keys(nobody.headers), Object.keys(wrong.headers));
  assert.match(readText(wrong), /The e-mail address or the password is wrong\./);
});

test('H1 … and the same time: both cost one hash and the same statements', async (t) => {
  const verified: string[] = [];
  const hasher = createArgon2Hasher(systemRandom, CHEAP);
  const counting = {
    ...hasher,
    verify: (hash: string, password: string) => {
      verified.push(hash.split('$').slice(0, 4).join('$'));
      return hasher.verify(hash, password);
    },
  };
  const passwords = createPasswordQueue(counting, 2);
  const own = await startAccounts(t, { changes: { passwords } });
  const { email } = await own.addPerson();
  const attempt = async (address: string) => {
    const browser = own.browser();
    await browser.get('/sign-in');
    own.takeStatements();
    verified.length = 0;
    await browser.post('/sign-in', { email: address, password: 'not the password' });
    return { statements: own.takeStatements(), verified: [...verified] };
  };
  await attempt('first@example.com');
  const known = await attempt(email);
  assert.deepEqual(await attempt('nobody@example.com'), known);
  assert.deepEqual(await attempt('not an address'), {
    ...known,
    // An impossible address is not looked up; it takes no guess to know that no one has it.
    statements: known.statements.filter((text) => !text.includes('u.email =')),
  });
  assert.deepEqual(known.verified, ['$argon2id$v=19$m=64,t=1,p=1']);
});

test('H3 signing in changes the session, and the old one is dead', async () => {
  const { email, password } = await world.addPerson();
  const browser = world.browser();
  await browser.get('/profile');
  const planted = browser.copy();
  const before = browser.cookie(SESSION);
  assert(before !== null, 'a guest has one as soon as there is something to remember');
  await browser.post('/sign-in', { email, password });
  assert.notEqual(browser.cookie(SESSION), before);
  assert.equal(await isSignedIn(browser), true);
  assert.equal(await isSignedIn(planted), false, 'whoever planted the old one has nothing');
  const second = browser.cookie(SESSION);
  await browser.post('/sign-in', { email, password });
  assert.notEqual(browser.cookie(SESSION), second, 'also of who was signed in');
});

test('the session’s secret is stored as a hash, and in no log', async () => {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const secret = browser.cookie(SESSION) ?? '';
  const found = await world.accounts.sessions.findSession(hashToken(secret), world.clock.now());
  assert(found !== null && found !== 'over');
  const writable = (_: string, value: unknown): unknown =>
    typeof value === 'bigint' ? String(value) : value;
  assert(!JSON.stringify(found, writable).includes(secret));
  assert(!world.logged().includes(secret));
  assert(!world.logged().includes(person.password));
});

test('who is switched off is told so only with the right password', async () => {
  const { email, password, user } = await world.addPerson();
  await world.accounts.users.updateUser(user.id, { disabledAt: world.clock.now() });
  const wrong = await world.browser().post('/sign-in', { email, password: 'wrong password' });
  assert.match(readText(wrong), /the password is wrong/);
  const right = await world.browser().post('/sign-in', { email, password });
  assert.equal(right.statusCode, 400);
  assert.match(readText(right), /is switched off/);
});

test('E9 nothing that a browser sends decides where it goes after signing in', async () => {
  const person = await world.addPerson();
  const { email, password } = person;
  for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', '%2F%2Fevil']) {
    const browser = world.browser();
    const target = `/sign-in?returnTo=${encodeURIComponent(evil)}&next=${evil}`;
    await browser.get(target);
    const fields = { email, password, returnTo: evil, return_to: evil, next: evil };
    const answer = await browser.post('/sign-in', fields);
    assert.equal(answer.headers.location, '/', evil);
  }
  const browser = world.browser();
  await browser.get('/profile?next=//evil.example');
  const answer = await browser.post('/sign-in', { email, password });
  assert.equal(answer.headers.location, '/profile?next=//evil.example');
});

test('H11 a hash of less cost is replaced at the next sign-in, and the session lives', async (t) => {
  const passwords = createPasswordQueue(createArgon2Hasher(systemRandom), 1);
  const own = await startAccounts(t, { changes: { passwords } });
  const { user, email, password } = await own.addPerson();
  const weak = await createArgon2Hasher(systemRandom, CHEAP).hash(password);
  await own.accounts.users.updateUser(user.id, { passwordHash: weak });
  const browser = own.browser();
  await browser.post('/sign-in', { email, password });
  const stored = await own.accounts.credentials.readCredentials(user.id);
  assert.match(stored?.passwordHash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await isSignedIn(browser), true);
  const again = await own.browser().post('/sign-in', { email, password });
  assert.equal(again.statusCode, 303, 'the new hash is of the same password');
  const after = await own.accounts.credentials.readCredentials(user.id);
  assert.equal(after?.passwordHash, stored?.passwordHash, 'and is not made anew each time');
});

test('H11 4 KB of password are refused as any wrong one, and not hashed', async () => {
  const { email } = await world.addPerson();
  const answer = await world.browser().post('/sign-in', { email, password: 'x'.repeat(4096) });
  assert.equal(answer.statusCode, 400);
  assert.match(readText(answer), /the password is wrong/);
});

test('H11 a password is the same however the keyboard composes it', async () => {
  const { user, email } = await world.addPerson();
  const hashed = await world.accounts.passwords.hash('caf\u00e9-cr\u00e8me'.normalize('NFC'), {
    network: '192.0.2.1',
    knownUserId: null,
  });
  assert(hashed.ok);
  await world.accounts.users.updateUser(user.id, { passwordHash: hashed.value });
  const decomposed = 'cafe\u0301-cre\u0300me';
  const answer = await world.browser().post('/sign-in', { email, password: decomposed });
  assert.equal(answer.statusCode, 303);
});

test('a hash that is none fits no password', async () => {
  const { user, email } = await world.addPerson();
  await world.accounts.users.updateUser(user.id, { passwordHash: 'not a hash' });
  const answer = await world.browser().post('/sign-in', { email, password: 'not a hash' });
  assert.equal(answer.statusCode, 400);
});
