import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { emailOf } from '../support/email-of.ts';
import type { OauthBrowser } from '../support/oauth-browser.ts';
import { type App, authorizeUrl, type Query, signIn, startOauth } from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startOauth({ after });
const SPEND = { scope: 'balance:read payments:send' };

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

describe('the consent page', () => {
  test('names the wallet of a user without an e-mail address by identifier', async (t) => {
    const person = await world.addPerson();
    const owner = postgres(world.ownerUrl, { max: 1 });
    t.after(() => owner.end());
    const { id, identifier } = person.api.user;
    await owner`update wallet_user set email = null where id = ${id}`;
    const path = await ask(person.browser, await world.addApp({}));
    const unnamed = await person.browser.get(path);
    assert.match(readText(unnamed), new RegExp(`Your wallet ${identifier} 0 sat`));
    await owner`update wallet_user set name = 'Ida' where id = ${id}`;
    const named = await person.browser.get(path);
    assert.match(readText(named), new RegExp(`Your wallet Ida ${identifier} 0 sat`));
  });

  test('F1 shows which app asks, whence, for what, and whose wallet is meant', async () => {
    const { page, person } = await openRequest(
      { scope: 'account:read balance:read invoices:create invoices:read transactions:read' },
      '<script>alert(1)</script>',
    );
    const text = readText(page);
    assert.match(text, /Let “<script>alert\(1\)<\/script>” use your wallet\?/);
    assert.ok(!page.body.includes('<script>alert'));
    assert.match(text, /Website https:\/\/app\.example You return to app\.example Your wallet/);
    assert.ok(text.includes(emailOf(person.api.user)));
    assert.match(text, /See who you are .*See your balance .*Ask for money in your name /);
    assert.match(
      text,
      /See what you receive and what you pay Your whole history, past and future: .*recipients and proofs of payment\. It can have each new entry sent to an address of its choice\. See what you pay /,
    );
    assert.doesNotMatch(text, /Spend from your wallet|How much it may spend/);
  });

  test('F1 spending is named first, with a limit that fits the wallet', async () => {
    const person = await world.addPerson();
    await person.api.receive(123_456);
    const path = await ask(person.browser, await world.addApp(), SPEND);
    const page = await person.browser.get(path);
    const text = readText(page);
    assert.match(text, /Spend from your wallet .*See your balance .*How much it may spend/);
    assert.match(text, /No limit Only for what you trust with all your money\. .*123,456 sat/);
    assert.match(page.body, /value="some" checked/);
    assert.match(page.body, /name="amount"[^>]* value="10,000"/);
    assert.match(page.body, /value="month" selected/);
    assert.match(page.body, /value="365" selected/);
  });

  for (const [balanceSat, suggested] of [
    [0, '1,000'],
    [19_999, '1,000'],
    [20_000, '2,000'],
    [499_999, '20,000'],
    [500_000, '50,000'],
    [900_000_000, '100,000'],
  ] as const) {
    test(`a wallet of ${balanceSat} sat is proposed a limit of ${suggested}`, async () => {
      const person = await world.addPerson();
      if (balanceSat > 0) await person.api.receive(balanceSat);
      const page = await person.browser.get(await ask(person.browser, await world.addApp(), SPEND));
      assert.match(page.body, new RegExp(`name="amount"[^>]* value="${suggested}"`));
    });
  }

  test('F2 is in no frame and no cache, tells nobody where it was, and takes nothing foreign', async () => {
    const { page } = await openRequest();
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /frame-ancestors 'none'/);
    // F12: a redirect after its form must reach the app.
    assert.doesNotMatch(policy, /form-action/);
    assert.equal(page.headers['x-frame-options'], 'DENY');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.doesNotMatch(page.body, /(src|href|action)="(https?:)?\/\//);
  });

  test('a guest signs in first, and comes back to the request', async () => {
    const app = await world.addApp();
    const guest = world.browser();
    const path = await ask(guest, app);
    const sent = await guest.get(path);
    assert.deepEqual([sent.statusCode, sent.headers.location], [303, '/sign-in']);
    const person = await world.addUser();
    await signIn(world, guest, person);
    assert.match(readText(await guest.get(path)), /Let “Example App” use your wallet\?/);
  });
});

describe('GET /oauth', () => {
  test('E2 an app that nobody registered is refused on a page of ours', async () => {
    const person = await world.addPerson();
    const app = { ...(await world.addApp()), id: 'unknown000' };
    const answer = await person.browser.get(authorizeUrl(app));
    assert.equal(answer.statusCode, 400);
    assert.equal(answer.headers.location, undefined);
    assert.match(readText(answer), /The app sent a wrong request .*Nothing was allowed/);
  });
});
