import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { systemRandom } from '../../src/system/system-random.ts';
import { field, textField } from '../support/fields.ts';
import { newAppKey } from '../support/nwc/test-pairing.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { ANSWER_PATH, type NwcAppHost, startNwcAppHost } from './nwc-app-host.ts';
import { openSharedWorld } from './shared-world.ts';

const METHODS = ['get_info', 'get_balance', 'make_invoice', 'lookup_invoice'];

/** Apps that bring their own key, by the unmodified client that most of them are built on. */
describe('44: /apps/new by fromAuthorizationUrl of @getalby/sdk 8.0.3', () => {
  let world: BrowserWorld;
  let host: NwcAppHost;
  let account: Account;
  let window: WatchedWindow;
  before(async () => {
    world = await openSharedWorld();
    host = await startNwcAppHost();
    account = await world.addPerson('Ann');
    window = await world.signedIn(account);
  });
  after(async () => {
    await host.close();
    await world.close();
  });

  const openApp = async ({ context }: WatchedWindow, origin = host.origin): Promise<Page> => {
    const app = await context.newPage();
    await app.goto(`${origin}/`);
    return app;
  };

  /** The app opens the window in which its user decides. */
  async function ask(app: Page, options: object): Promise<Page> {
    const popup = app.waitForEvent('popup');
    const given = JSON.stringify({ name: 'Zap Reader', requestMethods: METHODS, ...options });
    await app.evaluate(`(async () => {
      globalThis.heard = [];
      addEventListener('message', ({ data, origin }) => heard.push({ data, origin }));
      const { NWCClient } = await import('@getalby/sdk/nwc');
      const asked = NWCClient.fromAuthorizationUrl('${world.authUrl}/apps/new', ${given});
      globalThis.outcome = asked.then(
        (client) => { globalThis.client = client; return 'connected'; },
        ({ message }) => message,
      );
    })()`);
    return await popup;
  }

  const outcomeOf = (app: Page): Promise<string> => app.evaluate<string>('outcome');
  const heardBy = (app: Page): Promise<readonly object[]> =>
    app.evaluate<readonly object[]>('heard');
  const allow = async (popup: Page): Promise<void> => {
    await popup.getByRole('button', { name: /^Allow/ }).click();
  };

  const isConnected = async (name: string): Promise<boolean> => {
    await window.page.goto(`${world.authUrl}/apps`);
    return (await window.page.getByRole('link', { name, exact: true }).count()) > 0;
  };

  test('yes: the app hears it after the press, and has a wallet with a key of its own', async () => {
    const app = await openApp(window);
    const popup = await ask(app, { returnTo: `${host.origin}${ANSWER_PATH}` });
    await popup.getByRole('heading', { name: 'Let “Zap Reader” use your wallet?' }).waitFor();
    await popup.getByText(host.origin).waitFor();
    assert.deepEqual(await heardBy(app), []);
    const closed = popup.waitForEvent('close');
    await allow(popup);
    assert.equal(await outcomeOf(app), 'connected');
    await closed;
    const [told] = await heardBy(app);
    assert.equal(textField(told, 'origin'), world.authUrl);
    assert.deepEqual(Object.keys(Object(field(told, 'data'))).sort(), [
      'relayUrl',
      'relayUrls',
      'type',
      'walletPubkey',
    ]);

    const info = await app.evaluate<unknown>('client.getInfo()');
    assert.deepEqual(field(info, 'methods'), [
      'get_info',
      'get_balance',
      'get_budget',
      'make_invoice',
      'lookup_invoice',
    ]);
    assert.deepEqual(await app.evaluate<unknown>('client.getBalance()'), { balance: 0 });
    const made = await app.evaluate<unknown>('client.makeInvoice({ amount: 21000 })');
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(made, 'invoice') })).ok);
    const token = await account.token();
    await untilPasses(async () => {
      const balance = await callApi(`${world.baseUrl}/balance`, token);
      assert.deepEqual(balance, { balance: 21, currency: 'BTC', unit: 'sat' });
    });
    assert.equal(await isConnected('Zap Reader'), true);
    await app.close();
  });

  test('no: the window closes, and the app hears nothing', async () => {
    const app = await openApp(window);
    const popup = await ask(app, { name: 'Refused', returnTo: `${host.origin}${ANSWER_PATH}` });
    await popup.getByRole('button', { name: 'Do not allow' }).click();
    assert.equal(await outcomeOf(app), 'Popup closed');
    assert.deepEqual(await heardBy(app), []);
    assert.equal(await isConnected('Refused'), false);
    await app.close();
  });

  test('closed: nothing is allowed', async () => {
    const app = await openApp(window);
    const popup = await ask(app, { name: 'Closed' });
    await popup.getByRole('button', { name: /^Allow/ }).waitFor();
    await popup.close();
    assert.equal(await outcomeOf(app), 'Popup closed');
    assert.equal(await isConnected('Closed'), false);
    await app.close();
  });

  test('who has to sign in comes back, and the app that names no address hears it', async () => {
    const guest = await world.chromium.open();
    const app = await openApp(guest);
    const popup = await ask(app, { name: 'After sign-in', requestMethods: ['get_balance'] });
    await popup.getByLabel('E-mail').waitFor();
    await world.signIn(popup, account);
    await popup.getByRole('heading', { name: 'Let “After sign-in” use your wallet?' }).waitFor();
    await popup.getByText(host.origin).waitFor();
    await allow(popup);
    assert.equal(await outcomeOf(app), 'connected');
    assert.equal(await isConnected('After sign-in'), true);
    await guest.context.close();
  });

  test('a page that opens it in the name of another one hears nothing', async () => {
    const { port } = new URL(host.origin);
    const app = await openApp(window, `http://localhost:${port}`);
    const back = `${host.origin}${ANSWER_PATH}`;
    const popup = await ask(app, { name: 'In another name', returnTo: back });
    await popup.getByText(`http://localhost:${port}`).waitFor();
    await allow(popup);
    // The answer goes to the address of the app instead.
    await popup.getByRole('heading', { name: 'Back at the app' }).waitFor();
    assert.deepEqual(await heardBy(app), []);
    await popup.close();
    assert.equal(await outcomeOf(app), 'Popup closed');
    await app.close();
  });

  const link = (asked: Readonly<Record<string, string>>): string => {
    const given = { pubkey: newAppKey(systemRandom), request_methods: 'get_balance', ...asked };
    return `${world.authUrl}/apps/new?${new URLSearchParams(given)}`;
  };

  for (const hasScripts of [true, false]) {
    test(`by a link, ${hasScripts ? 'with' : 'without'} scripts, the answer is an address, with the state`, async () => {
      const { context, page } = await world.chromium.open({ hasScripts });
      await world.signIn(page, account);
      const state = 'a1b2 c3&=';
      const back = `${host.origin}${ANSWER_PATH}?kept=1`;
      await page.goto(link({ name: `Linked ${hasScripts}`, return_to: back, state }));
      await page.getByRole('button', { name: 'Do not allow' }).click();
      await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
      assert.equal(host.answer().search, '?kept=1');
      await page.goto(link({ name: `Linked ${hasScripts}`, return_to: back, state }));
      await allow(page);
      await page.getByRole('heading', { name: 'Back at the app' }).waitFor();
      const { searchParams } = host.answer();
      assert.match(searchParams.get('wallet_pubkey') ?? '', /^[0-9a-f]{64}$/);
      assert.equal(searchParams.get('relay'), `${world.baseUrl.replace('http', 'ws')}/relay`);
      assert.deepEqual([searchParams.get('kept'), searchParams.get('state')], ['1', state]);
      assert.equal(await isConnected(`Linked ${hasScripts}`), true);
      await context.close();
    });
  }

  test('a script as address, a bad key and a key that served are refused in words', async () => {
    const { page } = window;
    const pubkey = newAppKey(systemRandom);
    await page.goto(link({ pubkey, name: 'Served' }));
    await allow(page);
    await page.getByRole('heading', { name: '“Served” is connected' }).waitFor();
    for (const [asked, says] of [
      [{ return_to: 'javascript:document.title="run"' }, 'javascript:document.title="run"'],
      [{ pubkey: 'f'.repeat(64) }, 'missing or wrong'],
      [{ pubkey }, 'was used before'],
    ] as const) {
      await page.goto(link({ name: 'Wrong', ...asked }));
      await page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor();
      await page.getByText(says).waitFor();
      assert.equal(await page.getByRole('button', { name: /^Allow/ }).count(), 0);
    }
    assert.doesNotMatch(await page.title(), /run/);
    assert.equal(await isConnected('Wrong'), false);
  });

  test('the page is for all people: keyboard, phones, every look', async () => {
    const { page } = window;
    const spend = { request_methods: 'pay_invoice', max_amount: '21000000' };
    await page.goto(link({ name: 'Zap Reader', ...spend, return_to: `${host.origin}/back` }));
    await inspectPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('Limit', { exact: true }).fill('21001');
    await allow(page);
    await page.getByText('Enter a whole number from 1 to 21,000.').waitFor();
    await inspectPage(page);
    await page.goto(link({ name: 'Zap Reader' }));
    await page.getByRole('button', { name: 'Do not allow' }).click();
    await page.getByRole('heading', { name: 'Nothing was allowed' }).waitFor();
  });
});
