import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { TOTP, URI } from 'otpauth';
import type { Account, BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('an authenticator app in a browser without scripts', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;
  let app: TOTP;
  let codes: readonly string[];

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson();
    window = await world.chromium.open({ hasScripts: false });
    await world.signIn(window.page, account);
  });
  after(() => world.close());

  const go = (path: string) => window.page.goto(world.authUrl + path);
  const press = (name: string) =>
    window.page.getByRole('main').getByRole('button', { name }).click();

  test('is set up by scanning or typing, and shows backup codes once', async () => {
    const { page } = window;
    await go('/security/authenticator');
    const address = await page.getByRole('link', { name: 'this link' }).getAttribute('href');
    const read = URI.parse(address ?? '');
    assert(read instanceof TOTP);
    app = read;
    const picture = page.getByAltText('QR code for your authenticator app');
    const box = await picture.boundingBox();
    assert(box !== null && box.width >= 200, 'a phone can read it from the screen');
    await page.getByLabel('Code').fill(app.generate());
    await press('Use this app');
    const shown = (await page.locator('.secret-text').textContent()) ?? '';
    codes = shown.split('\n');
    assert.equal(codes.length, 10);
  });

  test('is asked for after the password; a backup code works too', async () => {
    const { page } = window;
    await go('/sign-out');
    await press('Sign out');
    await go('/security');
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press('Sign in');
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Code').fill('000 000');
    await press('Sign in');
    await page.getByText('This code is wrong').waitFor();
    await page.getByLabel('Code').fill(codes[0] ?? '');
    await press('Sign in');
    await page.getByText('You have 9 backup codes left').waitFor();
  });

  test('every page of it is fit to use', async () => {
    const withScripts = await world.chromium.open();
    const { page } = withScripts;
    await page.goto(`${world.authUrl}/sign-in`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await inspectPage(page);
    await page.getByLabel('Code').fill(codes[1] ?? '');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${world.authUrl}/`);
    for (const path of ['/security', '/security/authenticator/remove', '/security/backup-codes']) {
      await page.goto(world.authUrl + path);
      assert.equal(new URL(page.url()).pathname, path);
      await inspectPage(page);
    }
    await page.getByRole('main').getByRole('button', { name: 'Create new codes' }).click();
    await page.getByRole('heading', { name: 'Your backup codes' }).waitFor();
    await inspectPage(page);
    await page.goto(`${world.authUrl}/security/authenticator/remove`);
    await page.getByRole('main').getByRole('button', { name: 'Stop using the app' }).click();
    await page.getByText('You are no longer asked for codes.').waitFor();
    await page.goto(`${world.authUrl}/security/authenticator`);
    await inspectPage(page);
    assert.deepEqual(withScripts.complaints, []);
  });
});
