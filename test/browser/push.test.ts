import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { areSubscriptionKeys } from '../../src/push/encrypt-message.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { decryptMessage, newSubscriptionKeys } from '../support/push/browser-keys.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import { inspectPage } from './inspect-page.ts';
import { openPushBrowser, type PushBrowser, type PushPost, type Shown } from './push-browser.ts';
import { openSharedWorld } from './shared-world.ts';

const KEYS = newSubscriptionKeys(1);
const ALLOW = 'Show notices on this device';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));

describe('notices while no page is open', () => {
  let world: BrowserWorld;
  let browser: PushBrowser;
  let account: Account;
  before(async () => {
    world = await openSharedWorld();
    browser = await openPushBrowser(world.authUrl, KEYS);
    account = await world.addPerson('Pia Push');
    await world.signIn(browser.page, account);
  });
  after(async () => {
    await browser?.close();
    await world.close();
  });

  const open = async (): Promise<Page> => {
    await browser.page.goto(`${world.authUrl}/notices`);
    return browser.page;
  };
  const allow = async (): Promise<void> => {
    const page = await open();
    await page.getByRole('button', { name: ALLOW }).click();
    await page.getByText('This device shows notices from now on.').waitFor();
  };
  const press = async (name: string, answer: string): Promise<void> => {
    await browser.page.getByRole('button', { name }).click();
    await browser.page.getByText(answer).waitFor();
  };
  const isSubscribed = async (): Promise<boolean> =>
    await browser.page.evaluate(
      'navigator.serviceWorker.ready.then((it) => it.pushManager.getSubscription()).then((it) => it !== null)',
    );
  const shownNow = (count: number): Promise<readonly Shown[]> =>
    eventually(`${count} notifications are shown`, async () => {
      const shown = await browser.shown();
      return shown.length === count ? shown : null;
    });
  const posted = (count: number): Promise<PushPost> =>
    eventually('a message is sent', () => browser.posts[count - 1] ?? null);

  test('a person allows them, tries them, and is told of money that came in', async () => {
    await allow();
    const { page } = browser;
    assert.deepEqual(await page.getByRole('button', { name: ALLOW }).isVisible(), false);
    await page.getByText('This device', { exact: true }).waitFor();
    const { p256dh, auth } = await browser.realKeys();
    assert.ok(areSubscriptionKeys({ publicKey: bytes(p256dh), auth: bytes(auth) }));
    await inspectPage(page);

    await press('Send a test', 'A test was sent.');
    const sent = await posted(1);
    const key = (await page.locator('#push').getAttribute('data-sender-key')) ?? '';
    checkHeaders(sent, key);
    const text = decryptMessage(sent.body, KEYS);
    assert.equal(JSON.parse(text).web_push, 8030);
    await browser.deliver(text);
    const shown = { title: 'Satchel', body: 'This is how a notice looks here.', lang: 'en' };
    assert.deepEqual(await shownNow(1), [{ ...shown, tag: 'test' }]);

    // A page that shows the notice would count it as read.
    await page.goto('about:blank');
    const token = await account.token();
    const invoice = await callApi(`${world.baseUrl}/invoices`, token, { amount: 2100, memo: '' });
    const bolt11 = textField(invoice, 'payment_request');
    assert.ok((await (await world.service.simulator()).pay({ bolt11 })).ok);
    const told = JSON.parse(decryptMessage((await posted(2)).body, KEYS));
    assert.equal(told.notification.body, 'You received money.');
  });

  test('the worker shows something for whatever it gets', async () => {
    await open();
    await browser.inWorker(
      'registration.getNotifications().then((all) => all.forEach((one) => one.close()))',
    );
    await shownNow(0);
    const odd = [
      '',
      'garbage',
      'null',
      '5',
      '[]',
      '{"notification":null}',
      '{"notification":"text"}',
      '{"notification":{"title":null,"body":7,"lang":[],"tag":{},"navigate":9}}',
      '{"notification":{"title":"","tag":"","navigate":"//evil.example"}}',
    ];
    for (const [place, text] of odd.entries()) {
      await browser.deliver(text);
      const shown = await shownNow(place + 1);
      assert.ok(
        shown.every(({ title, body }) => title === 'Satchel' && body === ''),
        text,
      );
    }
  });

  test('a press leads to a page of this site, whatever the message names', async () => {
    const { page } = browser;
    const { origin } = new URL(world.authUrl);
    const show = async (navigate: unknown, tag: string): Promise<void> => {
      await browser.deliver(JSON.stringify({ notification: { title: 'x', tag, navigate } }));
      await eventually('it is shown', async () =>
        (await browser.shown()).some((one) => one.tag === tag) ? true : null,
      );
    };
    const press = (tag: string): Promise<void> =>
      browser.inWorker(`registration.getNotifications({ tag: '${tag}' }).then(([notification]) => {
        dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      })`);
    await page.goto(`${origin}/activity`);
    await show(`${origin}/profile`, 'own');
    // Only a real press lets a page come to the front.
    await browser.inWorker('WindowClient.prototype.focus = async function () { return this; }');
    await press('own');
    await page.waitForURL(`${origin}/profile`);

    await browser.inWorker(`
      self.opened = [];
      clients.matchAll = async () => [];
      clients.openWindow = async (address) => void opened.push(new URL(address, location).href);`);
    const foreign = [
      ['https://evil.example/', '/notices'],
      ['//evil.example/', '/notices'],
      ['javascript:alert(1)', '/notices'],
      [`${origin}.evil.example/`, '/notices'],
      [7, '/notices'],
      [`${origin.replace('//', '//evil.example@')}/profile`, '/profile'],
      [`${origin}//evil.example/`, '//evil.example/'],
      [`${origin}/\\evil.example/`, '//evil.example/'],
    ] as const;
    for (const [place, [navigate]] of foreign.entries()) {
      await show(navigate, `foreign${place}`);
      await press(`foreign${place}`);
    }
    assert.deepEqual(
      await browser.inWorker('opened'),
      foreign.map(([, path]) => origin + path),
    );
  });

  test('a page view replaces a subscription that the browser has lost', async () => {
    const { page } = browser;
    const before = browser.posts.at(-1)?.path;
    await page.goto(`${world.authUrl}/profile`);
    await page.evaluate(
      'navigator.serviceWorker.ready.then((it) => it.pushManager.getSubscription()).then((it) => it.unsubscribe())',
    );
    const renewed = page.waitForResponse(/\/notices\/devices\/renew$/);
    await open();
    assert.deepEqual(await (await renewed).json(), { isKept: true });
    const count = browser.posts.length;
    await press('Send a test', 'A test was sent.');
    assert.notEqual((await posted(count + 1)).path, before);
    assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 1);
  });

  test('who is removed from the list, or followed by another person, is unsubscribed', async () => {
    const page = await open();
    await press('Remove', 'The device shows no notices any more.');
    await page.getByRole('button', { name: ALLOW }).waitFor();
    assert.equal(await isSubscribed(), false);
    await allow();
    await page.goto(`${world.authUrl}/profile`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(/sign-in|\/$/);
    await world.signIn(page, await world.addPerson('Paul Push'));
    await open();
    await page.getByRole('button', { name: ALLOW }).waitFor();
    assert.equal(await isSubscribed(), false);
    assert.equal(await page.getByRole('button', { name: 'Send a test' }).count(), 0);
  });
});

/** Checks what RFC 8030, 8188 and 8292 ask of a request. */
function checkHeaders({ headers, body }: PushPost, senderKey: string): void {
  assert.equal(headers['content-encoding'], 'aes128gcm');
  assert.match(String(headers['ttl']), /^\d+$/);
  assert.equal(headers['urgency'], 'high');
  assert.ok(body.length < 2744, 'Firefox on Android gets no more');
  const [, token = '', key = ''] =
    /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(String(headers['authorization'])) ?? [];
  assert.equal(key, senderKey);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  assert.deepEqual([aud, sub], [`http://${headers['host']}`, 'mailto:operator@example.com']);
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((it) => it.toString('base64url'));
  assert.ok(x !== undefined && y !== undefined);
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const how = {
    key: createPublicKey({ format: 'jwk', key: jwk }),
    dsaEncoding: 'ieee-p1363',
  } as const;
  assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), how, bytes(signature)));
}

describe('what the page says where notices cannot be shown', () => {
  let world: BrowserWorld;
  let signedIn: Page;
  before(async () => {
    world = await openSharedWorld();
    const window = await world.chromium.open({ hasServiceWorker: true, width: 390 });
    signedIn = window.page;
    await world.signIn(signedIn, await world.addPerson('Wanda Words'));
  });
  after(() => world.close());

  const GRANTED = `
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';`;

  const openWith = async (script: string): Promise<Page> => {
    const page = await signedIn.context().newPage();
    await page.addInitScript(script);
    await page.goto(`${world.authUrl}/notices`);
    return page;
  };
  const says = async (page: Page, text: RegExp, hasButton: boolean): Promise<void> => {
    await page.locator('#push').getByText(text).waitFor();
    assert.equal(await page.getByRole('button', { name: ALLOW }).isVisible(), hasButton);
    assert.equal(await page.locator('[data-push-state]:visible').count(), 1);
    await page.close();
  };

  test('the person or the browser has blocked them', async () => {
    const page = await openWith(
      "Object.defineProperty(Notification, 'permission', { get: () => 'denied' })",
    );
    await says(page, /Your browser blocks notices of this site/, false);
  });

  test('the browser has nothing for them, or only for an app on the Home Screen', async () => {
    await says(await openWith('delete window.PushManager'), /^This browser cannot show/, false);
    const apple = 'delete window.PushManager; navigator.standalone = false;';
    await says(await openWith(apple), /add this page to the Home Screen/, false);
  });

  test('the browser refuses at once, as in a private window', async () => {
    const page = await openWith(
      `${GRANTED} PushManager.prototype.subscribe = async () => { throw new DOMException('no', 'NotAllowedError'); };`,
    );
    await page.getByRole('button', { name: ALLOW }).click();
    await says(page, /Your browser did not allow it/, true);
  });

  test('the browser never answers', async () => {
    const page = await openWith(
      `${GRANTED} PushManager.prototype.subscribe = () => new Promise(() => undefined);
      const { setTimeout: real } = window;
      window.setTimeout = (act, ms) => real(act, ms === 15000 ? 1500 : ms);`,
    );
    await page.getByRole('button', { name: ALLOW }).click();
    await page.getByText('Your browser is asking for permission').waitFor();
    await says(page, /Your browser did not answer/, true);
  });

  test('no script runs', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, await world.addPerson('Willa Without'));
    await page.goto(`${world.authUrl}/notices`);
    await page.locator('#push noscript p').waitFor();
    assert.equal(await page.getByRole('button', { name: ALLOW }).isVisible(), false);
  });
});
