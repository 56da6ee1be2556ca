import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { field, textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

/** Two people of one service, who call each other by their names. */
describe('people', () => {
  let world: BrowserWorld;
  const tokens: string[] = [];
  const windows: WatchedWindow[] = [];

  before(async () => {
    world = await openSharedWorld();
    const accounts = [await world.addPerson('Paula Payer'), await world.addPerson('Bob Baker')];
    for (const account of accounts) {
      tokens.push(await account.token());
      windows.push(await world.signedIn(account));
    }
    const invoice = await callApi(`${world.baseUrl}/invoices`, tokens[0] ?? '', { amount: 9000 });
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(invoice, 'payment_request') })).ok);
    await untilPasses(async () => assert.deepEqual(await balances(), [9000, 0]));
    for (const { page } of windows) await showName(page);
    const { page } = windowOf(1);
    await page.goto(`${world.authUrl}/address`);
    await page.getByLabel('Name', { exact: true }).fill('bob-baker');
    await page.getByRole('button', { name: 'Choose this name' }).click();
    await page.getByText('bob-baker@wallet.example').first().waitFor();
  });
  after(() => world.close());

  const windowOf = (index: number): WatchedWindow => {
    const window = windows[index];
    assert(window !== undefined);
    return window;
  };

  const balances = () =>
    Promise.all(
      tokens.map(async (token) =>
        field(await callApi(`${world.baseUrl}/balance`, token), 'balance'),
      ),
    );

  const showName = async (page: Page): Promise<void> => {
    await page.goto(`${world.authUrl}/preferences`);
    await page.getByLabel('People here see my name when I pay them').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your preferences are saved').waitFor();
  };

  const isPaid = (page: Page) => page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();

  test('a name is saved after a payment; then one press on it leads to the amount', async () => {
    const { page, complaints } = windowOf(0);
    await page.goto(`${world.authUrl}/send`);
    await page.getByLabel('Pay to').fill('bob-baker@wallet.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Amount').fill('1000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Pay 1,000 sat' }).click();
    await isPaid(page);
    await page.getByRole('link', { name: 'Save this name' }).click();
    await page.getByLabel('Name', { exact: true }).waitFor();
    await inspectPage(page);
    await page.getByLabel('Name', { exact: true }).fill('Bob');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The contact is saved.').waitFor();
    await inspectPage(page);
    await page.goto(`${world.authUrl}/contacts`);
    await inspectPage(page);
    await page.goto(`${world.authUrl}/`);
    await page.getByRole('main').getByRole('link', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Bob bob-baker@wallet.example' }).waitFor();
    await inspectPage(page);
    await page.getByRole('button', { name: 'Bob bob-baker@wallet.example' }).click();
    await page.getByLabel('Amount').fill('500');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.locator('.named', { hasText: 'Bob bob-baker@wallet.example' }).waitFor();
    await inspectPage(page);
    assert.deepEqual(await balances(), [8000, 1000]);
    await page.getByRole('button', { name: 'Pay 500 sat' }).click();
    await isPaid(page);
    await inspectPage(page);
    assert.deepEqual(await balances(), [7500, 1500]);
    assert.deepEqual(complaints, []);
  });

  test('paying again takes two presses, from Activity too, and the first one moves nothing', async () => {
    const { page } = windowOf(0);
    await page.goto(`${world.authUrl}/activity`);
    await page.locator('.movement').first().click();
    await inspectPage(page);
    await page.getByRole('button', { name: 'Pay again' }).click();
    await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
    assert.deepEqual(await balances(), [7500, 1500]);
    await page.getByRole('button', { name: 'Pay 500 sat' }).click();
    await isPaid(page);
    assert.deepEqual(await balances(), [7000, 2000]);
  });

  test('the payee reads who paid, as both show their names', async () => {
    const { page } = windowOf(1);
    await page.goto(`${world.authUrl}/activity`);
    await page.getByText('From Paula Payer').first().waitFor();
    await page.locator('.movement').first().click();
    await page.getByText('Here: Paula Payer').waitFor();
  });

  test('someone here is asked for money, and pays it; then the asker is blocked', async () => {
    const [{ page: payer }, { page: asker }] = [windowOf(0), windowOf(1)];
    const askForMoney = async (amount: string): Promise<void> => {
      await asker.goto(`${world.authUrl}/receive`);
      await asker.getByLabel('Amount').fill(amount);
      await asker.getByLabel('What it is for').fill('Cinema');
      await asker.getByRole('button', { name: 'Make invoice' }).click();
      await asker.getByRole('link', { name: 'Ask someone here' }).click();
      await asker.getByLabel('Whom do you ask?').fill('paula-payer');
      await inspectPage(asker);
      await asker.getByRole('button', { name: 'Ask', exact: true }).click();
      await asker.getByText('Your request is on its way.').waitFor();
    };
    await payer.goto(`${world.authUrl}/address`);
    await payer.getByLabel('Name', { exact: true }).fill('paula-payer');
    await payer.getByRole('button', { name: 'Choose this name' }).click();
    await payer.getByText('paula-payer@wallet.example').first().waitFor();
    await askForMoney('300');
    await payer.goto(`${world.authUrl}/notices`);
    await payer.getByRole('link', { name: 'Someone here asks you for money' }).click();
    await payer.locator('.named', { hasText: 'bob-baker@wallet.example Bob' }).waitFor();
    await inspectPage(payer);
    await payer.getByRole('button', { name: 'Pay', exact: true }).click();
    await payer.getByRole('button', { name: 'Pay 300 sat' }).click();
    await isPaid(payer);
    assert.deepEqual(await balances(), [6700, 2300]);
    await asker.goto(`${world.authUrl}/requests`);
    await asker.getByText('Paid', { exact: true }).waitFor();
    await inspectPage(asker);
    await askForMoney('400');
    await payer.goto(`${world.authUrl}/send`);
    await payer.getByRole('link', { name: 'Someone asks you for money.' }).click();
    await payer.getByRole('link', { name: 'bob-baker@wallet.example Bob' }).click();
    await payer.getByRole('button', { name: 'Block this person' }).click();
    await payer.getByText('This person is blocked.').waitFor();
    await inspectPage(payer);
    await askForMoney('500');
    await payer.goto(`${world.authUrl}/send`);
    assert.equal(await payer.getByText('Someone asks you for money.').count(), 0);
    assert.deepEqual(await balances(), [6700, 2300]);
  });

  test('a contact is found and removed', async () => {
    const { page } = windowOf(0);
    await page.goto(`${world.authUrl}/contacts`);
    await page.getByLabel('Search by name or address').fill('BOB-');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('link', { name: 'Change Bob' }).click();
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Bob is removed.').waitFor();
  });
});
