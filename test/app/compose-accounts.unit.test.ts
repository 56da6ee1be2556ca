import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { composeMail } from '../../src/app/compose/compose-mail.ts';
import { composePages } from '../../src/app/compose/compose-pages.ts';
import { createNotifier } from '../../src/base/notifier.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { NO_PAY_FLOW } from '../support/lnurl/test-pay-flow.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { createTestPush } from '../support/push/test-push.ts';
import { serviceKeysOf } from '../support/service-keys.ts';
import { createTestActions } from '../support/test-actions.ts';
import { createTestOperator } from '../support/test-operator.ts';
import { createTestOperatorStores } from '../support/test-operator-stores.ts';
import { createTestServiceStatus } from '../support/test-service-status.ts';
import { createTestStores } from '../support/test-stores.ts';

async function compose(
  t: { after(fn: () => Promise<void>): void },
  environment: Readonly<Record<string, string>>,
) {
  const { database } = await testDatabase(t);
  const context = {
    config: readConfig(environment),
    clock: createMovableClock(),
    random: systemRandom,
    log: createListeningLog(),
  };
  const stores = createTestStores(database);
  const serviceKeys = serviceKeysOf(new Uint8Array(32));
  const authUrl = () => 'https://wallet.example';
  const accounts = createAccounts({
    context,
    stores: stores.accountStores,
    serviceKeys,
    authUrl,
    outbox: composeMail({ ...stores, context, database, readServiceKeys: async () => serviceKeys })
      .outbox,
  });
  return {
    accounts,
    pages: composePages({
      context,
      database,
      stores,
      accounts,
      operator: createTestOperator(),
      operatorStores: createTestOperatorStores(database),
      actions: createTestActions({ ...context, database }),
      serviceStatus: createTestServiceStatus(),
      liveNotifier: createNotifier(),
      payFlow: NO_PAY_FLOW,
      push: createTestPush(database, context),
    }),
  };
}

const RATE = { burst: 1, everyMs: 60_000 };

test('SATCHEL_RATE_LIMIT=off switches off the limits of sign-in too', async (t) => {
  for (const [limit, isCounted] of [
    ['off', false],
    ['on', true],
  ] as const) {
    const { accounts, pages } = await compose(t, { SATCHEL_RATE_LIMIT: limit });
    const key = systemRandom.bytes(32);
    const take = () => accounts.attempts.takeAttempts([{ key, rate: RATE }], accounts.clock.now());
    assert.equal(await take(), null);
    assert.equal((await take()) !== null, isCounted, limit);
    assert.equal(pages.accounts.addressRates !== null, isCounted, limit);
  }
});

test('keys are derived from the secret key, each for its purpose', async (t) => {
  const { accounts } = await compose(t, {});
  const { authenticator, knownBrowser } = accounts.keys;
  assert.notDeepEqual(authenticator, knownBrowser);
  assert.notDeepEqual(authenticator, new Uint8Array(32));
});

test('mail goes out where a mail server is set', async (t) => {
  assert.equal((await compose(t, {})).accounts.outbox, null);
  const { accounts } = await compose(t, { SATCHEL_SMTP_URL: 'smtp://127.0.0.1:2525' });
  assert.notEqual(accounts.outbox, null);
});

test('pages have a host of their own where the operator gave them another one', async (t) => {
  const hostWith = async (environment: Readonly<Record<string, string>>) =>
    (await compose(t, environment)).pages.pagesHost;
  const api = { SATCHEL_BASE_URL: 'https://api.example' };
  assert.equal(await hostWith({}), null);
  assert.equal(await hostWith(api), null);
  assert.equal(await hostWith({ ...api, SATCHEL_AUTH_URL: 'https://api.example' }), null);
  const apart = { ...api, SATCHEL_AUTH_URL: 'https://pages.example:8443' };
  const pages = await hostWith(apart);
  assert(pages !== null);
  for (const host of ['pages.example:8443', 'Pages.Example:8443', 'pages.example']) {
    assert(pages.test(host), host);
  }
  for (const host of ['api.example', 'xpages.example', 'pagesxexample', 'pages.example.org', '']) {
    assert(!pages.test(host), host);
  }
  const ports = { ...api, SATCHEL_AUTH_URL: 'https://api.example:8443' };
  assert.equal((await hostWith(ports))?.test('api.example'), false, 'told apart by the port');
});
