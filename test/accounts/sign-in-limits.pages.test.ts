import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createArgon2Hasher } from '../../src/accounts/libraries/argon2.ts';
import {
  ACCOUNT_PASSWORD_ATTEMPTS,
  ADDRESS_GUESSES,
  ADDRESS_RATES,
  MAIL_ATTEMPTS,
  MAX_WAITING_PASSWORDS,
  PASSWORD_ATTEMPTS,
} from '../../src/accounts/limits.ts';
import { offerPasswordReset } from '../../src/accounts/offer-password-reset.ts';
import { createPasswordQueue } from '../../src/accounts/password-queue.ts';
import { THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { createNetworkRates } from '../../src/web/rate-limits/network-rates.ts';
import { type AccountWorld, startAccounts } from '../support/account-world.ts';
import type { Browser } from '../support/browser.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { readText } from '../support/page-visitor.ts';
import { isOver, pathIn, pathOf, useLink } from '../support/use-link.ts';

const world = await startAccounts({ after });
const { burst, everyMs } = PASSWORD_ATTEMPTS;

const guess = async (browser: Browser, email: string, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < times; index += 1) {
    statuses.push((await browser.post('/sign-in', { email, password: 'a guess' })).statusCode);
  }
  return statuses;
};

/** Wrong passwords from as many networks as it takes, until no new browser may try any more. */
async function lockOut(own: AccountWorld, email: string): Promise<void> {
  for (let count = 0; count < ACCOUNT_PASSWORD_ATTEMPTS.burst; count += 1) {
    const stranger = own.browser(`198.18.${count % 100}.1`);
    assert.deepEqual(await guess(stranger, email, 1), [400]);
  }
}

test('I1 one network has ten wrong passwords for an account, and keeps nobody else out', async () => {
  const { email, password } = await world.addPerson();
  const stranger = world.browser('203.0.113.7');
  assert.deepEqual(await guess(stranger, email, burst + 1), [...Array(burst).fill(400), 429]);
  const refused = await stranger.post('/sign-in', { email, password });
  assert.equal(refused.statusCode, 429, 'not even the right one');
  const retryAfterSec = Number(refused.headers['retry-after']);
  assert(retryAfterSec > 50 && retryAfterSec <= 60, String(retryAfterSec));
  assert.match(readText(refused), /Too many attempts .* try again in (5\d|60) seconds/);
  const owner = await world.browser('192.0.2.77').post('/sign-in', { email, password });
  assert.equal(owner.statusCode, 303, 'a new browser elsewhere');
  world.clock.move(everyMs);
  const later = await stranger.post('/sign-in', { email, password });
  assert.equal(later.statusCode, 303);
  assert.deepEqual(await guess(stranger, email, 2), [400, 400], 'success forgets');
});

test('I1 no text in place of an address uses up the attempts of another network', async () => {
  const { email, password } = await world.addPerson();
  for (let count = 0; count < burst; count += 1) {
    const stranger = world.browser(`198.51.${count}.9`);
    await guess(stranger, `${email} from 192.0.2.9`, 1);
    await guess(stranger, `from 192.0.2.9 for ${email}`, 1);
  }
  const owner = await world.browser('192.0.2.9').post('/sign-in', { email, password });
  assert.equal(owner.statusCode, 303);
});

test('I1 many networks together have fifty wrong passwords for an account', async () => {
  const { email, password } = await world.addPerson();
  await lockOut(world, email);
  const refused = await world.browser('203.0.113.9').post('/sign-in', { email, password });
  assert.equal(refused.statusCode, 429);
  assert.match(
    readText(refused),
    /Is this your account\? .* with a passkey, or in a browser where/,
  );
  world.clock.move(ACCOUNT_PASSWORD_ATTEMPTS.everyMs);
  const later = await world.browser('203.0.113.9').post('/sign-in', { email, password });
  assert.equal(later.statusCode, 303);
});

test('I1 a link by mail lets the owner in, however many networks guess on', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const { email, password } = await own.addPerson();
  const browser = own.browser('192.0.2.50');
  await lockOut(own, email);
  const refused = await browser.post('/sign-in', { email, password });
  assert.equal(refused.statusCode, 429);
  assert.match(readText(refused), /We can send you a link by e-mail\. Open it in this browser/);
  await browser.post('/sign-in/link', { email });
  await own.settled();
  const path = pathIn(own.mails[0]?.text);
  assert.equal((await useLink(browser, path, {})).headers.location, '/sign-in');
  assert.equal((await browser.get('/profile')).statusCode, 303, 'it signs nobody in');
  assert(isOver(await own.browser().get(path)), 'it works once');
  await guess(own.browser('198.51.100.200'), email, 1);
  assert.deepEqual(await guess(browser, email, burst - 1), Array(burst - 1).fill(400));
  assert.equal((await browser.post('/sign-in', { email, password })).statusCode, 303);
  assert.deepEqual(await guess(own.browser('198.51.100.201'), email, 1), [429], 'others wait on');
});

test('I1 … of which strangers get nothing, and the answer is the same for all', async (t) => {
  const own = await startAccounts(t, { hasMail: true });
  const person = await own.addPerson();
  const browser = own.browser('203.0.113.9');
  const known = await browser.post('/sign-in/link', { email: person.email });
  const unknown = await browser.post('/sign-in/link', { email: 'nobody-here@example.com' });
  assert.equal(known.statusCode, 200);
  assert.equal(known.body, unknown.body);
  for (let count = 0; count < MAIL_ATTEMPTS.burst; count += 1) {
    await browser.post('/sign-in/link', { email: person.email });
  }
  await own.settled();
  assert.equal(own.mails.length, MAIL_ATTEMPTS.burst, 'nobody is flooded');
  assert.deepEqual(
    own.mails.map(({ to }) => to),
    Array(MAIL_ATTEMPTS.burst).fill(person.email),
  );
  const home = await own.signedIn(person);
  await home.post('/security/password', { password: person.password, new_password: 'a new one' });
  assert(isOver(await browser.get(pathIn(own.mails[0]?.text))), 'it ends with the password');
});

test('I1 a reset by link opens its browser too', async (t) => {
  const own = await startAccounts(t);
  const { user, email } = await own.addPerson();
  await lockOut(own, email);
  const offered = await offerPasswordReset(own.accounts, {
    user,
    removesSecondFactor: false,
    by: THE_COMMAND_LINE,
  });
  const browser = own.browser('203.0.113.9');
  const fields = { new_password: 'chosen after that' };
  await useLink(browser, pathOf(offered.address), fields);
  const password = fields.new_password;
  assert.equal((await browser.post('/sign-in', { email, password })).statusCode, 303);
});

test('I1 an address that nobody has is counted as all others are', async () => {
  const statuses = await guess(world.browser(), 'nobody-here@example.com', burst + 1);
  assert.deepEqual(statuses, [...Array(burst).fill(400), 429]);
});

test('I1 many guesses at once are no more than one after the other', async () => {
  const { email } = await world.addPerson();
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      world.browser().post('/sign-in', { email, password: 'a guess' }),
    ),
  );
  assert.equal(answers.filter(({ statusCode }) => statusCode === 400).length, burst);
});

test('I1 a stranger who guesses locks nobody out of the browser that he knows', async () => {
  const person = await world.addPerson();
  const { email, password } = person;
  const own = await world.signedIn(person);
  await own.post('/sign-out');
  await lockOut(world, email);
  const stranger = world.browser('203.0.113.7');
  assert.equal((await stranger.post('/sign-in', { email, password })).statusCode, 429);
  assert.equal((await own.post('/sign-in', { email, password })).statusCode, 303);
  await own.post('/sign-out');
  const statuses = await guess(own, email, burst + 1);
  assert.deepEqual(statuses, [...Array(burst).fill(400), 429], 'guesses there are counted too');
});

test('I1 the mark of another’s browser, or a forged one, is none', async () => {
  const [ada, bob] = [await world.addPerson(), await world.addPerson()];
  const browser = await world.signedIn(bob);
  await browser.post('/sign-out');
  await lockOut(world, ada.email);
  assert.deepEqual(await guess(browser, ada.email, 1), [429]);
  browser.setCookie('__Host-satchel_browser', `${'A'.repeat(22)}.${'A'.repeat(43)}`);
  assert.deepEqual(await guess(browser, ada.email, 1), [429]);
});

test('I1 one address may try only so many accounts', async (t) => {
  const clock = createMovableClock();
  let ms = 0;
  const standing = { ...clock, monotonicMs: () => ms };
  const addressRates = createNetworkRates(standing, ADDRESS_RATES);
  const own = await startAccounts(t, { changes: { addressRates } });
  const from = (address: string, index: number) =>
    own.browser(address).post('/sign-in', { email: `a${index}@example.com`, password: 'a guess' });
  for (let index = 0; index < ADDRESS_GUESSES.burst; index += 1) {
    assert.equal((await from('192.0.2.1', index)).statusCode, 400);
  }
  const refused = await from('192.0.2.1', 999);
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '3');
  assert.equal((await from('192.0.2.2', 999)).statusCode, 400, 'others are not touched');
  for (let index = 0; index < ADDRESS_GUESSES.burst; index += 1) {
    assert.equal((await from(`2001:db8:0:1::${index.toString(16)}`, index)).statusCode, 400);
  }
  assert.equal((await from('2001:db8:0:1:ffff::1', 999)).statusCode, 429, 'one network of IPv6');
  assert.equal((await from('2001:db8:0:2::1', 999)).statusCode, 400);
  ms += 3000;
  assert.equal((await from('192.0.2.1', 999)).statusCode, 400);
  assert.equal((await from('192.0.2.1', 999)).statusCode, 429);
});

test('I1 what a stranger says of his address is believed from trusted proxies only', async (t) => {
  for (const trustedProxies of [[], ['192.0.2.0/24']]) {
    const clock = { ...createMovableClock(), monotonicMs: () => 0 };
    const addressRates = createNetworkRates(clock, ADDRESS_RATES);
    const options = { config: { trustedProxies }, changes: { addressRates } };
    const own = await startAccounts(t, options);
    const token = /name="csrf_token" value="([^"]*)"/;
    const statuses = new Set<number>();
    for (let index = 0; index <= ADDRESS_GUESSES.burst; index += 1) {
      const browser = own.browser();
      const csrf = token.exec((await browser.get('/sign-in')).body)?.[1] ?? '';
      const answer = await own.app.inject({
        method: 'POST',
        url: '/sign-in',
        remoteAddress: '192.0.2.1',
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': `198.51.100.${index}`,
          cookie: `__Host-satchel_session=${browser.cookie('__Host-satchel_session')}`,
        },
        payload: `csrf_token=${csrf}&email=b${index}@example.com&password=guess`,
      });
      statuses.add(answer.statusCode);
    }
    assert.equal(statuses.has(429), trustedProxies.length === 0, String(trustedProxies));
  }
});

test('I4 of 200 who sign in at once some are turned away, and nobody else waits', async (t) => {
  const passwords = createPasswordQueue(createArgon2Hasher(systemRandom), 1);
  const own = await startAccounts(t, { changes: { passwords } });
  const person = await own.addPerson();
  await own.signedIn(person);
  const browsers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const browser = own.browser();
      const page = await browser.get('/sign-in');
      const csrf = /name="csrf_token" value="([^"]*)"/.exec(page.body)?.[1] ?? '';
      return { browser, fields: { csrf_token: csrf, email: `p${index}@example.com` } };
    }),
  );
  const [threadBefore, allBefore] = [process.threadCpuUsage(), process.cpuUsage()];
  const answers = await Promise.all(
    browsers.map(({ browser, fields }) =>
      browser.postPlain('/sign-in', { ...fields, password: 'a wrong password' }),
    ),
  );
  const [thread, all] = [process.threadCpuUsage(threadBefore), process.cpuUsage(allBefore)];
  const busy = answers.filter(({ statusCode }) => statusCode === 503);
  const answered = answers.filter(({ statusCode }) => statusCode === 400);
  assert.equal(busy.length + answered.length, 200);
  assert(answered.length >= MAX_WAITING_PASSWORDS, `${answered.length} were served`);
  assert(busy.length > 0, 'the queue has an end');
  for (const answer of busy) assert.equal(answer.headers['retry-after'], '2');
  // Passwords are hashed on other threads: this one goes on answering.
  const [ownMs, allMs] = [thread, all].map(({ user, system }) => (user + system) / 1000);
  t.diagnostic(`${ownMs} ms of ${allMs} ms of work were the event loop's`);
  assert(ownMs !== undefined && allMs !== undefined && ownMs < allMs / 2);
  const { email, password } = person;
  assert.equal((await own.browser().post('/sign-in', { email, password })).statusCode, 303);
});
