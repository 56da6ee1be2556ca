import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADDRESS_GUESTS, ADDRESS_RATES } from '../../src/accounts/limits.ts';
import { createNetworkRates } from '../../src/web/rate-limits/network-rates.ts';
import { startAccounts } from '../support/account-world.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { readText } from '../support/page-visitor.ts';

const standing = { ...createMovableClock(), monotonicMs: () => 0 };

const addressRates = createNetworkRates(standing, ADDRESS_RATES);
const world = await startAccounts({ after }, { changes: { addressRates } });

test('I1 pages are asked for so often from one network, others are not touched', async (t) => {
  const own = await startAccounts(t, {
    config: {
      rateLimit: { isOn: true, requestsPerSec: 5, paymentsPerSec: 5, paymentsBurst: 5 },
    },
    server: { clock: standing },
  });
  for (let index = 0; index < 5; index += 1) {
    assert.equal((await own.browser('192.0.2.1').get('/sign-in')).statusCode, 200);
  }
  own.takeStatements();
  const refused = await own.browser('192.0.2.1').get('/profile');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '1');
  assert.match(readText(refused), /Too many requests/);
  assert.deepEqual(own.takeStatements(), []);
  assert.equal((await own.browser('192.0.2.2').get('/sign-in')).statusCode, 200);
});

test('I6 for one network only so many guests are remembered, and signing in goes on', async () => {
  const { email, password } = await world.addPerson();
  const guests = async (): Promise<number> => {
    const rows = await world.database.sql`select from session where user_id is null`;
    return rows.length;
  };
  const { burst } = ADDRESS_GUESTS;
  for (let index = 0; index < burst + 20; index += 1) {
    const answer = await world.browser('203.0.113.1').get('/profile');
    assert.equal(answer.headers.location, '/sign-in');
  }
  assert.equal(await guests(), burst);
  const passkey = await world.browser('203.0.113.1').get('/sign-in/passkey');
  assert.equal(passkey.statusCode, 429);
  const browser = world.browser('203.0.113.1');
  await browser.get('/profile');
  const answer = await browser.post('/sign-in', { email, password });
  assert.equal(answer.headers.location, '/', 'only the way back is lost');
  await world.browser('203.0.113.2').get('/profile');
  assert.equal(await guests(), burst + 1);
});

test('what cannot be remembered is no error in place of the page', async (t) => {
  const failing = () => Promise.reject(new Error('the database is away'));
  const sessions = { ...world.accounts.sessions, keepGuest: failing };
  const own = await startAccounts(t, { changes: { sessions } });
  const answer = await own.browser().get('/profile');
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in']);
  assert.match(own.logged(), /a session could not be kept/);
});

test('a database that is away is a page that says so, not a sign-out', async (t) => {
  const own = await startAccounts(t);
  const person = await own.addPerson();
  const browser = await own.signedIn(person);
  const before = browser.cookie('__Host-satchel_session');
  const { findSession } = own.accounts.sessions;
  Object.assign(own.accounts.sessions, { findSession: () => Promise.reject(new Error('away')) });
  const answer = await browser.get('/profile');
  assert.equal(answer.statusCode, 500);
  assert.match(readText(answer), /went wrong on our side/);
  Object.assign(own.accounts.sessions, { findSession });
  assert.equal(browser.cookie('__Host-satchel_session'), before);
  assert.equal((await browser.get('/profile')).statusCode, 200);
});
