import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CODE_ATTEMPTS, HALF_SESSION_MS } from '../../src/accounts/limits.ts';
import { type AccountWorld, type Person, startAccounts } from '../support/account-world.ts';
import { type AuthenticatorApp, readBackupCodes, setUpApp } from '../support/authenticator-app.ts';
import type { Answer, Browser } from '../support/browser.ts';
import { readLink, readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });
const SESSION = '__Host-satchel_session';
const STEP_MS = 30_000;
const PATH = '/sign-in/second-factor';

interface Protected {
  readonly person: Person;
  readonly app: AuthenticatorApp;
  /** Where the app was set up. */
  readonly home: Browser;
}

async function protect(own: AccountWorld = world): Promise<Protected> {
  const person = await own.addPerson();
  const home = await own.signedIn(person);
  const app = await setUpApp(home, own.clock.now());
  // The code of the set-up is used up.
  own.clock.move(2 * STEP_MS);
  return { person, app, home };
}

async function halfIn({ email, password }: Person, own: AccountWorld = world): Promise<Browser> {
  const browser = own.browser();
  const answer = await browser.post('/sign-in', { email, password });
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, PATH]);
  return browser;
}

const enter = (browser: Browser, code: string): Promise<Answer> => browser.post(PATH, { code });
const wrongCode = (app: AuthenticatorApp): string =>
  String((Number(app.codeAt(world.clock.now())) + 1) % 1_000_000).padStart(6, '0');

test('after the password comes a code of the app', async () => {
  const { person, app } = await protect();
  const browser = world.browser();
  await browser.get('/security');
  const { email, password } = person;
  await browser.post('/sign-in', { email, password });
  const answer = await enter(browser, app.codeAt(world.clock.now()));
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/security']);
  assert.match(readText(await browser.get('/security')), /Authenticator app In use/);
});

test('H3 the second factor changes the session, and the half one is dead', async () => {
  const { person, app } = await protect();
  const browser = await halfIn(person);
  const half = browser.copy();
  await enter(browser, app.codeAt(world.clock.now()));
  assert.notEqual(browser.cookie(SESSION), half.cookie(SESSION));
  assert.equal((await browser.get('/profile')).statusCode, 200);
  assert.equal((await half.get('/profile')).headers.location, '/sign-in');
  world.clock.move(STEP_MS);
  const answer = await enter(half, app.codeAt(world.clock.now()));
  assert.equal(answer.headers.location, '/sign-in', 'nor does it get a second life');
});

test('H4 between the first and the second factor nothing is open', async () => {
  const { person } = await protect();
  const browser = await halfIn(person);
  for (const path of ['/profile', '/security', '/security/authenticator', '/confirm']) {
    const answer = await browser.get(path);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in'], path);
  }
  const home = await browser.get('/');
  assert.doesNotMatch(home.body, /sign-out/);
  const forms = { '/profile': { name: 'x' }, '/confirm': { password: person.password } };
  for (const [path, fields] of Object.entries(forms)) {
    assert.equal((await browser.post(path, fields)).headers.location, '/sign-in', path);
  }
  assert.equal((await world.accounts.users.findUser(person.user.id))?.name, null);
});

test('H4 the half way ends by itself', async () => {
  const { person, app } = await protect();
  const browser = await halfIn(person);
  world.clock.move(HALF_SESSION_MS);
  assert.equal((await browser.get(PATH)).headers.location, '/sign-in');
  const answer = await enter(browser, app.codeAt(world.clock.now()));
  assert.equal(answer.headers.location, '/sign-in');
});

test('H5 a code counts once', async () => {
  const { person, app } = await protect();
  const code = app.codeAt(world.clock.now());
  assert.equal((await enter(await halfIn(person), code)).statusCode, 303);
  const again = await enter(await halfIn(person), code);
  assert.equal(again.statusCode, 400);
  assert.match(readText(again), /code is wrong, or it was already used/);
  assert.match(again.body, /class="field wrong">\s*<label for="field-code"/);
});

test('H5 … also when it comes four times at once', async () => {
  const { person, app } = await protect();
  const browsers = await Promise.all([1, 2, 3, 4].map(() => halfIn(person)));
  const code = app.codeAt(world.clock.now());
  const answers = await Promise.all(browsers.map((browser) => enter(browser, code)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [303, 400, 400, 400]);
});

test('H5 the step before and the step after are taken, further ones are not', async () => {
  const { person, app } = await protect();
  const codeFrom = (steps: number) =>
    app.codeAt(new Date(world.clock.now().getTime() + steps * STEP_MS));
  for (const [steps, status] of [
    [-2, 400],
    [-1, 303],
    [2, 400],
    [1, 303],
    [0, 400],
  ] as const) {
    const answer = await enter(await halfIn(person), codeFrom(steps));
    assert.equal(answer.statusCode, status, `${steps} steps`);
  }
});

test('H5 five wrong codes, and not even the right one opens for a while', async () => {
  const { person, app } = await protect();
  for (let index = 0; index < CODE_ATTEMPTS.burst; index += 1) {
    assert.equal((await enter(await halfIn(person), wrongCode(app))).statusCode, 400);
  }
  const browser = await halfIn(person);
  const refused = await enter(browser, app.codeAt(world.clock.now()));
  assert.equal(refused.statusCode, 429);
  assert(Number(refused.headers['retry-after']) > 500);
  world.clock.move(CODE_ATTEMPTS.everyMs);
  const later = await halfIn(person);
  assert.equal((await enter(later, app.codeAt(world.clock.now()))).statusCode, 303);
});

test('H5 what is no code is none: letters, spaces, nothing, much', async () => {
  const { person, app } = await protect();
  const browser = await halfIn(person);
  for (const text of ['', 'abcdef', '12345', '1234567890', '１２３４５６']) {
    assert.equal((await enter(browser, text)).statusCode, 400, text);
    await world.accounts.attempts.pruneAttempts(new Date('2100-01-01'), 100);
  }
  const code = app.codeAt(world.clock.now());
  const spaced = ` ${code.slice(0, 3)} ${code.slice(3)} `;
  assert.equal((await enter(browser, spaced)).statusCode, 303, 'as apps show them');
});

test('H6 a backup code signs in once, and is stored as a hash', async () => {
  const { person, app, home } = await protect();
  assert.equal(app.backupCodes.length, 10);
  const [first = '', second = ''] = app.backupCodes;
  assert.equal((await enter(await halfIn(person), first)).statusCode, 303);
  assert.equal((await enter(await halfIn(person), first)).statusCode, 400);
  const typed = second.toUpperCase().replaceAll('-', ' ');
  assert.equal((await enter(await halfIn(person), typed)).statusCode, 303);
  assert.match(readText(await home.get('/security')), /You have 8 backup codes left/);
  assert(!world.logged().includes(first));
});

test('H6 one backup code that comes four times at once signs in once', async () => {
  const { person, app } = await protect();
  const browsers = await Promise.all([1, 2, 3, 4].map(() => halfIn(person)));
  const [code = ''] = app.backupCodes;
  const answers = await Promise.all(browsers.map((browser) => enter(browser, code)));
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [303, 400, 400, 400]);
});

test('H6 new backup codes end the old ones', async () => {
  const { person, app, home } = await protect();
  const shown = await home.post('/security/backup-codes');
  const renewed = readBackupCodes(shown.body);
  assert.equal(renewed.length, 10);
  const [old = ''] = app.backupCodes;
  const [fresh = ''] = renewed;
  assert.equal((await enter(await halfIn(person), old)).statusCode, 400);
  assert.equal((await enter(await halfIn(person), fresh)).statusCode, 303);
  assert.doesNotMatch((await home.get('/security')).body, new RegExp(fresh), 'shown once');
});

test('nobody is asked for codes before a first one was right', async () => {
  const person = await world.addPerson();
  const home = await world.signedIn(person);
  const first = await home.get('/security/authenticator');
  const again = await home.get('/security/authenticator');
  const secretOf = (page: Answer) => /secret=([A-Z2-7]+)/.exec(page.body)?.[1];
  assert.equal(secretOf(again), secretOf(first), 'a reload does not change the secret');
  for (const code of ['', '１２３４５６', 'abcdef', 'x'.repeat(5000)]) {
    assert.equal((await home.post('/security/authenticator', { code })).statusCode, 400, code);
  }
  const wrong = await home.post('/security/authenticator', { code: '000000' });
  assert.equal(wrong.statusCode, 400);
  assert.match(wrong.body, /class="field wrong">\s*<label for="field-code"/);
  assert.equal(secretOf(wrong), secretOf(first));
  await world.signedIn(person);
});

test('the secret of an app is sealed at rest, for its user alone', async () => {
  const { person } = await protect();
  const stored = await world.accounts.secondFactors.findAuthenticator(person.user.id);
  assert.equal(stored?.sealedSecret.length, 12 + 20 + 16);
  const other = await protect();
  // Someone who can write to the database moves their own secret to another's row.
  const moved = await world.accounts.secondFactors.findAuthenticator(other.person.user.id);
  assert(stored !== null && moved !== null);
  await world.accounts.secondFactors.removeAuthenticator(person.user.id);
  const { sealedSecret } = moved;
  const at = world.clock.now();
  await world.accounts.secondFactors.draftAuthenticator(person.user.id, sealedSecret, at);
  await world.accounts.secondFactors.confirmAuthenticator({
    userId: person.user.id,
    sealedSecret,
    step: 1n,
    at,
    codeHashes: [],
  });
  const answer = await enter(await halfIn(person), other.app.codeAt(world.clock.now()));
  assert.equal(answer.statusCode, 400);
  assert.match(world.logged(), /does not open with this secret key/);
});

test('without the app the password is enough again', async () => {
  const { person, home } = await protect();
  assert.equal((await home.get('/security/authenticator')).headers.location, '/security');
  const asked = await home.get('/security/authenticator/remove');
  assert.match(readText(asked), /Stop using the app\?/);
  const removed = await home.post('/security/authenticator/remove');
  assert.equal(removed.headers.location, '/security');
  await world.signedIn(person);
  const codes = await home.post('/security/backup-codes');
  assert.equal(codes.headers.location, '/security', 'and there are no codes to make');
});

test('who owes nothing is not asked for a code', async () => {
  assert.equal((await world.browser().get(PATH)).headers.location, '/sign-in');
  assert.equal((await enter(world.browser(), '123456')).headers.location, '/sign-in');
  const browser = await world.signedIn(await world.addPerson());
  assert.equal((await browser.get(PATH)).headers.location, '/sign-in');
  assert.equal((await enter(browser, '123456')).headers.location, '/sign-in');
});

test('a phone shows the keys for digits, and letters for a backup code; no passkey for who has none', async () => {
  const { person } = await protect();
  const browser = await halfIn(person);
  const page = await browser.get(PATH);
  assert.match(page.body, /name="code"[^>]* inputmode="numeric"/);
  assert.doesNotMatch(page.body, /Use a passkey/);
  const letters = await browser.get(readLink(page, 'Use a backup code'));
  assert.match(letters.body, /name="code"[^>]* inputmode="text"/);
  const refused = await browser.post(PATH, { by: 'backup-code', code: 'not one' });
  assert.match(refused.body, /name="code"[^>]* inputmode="text"/, 'the same field again');
});
