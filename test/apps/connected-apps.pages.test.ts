import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { textField } from '../support/fields.ts';
import { awayFromMidnight } from '../support/movable-clock.ts';
import { authorizeUrl, openConsent, PASSWORD, startOauth } from '../support/oauth-world.ts';
import { findLink } from '../support/page-tours/page-tour.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { submitForm } from '../support/submit-form.ts';

const world = await startOauth({ after });
awayFromMidnight(world.clock);
const PATH = '/apps';

describe('/apps', () => {
  test('says what to do where there are none', async () => {
    const { browser } = await world.addPerson();
    assert.match(readText(await browser.get(PATH)), /No app uses your wallet .* connect a wallet/);
  });

  test('shows what an app may do, and when it did something', async () => {
    const person = await world.addPerson();
    const app = await world.addApp({ name: 'Reader <b>' });
    await world.connect(person, app, { scope: 'balance:read invoices:read' });
    const fresh = readText(await person.browser.get(PATH));
    assert.match(fresh, /Reader <b> https:\/\/app\.example Connected .*, not used yet/);
    assert.match(fresh, /May see your balance, see what you receive and what you pay\./);
    assert.doesNotMatch(fresh, /Change limit|No limit/);

    const [appGrant] = await world.deps.appGrants.listAppGrants(person.api.user.id);
    const uses = { appGrantIds: [appGrant?.id ?? ''], familyIds: [], deviceIds: [] };
    await world.deps.appGrants.noteUses(uses, world.clock.now());
    assert.match(readText(await person.browser.get(PATH)), /last used .* UTC/);
  });

  test('shows what an app spent of its budget, and a change holds at once', async () => {
    const person = await world.addPerson();
    const payee = await world.addUser();
    await person.api.receive(100_000);
    const app = await world.addApp();
    const asked = await person.browser.get(authorizeUrl(app, { scope: 'payments:send' }));
    const consent = await openConsent(person.browser, asked.headers.location);
    const back = await consent.answer('allow', {
      limit: 'some',
      amount: '10,000',
      interval: 'week',
      end: '365',
    });
    await person.browser.get(back);
    const tokens = await world.connect(person, app, { scope: 'payments:send' });
    await submitForm(person.browser, readLink(await person.browser.get(PATH), 'Change limit'), {
      limit: 'some',
      amount: '10,000',
      interval: 'week',
      end: '365',
    });
    const pay = async (amountSat: number) => {
      const invoice = await payee.invoice(amountSat);
      return await world.call('POST', '/payments/bolt11', {
        headers: { authorization: `Bearer ${tokens.accessToken}` },
        body: { invoice },
      });
    };
    assert.equal((await pay(8000)).status, 200);
    const text = readText(await person.browser.get(PATH));
    assert.match(text, /8,000 of 10,000 sat spent this week 2,000 sat left\. Resets on /);
    assert.equal((await pay(2001)).status, 400);

    const limit = readLink(await person.browser.get(PATH), 'Change limit');
    const changed = await submitForm(person.browser, limit, {
      limit: 'some',
      amount: '10001',
      interval: 'week',
      end: 'keep',
      password: PASSWORD,
    });
    assert.equal(changed.headers.location, PATH);
    assert.equal((await pay(2001)).status, 200);
    assert.equal((await pay(1)).status, 400);
  });

  test('shows what an app was refused last, and why', async () => {
    const person = await world.addPerson();
    const payee = await world.addUser();
    const app = await world.addApp();
    const tokens = await world.connect(person, app, { scope: 'payments:send' });
    const headers = { authorization: `Bearer ${tokens.accessToken}` };
    const refusals = async () => {
      await world.deps.appGrantUses.write();
      return readText(await person.browser.get(PATH));
    };
    assert.equal((await world.callAs(tokens.accessToken, '/balance')).status, 403);
    assert.match(await refusals(), /Last refused .* UTC : it may not do what it asked for\./);
    const pay = (path: string, body: object) => world.call('POST', path, { headers, body });
    const invoice = await payee.invoice(7);
    assert.equal((await pay('/payments/bolt11', { invoice })).status, 400);
    assert.match(await refusals(), /UTC : there was not enough money in your wallet\./);
    assert.equal((await pay('/payments/bolt11', { invoice: 'lnbc1' })).status, 400);
    assert.match(await refusals(), /UTC : there was not enough money/, 'no fault of the user');
  });

  test('an app is named at what it asked for, in the list and at the record', async () => {
    const person = await world.addPerson();
    const app = await world.addApp({ name: 'Corner Shop' });
    const tokens = await world.connect(person, app, { scope: 'invoices:create' });
    const made = await world.call('POST', '/invoices', {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
      body: { amount: 21, memo: 'two apples' },
    });
    assert.equal(made.status, 200, made.text);
    await world.payFromExternalNode(textField(made.body, 'payment_hash'));
    const list = await person.browser.get('/activity');
    assert.match(readText(list), /two apples Received through Corner Shop/);
    const record = readText(await person.browser.get(findLink(list, /^\/activity\/\w{24}$/)));
    assert.match(record, /Invoice made by Corner Shop/);
  });

  test('J2 disconnecting is asked on a page of its own, and all tokens die at once', async () => {
    const person = await world.addPerson();
    const app = await world.addApp();
    const tokens = await world.connect(person, app);
    const path = readLink(await person.browser.get(PATH), 'Disconnect');
    assert.match(readText(await person.browser.get(path)), /Disconnect “Example App”\?/);
    assert.equal((await world.callAs(tokens.accessToken)).status, 200);
    const answer = await submitForm(person.browser, path);
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, PATH]);
    assert.equal((await world.callAs(tokens.accessToken)).status, 401);
    assert.equal((await world.refresh(app, tokens.refreshToken)).status, 400);
    assert.match(
      readText(await person.browser.get(PATH)),
      /The app is disconnected\. .*No app uses/,
    );
    assert.equal((await person.browser.get(path)).statusCode, 404);
  });

  test("J2 another person's app grant does not exist", async () => {
    const person = await world.addPerson();
    const stranger = await world.addPerson();
    const tokens = await world.connect(person, await world.addApp(), { scope: 'payments:send' });
    await world.connect(stranger, await world.addApp(), { scope: 'payments:send' });
    const own = await stranger.browser.get(PATH);
    const form = await stranger.browser.get(readLink(own, 'Disconnect'));
    const csrf = /name="csrf_token" value="([^"]*)"/.exec(form.body)?.[1]?.replaceAll('&#61;', '=');
    for (const label of ['Change limit', 'Disconnect']) {
      const path = readLink(await person.browser.get(PATH), label);
      assert.equal((await stranger.browser.get(path)).statusCode, 404);
      const sent = await stranger.browser.post(path, { csrf_token: csrf ?? '', limit: 'none' });
      assert.equal(sent.statusCode, 404);
    }
    assert.equal((await world.callAs(tokens.accessToken, '/balance')).status, 403);
    for (const path of [`${PATH}/x/revoke`, `${PATH}/%20/budget`]) {
      assert.equal((await person.browser.get(path)).statusCode, 404, path);
    }
  });
});
