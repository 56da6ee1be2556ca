import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { addDevice } from './add-device.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { externalInvoice } from './wallet-tour.ts';

/** With the authenticator of Chromium, which makes and uses keys as a phone does. */
describe('a passkey in a real browser', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson();
    window = await world.signedIn(account);
    await addDevice(window);
  });
  after(() => world.close());

  const go = (path: string) => window.page.goto(world.authUrl + path);
  const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
  const openNewPasskey = async (page: Page): Promise<void> => {
    await go('/security/passkeys/new');
    await inspectPage(page);
    await confirm(page);
  };
  const confirm = async (page: Page): Promise<void> => {
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press(page, 'Continue');
  };
  const pathOf = (page: Page): string => new URL(page.url()).pathname;

  test('is made, and listed', async () => {
    const { page } = window;
    await openNewPasskey(page);
    await page.getByLabel('Name').fill('My phone');
    await press(page, 'Add a passkey');
    await page.waitForURL('**/security');
    await page.getByText('You can now sign in with “My phone”.').waitFor();
    await inspectPage(page);
  });

  test('is not made twice by one device', async () => {
    const { page } = window;
    await go('/security/passkeys/new');
    // The passkey that this browser has is asked for first.
    await press(page, 'Use your password');
    await confirm(page);
    await press(page, 'Add a passkey');
    await page.getByText('This device already has a passkey for your account.').waitFor();
    assert.equal(pathOf(page), '/security/passkeys/new');
    await inspectPage(page);
  });

  test('signs in without an address, and leads to where its user wanted', async () => {
    const { page } = window;
    await go('/sign-out');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await go('/profile');
    assert.equal(pathOf(page), '/sign-in');
    await page.getByRole('link', { name: 'Use a passkey' }).click();
    await press(page, 'Use your passkey');
    await page.waitForURL('**/profile');
    await page.getByText(account.email).waitFor();
  });

  test('confirms that its user sits there', async () => {
    const { page } = window;
    await go('/confirm/passkey');
    await inspectPage(page);
    await press(page, 'Use your passkey');
    await page.waitForURL('**/security');
  });

  test('says who pays, in the review of the payment', async () => {
    const token = await account.token();
    const made = await callApi(`${world.baseUrl}/invoices`, token, { amount: 250_000 });
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(made, 'payment_request') })).ok);
    await untilPasses(async () => {
      const balance = await callApi(`${world.baseUrl}/balance`, token);
      assert.deepEqual(balance, { balance: 250_000, currency: 'BTC', unit: 'sat' });
    });
    const { page } = window;
    await go('/send');
    await page.getByLabel('Pay to').fill(await externalInvoice(world, 120_000, 'A bicycle'));
    await press(page, 'Continue');
    await page.getByText('A bicycle').waitFor();
    await inspectPage(page);
    await press(page, 'Pay 120,000 sat');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  });

  test('is removed, and signs nobody in any more', async () => {
    const { page } = window;
    await go('/security');
    await page.getByRole('link', { name: 'Remove My phone' }).click();
    await inspectPage(page);
    await press(page, 'Remove passkey');
    await page.getByText('The passkey is removed.').waitFor();
    await go('/sign-out');
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click();
    await go('/sign-in/passkey');
    await press(page, 'Use your passkey');
    await page.getByText('That did not work').waitFor();
    await page.getByRole('link', { name: 'Use your password' }).click();
    assert.equal(pathOf(page), '/sign-in');
  });

  test('is asked for on a page that says what to do without scripts', async () => {
    const plain = await world.chromium.open({ hasScripts: false });
    await plain.page.goto(`${world.authUrl}/sign-in/passkey`);
    await plain.page.getByText('Passkeys need JavaScript').waitFor();
    await plain.page.getByRole('button', { name: 'Use your passkey' }).click();
    await plain.page.getByText('That did not work').waitFor();
    await plain.page.getByRole('link', { name: 'Use your password' }).click();
    assert.equal(pathOf(plain.page), '/sign-in');
  });
});
