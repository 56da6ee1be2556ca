import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import { emailOf } from '../support/email-of.ts';
import type { OauthBrowser } from '../support/oauth-browser.ts';
import {
  type App,
  authorizeUrl,
  exchange,
  PASSWORD,
  type Person,
  type Query,
  readCallback,
  signIn,
  startOauth,
} from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';
import { hiddenFields, submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });
const SPEND = { scope: 'balance:read payments:send' };
const LIMIT = { limit: 'some', amount: '5,000', interval: 'day', end: 'never' };

/** Sends the browser to ask, and answers the path of the consent page. */
async function ask(browser: OauthBrowser, app: App, query: Query = {}): Promise<string> {
  const begun = await browser.get(authorizeUrl(app, query));
  assert.equal(begun.statusCode, 303);
  return new URL(begun.headers.location ?? '', 'https://wallet.example').pathname;
}

async function openRequest(query: Query = {}, name = 'Example App') {
  const person = await world.addPerson();
  const app = await world.addApp({ name });
  const path = await ask(person.browser, app, query);
  return { person, app, path, page: await person.browser.get(path) };
}

const allow = (browser: OauthBrowser, path: string, fields = {}) =>
  submitForm(browser, path, { decision: 'allow', password: PASSWORD, ...fields });

const budgetOf = async ({ api }: Person, app: App) => {
  const { appGrants, budgets, clock } = world.deps;
  const appGrant = await appGrants.findAppGrantWith(api.user.id, app.id);
  const id = appGrant?.id ?? '';
  return (await budgets.readBudgets(api.user.id, [id], clock.now())).get(id) ?? null;
};

const assertGone = (answer: LightMyRequestResponse): void => {
  assert.equal(answer.statusCode, 400);
  assert.match(readText(answer), /This request is no longer open/);
  assert.equal(answer.headers.location, undefined);
};

describe('the answer on the consent page', () => {
  test('yes gives the app its code, and a budget to the app grant', async () => {
    const { person, app, path } = await openRequest(SPEND);
    const answer = await allow(person.browser, path, LIMIT);
    assert.equal(answer.statusCode, 303);
    const { code, answer: back } = await readCallback(
      person.browser,
      answer.headers.location ?? '',
    );
    assert.equal(back.get('state'), 'xyz');
    const budget = await budgetOf(person, app);
    assert.deepEqual([budget?.limitSat, budget?.interval, budget?.expiresAt], [5000n, 'day', null]);
    assert.equal((await world.token(app, exchange(app, code))).status, 200);
  });

  test('no limit is a choice of its own', async () => {
    const { person, app, path } = await openRequest(SPEND);
    assert.equal((await allow(person.browser, path, { limit: 'none' })).statusCode, 303);
    assert.equal(await budgetOf(person, app), null);
  });

  test('larger payments of the app can wait for approval', async () => {
    const { person, app, path, page } = await openRequest(SPEND);
    assert.match(readText(page), /Ask me before each payment above .*Set a limit too/);
    const asked = await submitForm(person.browser, path, {
      ...{ decision: 'allow', password: 'not it', limit: 'none', ask_above: '2,000' },
    });
    assert.match(readText(asked), /No limit Payments above 2,000 sat wait for your approval\./);
    assert.equal(await budgetOf(person, app), null);
    const answer = await allow(person.browser, path, { limit: 'none', ask_above: '2,000' });
    assert.equal(answer.statusCode, 303);
    const budget = await budgetOf(person, app);
    assert.deepEqual([budget?.limitSat, budget?.askAboveSat], [null, 2000n]);
    const again = await person.browser.get(await ask(person.browser, app, SPEND));
    assert.match(again.body, /name="ask_above"[^>]* value="2,000"/);
  });

  test('F10 no budget, or one that is none, brings the page back and allows nothing', async () => {
    const { person, app, path } = await openRequest(SPEND);
    for (const bad of [
      {},
      { limit: '' },
      { ...LIMIT, amount: '' },
      { ...LIMIT, amount: '-1' },
      { ...LIMIT, amount: '1.5' },
      { ...LIMIT, amount: '9'.repeat(40) },
      { ...LIMIT, interval: 'minute' },
      { ...LIMIT, ask_above: '1.5' },
      { limit: 'none', ask_above: '-1' },
      { ...LIMIT, end: 'keep' },
    ]) {
      const answer = await allow(person.browser, path, bad);
      assert.equal(answer.statusCode, 400, JSON.stringify(bad));
      assert.match(readText(answer), /Nothing is allowed yet/);
      assert.doesNotMatch(String(answer.headers['content-security-policy']), /form-action/);
    }
    const { appGrants } = world.deps;
    assert.equal(await appGrants.findAppGrantWith(person.api.user.id, app.id), null);
    assert.equal((await allow(person.browser, path, LIMIT)).statusCode, 303);
  });

  test('F6 no is told to the app, whatever else is in the form', async () => {
    const { person, path } = await openRequest(SPEND);
    const answer = await submitForm(person.browser, path, { decision: 'deny', amount: 'x' });
    const back = await readCallback(person.browser, answer.headers.location ?? '');
    assert.deepEqual(
      [back.answer.get('error'), back.answer.get('state')],
      ['access_denied', 'xyz'],
    );
    assert.equal(back.code, '');
  });

  test('a form without yes is a no', async () => {
    const { person, path } = await openRequest();
    const answer = await submitForm(person.browser, path, {});
    const back = await readCallback(person.browser, answer.headers.location ?? '');
    assert.equal(back.answer.get('error'), 'access_denied');
  });

  test('F3 without, with a wrong or with a foreign form token is refused', async () => {
    const { person, path, page } = await openRequest();
    const other = await openRequest();
    const { csrf_token: foreign = '' } = hiddenFields(other.page, other.path);
    const { ticket = '' } = hiddenFields(page, path);
    for (const csrf_token of ['', 'x', foreign]) {
      const answer = await person.browser.post(path, { csrf_token, ticket, decision: 'allow' });
      assert.equal(answer.statusCode, 403);
      assert.equal(answer.headers.location, undefined);
    }
    assert.equal((await person.browser.post(path, { ticket, decision: 'allow' })).statusCode, 403);
  });

  test("F4 to another browser's request does not count", async () => {
    const { person, path } = await openRequest();
    const stranger = await openRequest();
    assertGone(await stranger.person.browser.get(path));
    const fields = hiddenFields(stranger.page, stranger.path);
    assertGone(await stranger.person.browser.post(path, { ...fields, decision: 'allow' }));
    assert.equal((await person.browser.get(path)).statusCode, 200);
  });

  test('F5 of who switched the account meanwhile does not count', async () => {
    const { person, app, path, page } = await openRequest();
    const hidden = hiddenFields(page, path);
    const fields = { ...hidden, decision: 'allow' };
    const signedOut = await submitSwitch(person, path, page);
    assert.deepEqual([signedOut.statusCode, signedOut.headers.location], [303, '/sign-in']);
    const late = await person.browser.post(path, fields);
    assert.ok([303, 403].includes(late.statusCode));
    assert.notEqual(late.headers.location, path);
    const second = await world.addUser();
    await signIn(world, person.browser, second);
    const refused = await person.browser.post(path, fields);
    assert.equal(refused.statusCode, 403);
    const again = await person.browser.get(path);
    assert.ok(readText(again).includes(emailOf(second.user)));
    const own = { ...hiddenFields(again, path), ticket: hidden['ticket'] ?? '', decision: 'allow' };
    assert.equal((await person.browser.post(path, own)).statusCode, 403);
    assert.equal((await allow(person.browser, path)).statusCode, 303);
    const { appGrants } = world.deps;
    assert.equal(await appGrants.findAppGrantWith(person.api.user.id, app.id), null);
    assert.notEqual(await appGrants.findAppGrantWith(second.user.id, app.id), null);
  });

  test('F7 sent twice makes one code', async () => {
    const { person, path, page } = await openRequest();
    const fields = { ...hiddenFields(page, path), decision: 'allow' };
    const answers = await Promise.all([
      person.browser.post(path, fields),
      person.browser.post(path, fields),
    ]);
    const places = answers.flatMap(({ headers }) => headers.location ?? []);
    const codes: string[] = [];
    for (const place of places) {
      const back = await person.browser.get(place);
      const { location = '' } = back.headers;
      if (location.startsWith('https://app.example')) {
        codes.push(new URL(location).searchParams.get('code') ?? '');
      }
    }
    assert.equal(codes.filter((code) => code !== '').length, 1);
  });

  test('F8 is asked for again when the request became too old', async () => {
    const { person, path, page } = await openRequest();
    world.clock.move(24 * 3_600_000);
    assertGone(await person.browser.get(path));
    const fields = { ...hiddenFields(page, path), decision: 'allow' };
    assertGone(await person.browser.post(path, fields));
    world.clock.move(-24 * 3_600_000);
  });

  test('F9 cannot widen what the app asked', async () => {
    const { person, app, path } = await openRequest({ scope: 'balance:read' });
    const answer = await allow(person.browser, path, {
      scope: 'payments:send',
      scopes: 'payments:send',
      client_id: 'other',
      user: 'x',
      redirect_uri: 'https://evil.example',
      limit: 'none',
    });
    const { code, location } = await readCallback(person.browser, answer.headers.location ?? '');
    assert.ok(location.startsWith(`${app.callback}?`));
    const tokens = await world.token(app, exchange(app, code));
    assert.match(tokens.text, /"scope":"balance:read"/);
  });

  test('F11 given, the way back makes no second code', async () => {
    const { person, path } = await openRequest();
    const answer = await allow(person.browser, path);
    await readCallback(person.browser, answer.headers.location ?? '');
    assertGone(await person.browser.get(path));
    const again = await person.browser.get(answer.headers.location ?? '');
    assert.doesNotMatch(String(again.headers.location), /code=/);
  });

  test('to an app that asks again shows the limit that there is, and keeps what was spent', async () => {
    const { person, app, path } = await openRequest(SPEND);
    await allow(person.browser, path, { ...LIMIT, end: '30' });
    const second = await ask(person.browser, app, SPEND);
    const page = await person.browser.get(second);
    assert.match(readText(page), /It asks again to be able to/);
    assert.match(page.body, /name="amount"[^>]* value="5,000"/);
    assert.match(page.body, /value="day" selected/);
    assert.match(page.body, /value="keep" selected/);
    const before = await budgetOf(person, app);
    await allow(person.browser, second, { ...LIMIT, end: 'keep' });
    assert.deepEqual(await budgetOf(person, app), before);
    // Asked for less, nothing is said of budgets, and it stays.
    await allow(person.browser, await ask(person.browser, app, { scope: 'balance:read' }));
    assert.deepEqual(await budgetOf(person, app), before);
  });
});

const submitSwitch = (
  { browser }: Person,
  path: string,
  page: LightMyRequestResponse,
): Promise<LightMyRequestResponse> =>
  browser.post(`${path}/switch-account`, hiddenFields(page, `${path}/switch-account`));
