import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ADDRESS_AUTHORIZATION_REQUESTS, ADDRESS_RATES } from '../../src/accounts/limits.ts';
import {
  MAX_OAUTH_PARAMETER_LENGTH,
  MAX_OAUTH_QUERY_LENGTH,
  MAX_OAUTH_STATE_LENGTH,
} from '../../src/apps/limits.ts';
import { REQUEST_TTL_SEC, UNSEEN_REQUEST_TTL_SEC } from '../../src/apps/oauth-token.ts';
import { createNetworkRates } from '../../src/web/rate-limits/network-rates.ts';
import { composeTestPages } from '../support/compose-pages.ts';
import { en } from '../support/english-texts.ts';
import {
  authorizeUrl,
  openConsent,
  readCallback,
  signIn,
  startOauth,
} from '../support/oauth-world.ts';
import { createTestAccounts } from '../support/test-accounts.ts';

/** What anyone can make us keep by sending a browser to the authorization page. */

describe('authorization requests of one network', async () => {
  let ms = 0;
  const world = await startOauth({ after }, {}, ({ database, clock, log }, deps) => {
    const addressRates = createNetworkRates({ ...clock, monotonicMs: () => ms }, ADDRESS_RATES);
    const accounts = createTestAccounts({ database, clock, log, changes: { addressRates } });
    return { pages: composeTestPages({ after }, database, deps, { accounts, textsOf: () => en }) };
  });
  const app = await world.addApp();
  const ask = (remoteAddress: string) =>
    world.app.inject({ url: authorizeUrl(app), remoteAddress });
  const countKept = async (): Promise<number> =>
    Number(
      (
        await world.database().sql<{ n: bigint }[]>`
        select count(*) as n from authorization_request`
      )[0]?.n,
    );

  test('are kept as often as one network may ask, and no more', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < ADDRESS_AUTHORIZATION_REQUESTS.burst + 20; n += 1) {
      statuses.push((await ask('192.0.2.1')).statusCode);
    }
    const expected = statuses.map((_, n) => (n < ADDRESS_AUTHORIZATION_REQUESTS.burst ? 303 : 429));
    assert.deepEqual(statuses, expected);
    assert.equal(await countKept(), ADDRESS_AUTHORIZATION_REQUESTS.burst);
    assert((await ask('192.0.2.1')).headers['retry-after'] !== undefined);
    assert.equal((await ask('192.0.2.2')).statusCode, 303);
    ms += 1000 / ADDRESS_AUTHORIZATION_REQUESTS.perSec;
    assert.equal((await ask('192.0.2.1')).statusCode, 303);
  });
});

describe('an authorization request', async () => {
  const world = await startOauth({ after });
  const app = await world.addApp();
  const moveSec = (sec: number) => world.clock.move(sec * 1000);

  test('has bounded parameters: at the bound it is answered with its state as it came', async () => {
    const person = await world.addPerson();
    const state = 's'.repeat(MAX_OAUTH_STATE_LENGTH);
    const { answer } = await world.authorize(person, app, { state });
    assert.equal(answer.get('state'), state);
    for (const query of [
      { state: `${state}s` },
      { code_challenge: 'c'.repeat(MAX_OAUTH_PARAMETER_LENGTH + 1) },
      { prompt: `none${'x'.repeat(MAX_OAUTH_PARAMETER_LENGTH)} none` },
    ]) {
      const refused = await person.browser.get(authorizeUrl(app, query));
      assert.equal(refused.statusCode, 400);
      assert.equal(refused.headers.location, undefined);
      assert.match(refused.body, /the request is too long/);
    }
  });

  test('may have parameters that are not kept', async () => {
    const claims = 'x'.repeat(MAX_OAUTH_PARAMETER_LENGTH + 1);
    const asked = await world.browser().get(authorizeUrl(app, { claims }));
    assert.equal(asked.statusCode, 303);
  });

  test('… but the whole address has a bound', async () => {
    const claims = 'x'.repeat(MAX_OAUTH_QUERY_LENGTH - authorizeUrl(app, { claims: '' }).length);
    const asked = await world.browser().get(authorizeUrl(app, { claims }));
    assert.equal(asked.statusCode, 303);
    const refused = await world.browser().get(authorizeUrl(app, { claims: `${claims}x` }));
    assert.equal(refused.statusCode, 400);
    assert.match(refused.body, /the request is too long/);
  });

  test('that no one came to answer is soon over', async () => {
    const browser = world.browser();
    const asked = await browser.get(authorizeUrl(app));
    moveSec(UNSEEN_REQUEST_TTL_SEC);
    await signIn(world, browser, await world.addUser());
    const path = new URL(asked.headers.location ?? '', 'https://any.example').pathname;
    assert.equal((await browser.get(path)).statusCode, 400);
  });

  test('that someone signed in for has its whole time from then on', async () => {
    const browser = world.browser();
    const asked = await browser.get(authorizeUrl(app));
    moveSec(UNSEEN_REQUEST_TTL_SEC - 60);
    await signIn(world, browser, await world.addUser());
    const consent = await openConsent(browser, asked.headers.location);
    moveSec(REQUEST_TTL_SEC - 60);
    const { code } = await readCallback(browser, await consent.answer('allow'));
    assert.match(code, /^sat_ac_/);
  });
});
