import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PAGES } from '../../src/app/pages/pages.ts';
import type { BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { askAddress, tourPairing } from './connect-app.ts';
import { inspectPage } from './inspect-page.ts';
import type { OperateWorld } from './operate-world.ts';
import { CONFIRMED_PATHS, EXEMPT_PAGES, PLAIN_PATHS, patternOf } from './page-list.ts';
import { pressProved } from './press-proved.ts';
import { openOperateWorld, openSharedWorld } from './shared-world.ts';
import { type Stage, setStage } from './stage.ts';

describe('every page', () => {
  let world: BrowserWorld;
  let stage: Stage;
  let guest: WatchedWindow;
  let operators: OperateWorld;
  const visited = new Set<string>();

  before(async () => {
    world = await openSharedWorld();
    stage = await setStage(world);
    guest = await world.chromium.open();
    operators = await openOperateWorld();
  });
  after(() => world.close());

  const inspect = async (window: WatchedWindow): Promise<void> => {
    const { page } = window;
    visited.add(patternOf(new URL(page.url()).pathname));
    await inspectPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  };

  const open = async (
    window: WatchedWindow,
    path: string,
    { authUrl }: Pick<BrowserWorld, 'authUrl'> = world,
  ): Promise<void> => {
    await window.page.goto(authUrl + path);
    assert.equal(new URL(window.page.url()).pathname, path.split('?')[0], 'is not led elsewhere');
    await inspect(window);
  };

  const follow = async (window: WatchedWindow, path: string, label: string): Promise<void> => {
    await window.page.goto(world.authUrl + path);
    await window.page.getByRole('link', { name: label, exact: true }).first().click();
    await window.page.waitForLoadState();
    await inspect(window);
  };

  for (const path of [
    '/',
    '/sign-in',
    '/sign-in/passkey',
    '/sign-up',
    '/forgot-password',
    '/pay/ann',
    '/proof',
  ]) {
    test(`${path} for guests`, () => open(guest, path));
  }

  test('/set-up by the link of the first start', async () => {
    const link = /\S+\/set-up\?token=\S+/.exec(world.service.output())?.[0];
    assert(link !== undefined, 'the first start prints a link');
    const { pathname, search } = new URL(link);
    await open(guest, pathname + search);
  });

  for (const path of [
    ...PLAIN_PATHS.filter((one) => !CONFIRMED_PATHS.includes(one)),
    '/',
    '/offline',
    '/play',
    '/proof',
    '/sign-out',
    '/activity?show=out',
    '/activity?state=waiting',
    '/operate/alarms?show=earlier',
    '/operate/jobs?show=waiting',
  ]) {
    const isOfOperators = path.startsWith('/operate');
    test(path, () =>
      isOfOperators ? open(operators.window, path, operators) : open(stage.window, path),
    );
  }

  for (const [path, label] of [
    ['/apps', 'Change limit'],
    ['/apps', 'Disconnect'],
    ['/apps', 'Podverse'],
    ['/developer/tokens', 'Change limit'],
    ['/developer/tokens', 'Revoke'],
    ['/developer/clients', 'Corner Shop'],
  ] as const) {
    test(`${path}, ${label}`, () => follow(stage.window, path, label));
  }

  test('an app: another secret, and its end', async () => {
    const { page } = stage.window;
    for (const label of ['Replace the secret', 'Delete the app']) {
      await page.goto(`${world.authUrl}/developer/clients`);
      await page.getByRole('link', { name: 'Corner Shop' }).click();
      await page.getByRole('link', { name: label }).click();
      await page.waitForLoadState();
      await inspect(stage.window);
    }
  });

  test('the consent page', async () => {
    const { page } = stage.window;
    await page.goto(askAddress(world.authUrl, stage.app, 'balance:read payments:send'));
    await inspect(stage.window);
    await page.getByLabel('No limit').check();
    await inspect(stage.window);
    await page.getByLabel('Up to a limit').check();
    await page.getByLabel('Limit', { exact: true }).fill('1.5');
    await page.getByRole('button', { name: /^Allow/ }).click();
    await page.getByText('Nothing is allowed yet').waitFor();
    await inspect(stage.window);
  });

  test('an app without OAuth: what it gets, its page, and another device', async () => {
    const { page } = stage.window;
    await page.goto(`${world.authUrl}/apps/new`);
    await page.getByLabel('Name').fill('Zeus on my phone');
    await page.getByRole('button', { name: 'Connect' }).click();
    await page.getByRole('heading', { name: 'Is it you?' }).waitFor();
    await inspect(stage.window);
    await pressProved(page, 'Connect', page.getByText('Waiting for its first request'));
    await inspect(stage.window);
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Zeus on my phone' }).waitFor();
    await inspect(stage.window);
    await page.getByRole('link', { name: 'Add a device' }).click();
    await page.getByRole('heading', { name: 'Add a device to “Zeus on my phone”' }).waitFor();
    await inspect(stage.window);
  });

  test('an app that asks with a key of its own, more than it can have, and what it is told', () =>
    tourPairing(world, stage.window.page, () => inspect(stage.window)));

  test('the secret of a new token, and how it is copied', async () => {
    const { page, context } = stage.window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${world.authUrl}/developer/tokens/new`);
    await page.getByLabel('Name', { exact: true }).fill('copied');
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^sat_pat_[\w-]{43}$/);
    assert.equal(await page.locator('.secret-text').textContent(), copied);
    await inspect(stage.window);
  });

  test('where the browser lends no clipboard, as over plain http, nothing offers to copy', async () => {
    const page = await stage.window.context.newPage();
    await page.addInitScript("Object.defineProperty(navigator, 'clipboard', { value: undefined })");
    await page.goto(`${world.authUrl}/developer/tokens/new`);
    await page.getByLabel('Name', { exact: true }).fill('read by eye');
    await page.getByRole('button', { name: 'Create token' }).click();
    assert.match((await page.locator('.secret-text').textContent()) ?? '', /^sat_pat_/);
    assert.equal(await page.locator('button[data-copy]').isVisible(), false);
    await page.close();
  });

  test('a form with faults', async () => {
    const { page } = stage.window;
    await page.goto(`${world.authUrl}/developer/clients/new`);
    await page.getByLabel('Name', { exact: true }).fill('x');
    await page.getByLabel('Website').fill('http://shop.example');
    await page.getByLabel('Callback address').fill('https://shop.example/cb');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('The app was not registered').waitFor();
    await inspect(stage.window);
  });

  test('errors', async () => {
    const { page } = stage.window;
    for (const path of ['/apps/x/budget', '/oauth?client_id=x']) {
      await page.goto(world.authUrl + path);
      await page.getByRole('link', { name: 'Go to the start page' }).waitFor();
      await inspectPage(page);
    }
  });

  test('a wrong request of an app, which leads nowhere by itself', async () => {
    const { page } = stage.window;
    await page.goto(askAddress(world.authUrl, stage.app, 'balance:read bogus'));
    await page.getByRole('link', { name: 'Go back to the app' }).waitFor();
    await inspectPage(page);
  });

  test('what an admin does with people', async () => {
    const { page } = stage.window;
    await page.goto(`${world.authUrl}/confirm`);
    await page.getByLabel('Password', { exact: true }).fill(stage.account.password);
    await page.getByRole('main').getByRole('button').first().click();
    for (const path of CONFIRMED_PATHS) await open(stage.window, path);
    await page.goto(`${world.authUrl}/operate/users`);
    await page.getByRole('button', { name: 'Invite' }).click();
    await page.getByRole('heading', { name: 'Invitation' }).waitFor();
    await inspect(stage.window);
    const invitation = new URL((await page.locator('.secret-text').textContent()) ?? '');
    await open(guest, invitation.pathname + invitation.search);

    await world.addPerson('Bob');
    await page.goto(`${world.authUrl}/operate/users`);
    await page
      .getByRole('link', { name: /person-/ })
      .last()
      .click();
    await page.waitForLoadState();
    await inspect(stage.window);
    const user = page.url();
    for (const action of ['limits', 'disable', 'reset-password']) {
      await page.goto(`${user}/${action}`);
      await inspect(stage.window);
    }
    await page.getByRole('main').getByRole('button').first().click();
    // Who they are is asked each time.
    await page.getByLabel('Password', { exact: true }).fill(stage.account.password);
    await inspect(stage.window);
    await page.getByRole('button', { name: 'Create a link' }).click();
    await page.locator('.secret-text').waitFor();
    const reset = new URL((await page.locator('.secret-text').textContent()) ?? '');
    await open(guest, reset.pathname + reset.search);
  });

  test('was seen, and spoke with nobody else', () => {
    const paths = PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path);
    const unseen = paths.filter((path) => !visited.has(path));
    assert.deepEqual(unseen.sort(), [...EXEMPT_PAGES].sort());
    for (const { requests, complaints } of [guest, stage.window]) {
      const origins = new Set(requests.map((address) => new URL(address).origin));
      // Where people were led back to.
      const apps = [...origins].filter((origin) => origin !== world.authUrl);
      assert.ok(
        apps.every((origin) => /^https:\/\/[\w-]+\.example$/.test(origin)),
        apps.join(' '),
      );
      const broken = complaints.filter((text) => /policy|refused|uncaught/i.test(text));
      assert.deepEqual(broken, []);
    }
  });
});
