import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../../src/base/limits.ts';
import { addClient } from '../../../src/usecases/apps/add-client.ts';
import { type Person, startAccounts } from '../../support/account-world.ts';
import type { Browser } from '../../support/browser.ts';
import { authorizeUrl, openConsent, readCallback, startOauth } from '../../support/oauth-world.ts';
import { readLink, readText } from '../../support/page-visitor.ts';
import { createTestKind } from '../../support/test-connection-kind.ts';

const connectionKinds = [createTestKind('nwc')];
const world = await startAccounts({ after }, { server: { connectionKinds } });

const NEW_TOKEN = '/developer/tokens/new';
const LIMITED = { limit: 'some', amount: '5000', interval: 'month', end: 'never' };
const SPENDING = {
  name: 'till & shop',
  scope: ['balance:read', 'payments:send'],
  token_end: '90',
  ...LIMITED,
};

const tokensOf = async ({ user }: Person) => world.deps.tokens.listPersonalTokens(user.id);

/** A browser that its user left open. */
async function leftOpen(): Promise<{ readonly person: Person; readonly browser: Browser }> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  world.clock.move(CONFIRMATION_MS);
  return { person, browser };
}

/** Whoever sits there is asked who they are, and comes back to the form as it was. */
async function confirm(browser: Browser, person: Person): Promise<string> {
  const answer = await browser.post('/confirm', { password: person.password });
  assert.equal(answer.statusCode, 303);
  return answer.headers.location ?? '';
}

describe('connections that can spend', () => {
  const NEW = '/apps/new';
  const WISH = {
    name: 'till & shop',
    kind: 'nwc',
    preset: 'pay',
    connection_end: '90',
    ...LIMITED,
  };
  const appsOf = ({ user }: Person) => world.deps.appGrants.listAppGrants(user.id);

  test('ask who sits there, and the form comes back as it was', async () => {
    const { person, browser } = await leftOpen();
    const asked = await browser.post(NEW, WISH);
    assert.equal(asked.headers.location, '/confirm');
    assert.deepEqual(await appsOf(person), []);
    const form = await browser.get(await confirm(browser, person));
    for (const kept of [
      /name="name" type="text" value="till &#38; shop"/,
      /value="pay" checked/,
      /name="amount" type="text" value="5000"/,
      /value="90" selected/,
    ]) {
      assert.match(form.body.replaceAll(/\s+/g, ' '), kept);
    }
    assert.match((await browser.post(NEW, WISH)).body, /nwc:\/\//);

    const [app] = await appsOf(person);
    const devices = `/apps/${app?.id}/devices/new`;
    assert.match((await browser.post(devices, { name: 'tablet' })).body, /nwc:\/\//);
    world.clock.move(CONFIRMATION_MS);
    const later = await browser.post(devices, { name: 'phone' });
    assert.equal(later.headers.location, '/confirm');
    assert.equal(await confirm(browser, person), devices);
  });

  test('one that cannot spend asks nothing more, and neither do its devices', async () => {
    const { person, browser } = await leftOpen();
    assert.match((await browser.post(NEW, { ...WISH, preset: 'receive' })).body, /nwc:\/\//);
    const [app] = await appsOf(person);
    const devices = `/apps/${app?.id}/devices/new`;
    assert.match((await browser.post(devices, { name: 'tablet' })).body, /nwc:\/\//);
  });
});

describe('tokens that can spend', () => {
  test('ask who sits there, and the form comes back as it was', async () => {
    const { person, browser } = await leftOpen();
    const asked = await browser.post(NEW_TOKEN, SPENDING);
    assert.equal(asked.headers.location, '/confirm');
    assert.deepEqual(await tokensOf(person), []);
    const form = await browser.get(await confirm(browser, person));
    assert.equal(form.statusCode, 200);
    for (const kept of [
      /name="name" type="text" value="till &#38; shop"/,
      /value="payments:send" checked/,
      /name="amount" type="text" value="5000"/,
      /Thank you\. Check the form and send it again\./,
      /value="90" selected/,
    ]) {
      assert.match(form.body.replaceAll(/\s+/g, ' '), kept);
    }
    const made = await browser.post(NEW_TOKEN, SPENDING);
    assert.match(made.body, /sat_pat_/);
    assert.equal((await tokensOf(person)).length, 1);
  });

  test('one that cannot spend asks nothing more', async () => {
    const { browser } = await leftOpen();
    const made = await browser.post(NEW_TOKEN, { ...SPENDING, scope: ['balance:read'] });
    assert.match(made.body, /sat_pat_/);
  });

  test('a form that others filled in is not shown', async () => {
    const { person, browser } = await leftOpen();
    await browser.post(NEW_TOKEN, SPENDING);
    const kept = await confirm(browser, person);
    const other = await world.signedIn(await world.addPerson());
    const changed = kept.replace('limit=some', 'limit=none');
    for (const [reader, path] of [
      [other, kept],
      [browser, changed],
      [browser, `${NEW_TOKEN}?name=theirs&scope=payments%3Asend&limit=none`],
    ] as const) {
      const page = await reader.get(path);
      assert.doesNotMatch(page.body, /value="payments:send"\s+checked/);
      assert.doesNotMatch(page.body, /till|theirs/);
    }
  });
});

describe('a limit', () => {
  test('is lowered at once; to raise or remove it asks who sits there', async () => {
    const { person, browser } = await leftOpen();
    await browser.post(NEW_TOKEN, SPENDING);
    await confirm(browser, person);
    await browser.post(NEW_TOKEN, SPENDING);
    world.clock.move(CONFIRMATION_MS);
    const path = readLink(await browser.get('/developer/tokens'), 'Change limit');
    const limitNow = async () => {
      const [token] = await tokensOf(person);
      const id = token?.id ?? '';
      const budgets = await world.deps.budgets.readBudgets(person.user.id, [id], world.clock.now());
      return budgets.get(id)?.limitSat ?? null;
    };
    const lower = await browser.post(path, { ...LIMITED, amount: '3000' });
    assert.equal(lower.headers.location, '/developer/tokens');
    assert.equal(await limitNow(), 3000n);
    for (const wish of [
      { limit: 'none' },
      { ...LIMITED, amount: '3001' },
      { ...LIMITED, amount: '3000', interval: 'day' },
    ]) {
      assert.equal((await browser.post(path, wish)).headers.location, '/confirm');
    }
    assert.equal(await limitNow(), 3000n);
    await browser.post(path, { ...LIMITED, amount: '4000' });
    const form = await browser.get(await confirm(browser, person));
    assert.match(form.body, /name="amount" type="text" value="4000"/);
    await browser.post(path, { ...LIMITED, amount: '4000' });
    assert.equal(await limitNow(), 4000n);
    await browser.post(path, { limit: 'none' });
    assert.equal(await limitNow(), null);
  });
});

describe('the secret of an app', () => {
  test('is replaced by who has shown that they are its owner', async () => {
    const { person, browser } = await leftOpen();
    const added = await addClient(world.deps, {
      ownerUserId: person.user.id,
      name: 'Shop',
      url: 'https://shop.example',
      callback: 'https://shop.example/callback',
      isPublic: false,
      s256Only: false,
      sendsIssuer: true,
    });
    assert(added.ok);
    const { id, secretHash } = added.value.client;
    const path = `/developer/clients/${id}/secret`;
    assert.equal((await browser.get(path)).headers.location, '/confirm');
    assert.equal((await browser.post(path)).headers.location, '/confirm');
    assert.deepEqual((await world.deps.clients.findClient(id))?.secretHash, secretHash);
    assert.equal(await confirm(browser, person), path);
    assert.match(readText(await browser.get(path)), /Replace the secret of “Shop”/);
  });
});

describe('a consent', () => {
  const SPEND = { scope: 'payments:send' };

  test('to what is proposed takes a click; to more, and to no limit, who sits there', async (t) => {
    const oauth = await startOauth(t);
    const app = await oauth.addApp();
    const { browser } = await oauth.addPerson();
    oauth.clock.move(CONFIRMATION_MS);
    const ask = async () => {
      const asked = await browser.get(authorizeUrl(app, SPEND));
      return await openConsent(browser, asked.headers.location);
    };
    const proposed = { limit: 'some', amount: '1,000', interval: 'month', end: '365' };
    const more = [
      { limit: 'none' },
      { ...proposed, amount: '1001' },
      { ...proposed, interval: 'week' },
      { ...proposed, end: 'never' },
    ];
    for (const wish of more) assert.equal(await (await ask()).answer('allow', wish), '/confirm');
    const consent = await ask();
    const { code } = await readCallback(browser, await consent.answer('allow', proposed));
    assert.notEqual(code, '');
  });

  test('… who comes back to the same request, and the app gets its code', async (t) => {
    const oauth = await startOauth(t);
    const app = await oauth.addApp();
    const person = await oauth.addPerson();
    oauth.clock.move(CONFIRMATION_MS);
    const asked = await person.browser.get(authorizeUrl(app, SPEND));
    const consent = await openConsent(person.browser, asked.headers.location);
    assert.equal(await consent.answer('allow', { limit: 'none' }), '/confirm');
    const page = await person.browser.get('/confirm');
    const [, csrf = ''] = /name="csrf_token" value="([^"]*)"/.exec(page.body) ?? [];
    const fields = { csrf_token: csrf, password: 'correct horse battery' };
    const back = await person.browser.post('/confirm', fields);
    const again = back.headers.location ?? '';
    assert.equal(again.split('?')[0], consent.path);
    assert.match((await person.browser.get(again)).body, /value="none"\s+checked/);
    const next = await openConsent(person.browser, again);
    const done = await next.answer('allow', { limit: 'none' });
    assert.notEqual((await readCallback(person.browser, done)).code, '');
  });
});
