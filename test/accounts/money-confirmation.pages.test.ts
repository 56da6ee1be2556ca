import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { addClient } from '../../src/apps/add-client.ts';
import { type Person, startAccounts } from '../support/account-world.ts';
import type { Answer, Browser } from '../support/browser.ts';
import {
  authorizeUrl,
  openConsent,
  PASSWORD,
  readCallback,
  signIn,
  startOauth,
} from '../support/oauth-world.ts';
import { type FormFields, readLink, readText } from '../support/page-visitor.ts';
import { hiddenFields } from '../support/submit-form.ts';
import { createTestKind } from '../support/test-connection-kind.ts';

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

/** Someone who has signed in this moment: that was for something else. */
async function signedIn(): Promise<{ readonly person: Person; readonly browser: Browser }> {
  const person = await world.addPerson();
  return { person, browser: await world.signedIn(person) };
}

/** What is sent asks who sends it, in the name of what it allows. */
async function ask(browser: Browser, path: string, fields: FormFields): Promise<Answer> {
  const asked = await browser.post(path, fields);
  assert.equal(asked.statusCode, 200, asked.body);
  assert.match(readText(asked), /Is it you\?/);
  return asked;
}

/** The answer to that does it, with all that was filled in. */
const answer = (browser: Browser, path: string, asked: Answer, password: string): Promise<Answer> =>
  browser.post(path, { ...hiddenFields(asked, path), password });

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

  test('and their devices ask who sits there, each time, and the answer makes them', async () => {
    const { person, browser } = await signedIn();
    const asked = await ask(browser, NEW, WISH);
    assert.match(readText(asked), /till & shop .*5,000 sat per month/);
    assert.deepEqual(await appsOf(person), []);
    const wrong = await answer(browser, NEW, asked, 'not it');
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /This is not your password\./);
    assert.deepEqual(await appsOf(person), []);
    assert.match((await answer(browser, NEW, wrong, person.password)).body, /nwc:\/\//);
    const [app] = await appsOf(person);
    assert.equal(app?.name, 'till & shop');

    const devices = `/apps/${app?.id}/devices/new`;
    const device = await ask(browser, devices, { name: 'tablet' });
    assert.match((await answer(browser, devices, device, person.password)).body, /nwc:\/\//);
    await ask(browser, devices, { name: 'phone' });
    await ask(browser, NEW, WISH);
    assert.equal((await appsOf(person)).length, 1);
  });

  test('one that cannot spend asks nothing more, and neither do its devices', async () => {
    const { person, browser } = await signedIn();
    assert.match((await browser.post(NEW, { ...WISH, preset: 'receive' })).body, /nwc:\/\//);
    const [app] = await appsOf(person);
    const devices = `/apps/${app?.id}/devices/new`;
    assert.match((await browser.post(devices, { name: 'tablet' })).body, /nwc:\/\//);
  });
});

describe('tokens that can spend', () => {
  test('ask who sits there, and the answer sent twice makes one', async () => {
    const { person, browser } = await signedIn();
    const form = { ...SPENDING, form_id: 'ab' };
    const asked = await ask(browser, NEW_TOKEN, form);
    assert.match(readText(asked), /till & shop .*Spend from your wallet .*5,000 sat per month/);
    assert.doesNotMatch(asked.body, /name="password"[^>]*value="[^"]/);
    assert.deepEqual(await tokensOf(person), []);
    const proved = { ...form, password: person.password };
    const made = await Promise.all([
      browser.post(NEW_TOKEN, proved),
      browser.post(NEW_TOKEN, proved),
    ]);
    for (const page of made) assert.match(page.body, /sat_pat_/);
    const tokens = await tokensOf(person);
    assert.deepEqual(
      tokens.map(({ name, scopes }) => [name, [...scopes].sort()]),
      [['till & shop', ['balance:read', 'payments:send']]],
    );
  });

  test('what was confirmed for something else does not count', async () => {
    const { person, browser } = await signedIn();
    world.clock.move(CONFIRMATION_MS);
    await browser.get('/security/authenticator');
    await browser.post('/confirm', { password: person.password });
    await ask(browser, NEW_TOKEN, SPENDING);
    assert.deepEqual(await tokensOf(person), []);
  });

  test('one that cannot spend asks nothing more', async () => {
    const { browser } = await signedIn();
    const made = await browser.post(NEW_TOKEN, { ...SPENDING, scope: ['balance:read'] });
    assert.match(made.body, /sat_pat_/);
  });
});

describe('a limit', () => {
  test('is lowered at once; to raise or remove it asks who sits there', async () => {
    const { person, browser } = await signedIn();
    const { password } = person;
    await browser.post(NEW_TOKEN, { ...SPENDING, password });
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
    for (const input of [
      { limit: 'none' },
      { ...LIMITED, amount: '3001' },
      { ...LIMITED, amount: '3000', interval: 'day' },
    ]) {
      await ask(browser, path, input);
    }
    assert.equal(await limitNow(), 3000n);
    const asked = await ask(browser, path, { ...LIMITED, amount: '4000' });
    const raised = await answer(browser, path, asked, password);
    assert.equal(raised.headers.location, '/developer/tokens');
    assert.equal(await limitNow(), 4000n);
    await ask(browser, path, { limit: 'none' });
    assert.equal(await limitNow(), 4000n);
    await browser.post(path, { limit: 'none', password });
    assert.equal(await limitNow(), null);
  });
});

describe('the amount above which payments ask', () => {
  test('is lowered at once; to raise or remove it asks who sits there', async () => {
    const { person, browser } = await signedIn();
    const { password } = person;
    await browser.post(NEW_TOKEN, { ...SPENDING, ask_above: '500', password });
    const path = readLink(await browser.get('/developer/tokens'), 'Change limit');
    const askNow = async () => {
      const [token] = await tokensOf(person);
      const id = token?.id ?? '';
      const budgets = await world.deps.budgets.readBudgets(person.user.id, [id], world.clock.now());
      return budgets.get(id)?.askAboveSat ?? null;
    };
    const lower = await browser.post(path, { ...LIMITED, ask_above: '400' });
    assert.equal(lower.headers.location, '/developer/tokens');
    assert.equal(await askNow(), 400n);
    for (const ask_above of ['401', '']) await ask(browser, path, { ...LIMITED, ask_above });
    await ask(browser, path, { ...LIMITED, limit: 'none', amount: '', ask_above: '300' });
    assert.equal(await askNow(), 400n);
    const asked = await ask(browser, path, { ...LIMITED, ask_above: '600' });
    assert.match(readText(asked), /Payments above 600 sat wait for your approval/);
    const raised = await answer(browser, path, asked, password);
    assert.equal(raised.headers.location, '/developer/tokens');
    assert.equal(await askNow(), 600n);
    await browser.post(path, { ...LIMITED, ask_above: '', password });
    assert.equal(await askNow(), null);
  });
});

describe('an app', () => {
  /** A developer who signed in a while ago, with an app. */
  async function addDeveloper() {
    const { person, browser } = await signedIn();
    world.clock.move(CONFIRMATION_MS);
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
    const { client } = added.value;
    return { person, browser, client, path: `/developer/clients/${client.id}` };
  }

  test('gets a new secret by who has shown that they are its owner', async () => {
    const { person, browser, client, path: page } = await addDeveloper();
    const path = `${page}/secret`;
    assert.match(String((await browser.get(path)).headers.location), /^\/confirm(\?|$)/);
    assert.match(String((await browser.post(path)).headers.location), /^\/confirm(\?|$)/);
    assert.deepEqual(await world.deps.clients.findClient(client.id), client);
    const confirmed = await browser.post('/confirm', { password: person.password });
    assert.equal(confirmed.headers.location, path);
    assert.match(readText(await browser.get(path)), /Replace the secret of “Shop”/);
  });

  test('has its codes sent elsewhere by its owner only, who need not fill in the form again', async () => {
    const { person, browser, client, path } = await addDeveloper();
    const callback = 'https://new.example/callback';
    const fields = { name: 'Shop', url: 'https://new.example', callback, issuer: 'yes' };
    const asked = await browser.post(path, fields);
    assert.match(String(asked.headers.location), /^\/confirm(\?|$)/);
    assert.deepEqual(await world.deps.clients.findClient(client.id), client);
    const confirmed = await browser.post('/confirm', { password: person.password });
    const form = await browser.get(String(confirmed.headers.location));
    assert.match(form.body, /value="https:\/\/new\.example\/callback"/);
    assert.equal((await browser.post(path, fields)).headers.location, path);
    const changed = await world.deps.clients.findClient(client.id);
    assert(changed?.kind === 'registered');
    assert.equal(changed.callback, callback);
  });
});

describe('a consent', () => {
  const SPEND = { scope: 'payments:send' };
  const PROPOSED = { limit: 'some', amount: '1000', interval: 'month', end: '365' };

  test('to spending asks who sits there, also for what is proposed; to the same again not', async (t) => {
    const oauth = await startOauth(t);
    const { browser } = await oauth.addPerson();
    const app = await oauth.addApp();
    const open = async () => {
      const asked = await browser.get(authorizeUrl(app, SPEND));
      return await openConsent(browser, asked.headers.location);
    };
    const decide = async (fields: Readonly<Record<string, string>>) => {
      const { path, fields: own } = await open();
      return await browser.post(path, { ...own, decision: 'allow', ...fields });
    };
    for (const input of [PROPOSED, { limit: 'none' }]) {
      const asked = await decide(input);
      assert.equal(asked.statusCode, 200);
      assert.match(asked.body, /Is it you\?/);
    }
    const consent = await open();
    const { code } = await readCallback(browser, await consent.answer('allow', PROPOSED));
    assert.notEqual(code, '');
    for (const input of [
      { limit: 'none' },
      { ...PROPOSED, amount: '1001' },
      { ...PROPOSED, interval: 'week' },
      { ...PROPOSED, end: 'never' },
    ]) {
      assert.match((await decide(input)).body, /Is it you\?/);
    }
    assert.equal((await decide({ ...PROPOSED, amount: '900', end: 'keep' })).statusCode, 303);
  });

  test('of one who signed in for it takes a click, once', async (t) => {
    const oauth = await startOauth(t);
    const [app, other] = [await oauth.addApp(), await oauth.addApp()];
    const person = await oauth.addUser();
    const browser = oauth.browser();
    const asked = await browser.get(authorizeUrl(app, SPEND));
    assert.equal((await browser.get(asked.headers.location ?? '')).headers.location, '/sign-in');
    await signIn(oauth, browser, person);
    const consent = await openConsent(browser, asked.headers.location);
    const done = await consent.answer('allow', { ...PROPOSED, password: '' });
    assert.notEqual((await readCallback(browser, done)).code, '');
    const next = await browser.get(authorizeUrl(other, SPEND));
    const { path, fields } = await openConsent(browser, next.headers.location);
    const again = await browser.post(path, { ...fields, decision: 'allow', ...PROPOSED });
    assert.match(again.body, /Is it you\?/);
    const proved = { ...hiddenFields(again, path), password: PASSWORD };
    const { location = '' } = (await browser.post(path, proved)).headers;
    assert.notEqual((await readCallback(browser, location)).code, '');
  });
});
