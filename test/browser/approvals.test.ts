import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { field, textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { addDevice } from './add-device.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { readLosses } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { externalInvoice } from './wallet-tour.ts';

/** Numbers in titles: the checklist of approvals. */
describe('a payment that asks, in a browser', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;
  let asking: string;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Petra Proof');
    asking = await account.token('--name', 'Corner shop', '--ask-above', '100');
    const made = await callApi(`${world.baseUrl}/invoices`, asking, { amount: 250_000 });
    const simulator = await world.service.simulator();
    assert((await simulator.pay({ bolt11: textField(made, 'payment_request') })).ok);
    await untilPasses(async () => {
      const balance = await callApi(`${world.baseUrl}/balance`, asking);
      assert.equal(field(balance, 'balance'), 250_000);
    });
    window = await world.signedIn(account);
    await addDevice(window);
    const { page } = window;
    await page.goto(`${world.authUrl}/security/passkeys/new`);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await press(page, 'Continue');
    await page.getByLabel('Name').fill('My phone');
    await press(page, 'Add a passkey');
    await page.waitForURL('**/security');
  });
  after(() => world.close());

  const press = (page: Page, name: string | RegExp) =>
    page.getByRole('button', { name, exact: true }).click();
  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, exact: true }).waitFor();
  /** The app asks, and waits for its answer. */
  const ask = async (amountSat: number, memo: string): Promise<Promise<unknown>> => {
    const invoice = await externalInvoice(world, amountSat, memo);
    return callApi(`${world.baseUrl}/payments/bolt11`, asking, { invoice });
  };
  /** The app asks, and hears that its payment was refused. */
  const askInVain = async (amountSat: number, memo: string): Promise<void> => {
    const refused = assert.rejects(ask(amountSat, memo), /refused this payment/);
    refused.catch(() => undefined);
  };
  const shows = (page: Page) => page.getByRole('link', { name: /for your approval\.$/ });

  test('37 47 appears by itself, and is paid by a passkey while the app waits', async () => {
    const { page, complaints } = window;
    await page.goto(world.authUrl);
    const paid = ask(12_345, 'A bicycle bell');
    await shows(page).click();
    await heading(page, 'A payment asks for your approval');
    await page.getByText('A bicycle bell').waitFor();
    await page.getByText('Corner shop').waitFor();
    await inspectPage(page);
    await press(page, 'Pay 12,345 sat');
    await heading(page, 'Is it you?');
    await inspectPage(page);
    await press(page, 'Pay 12,345 sat');
    await heading(page, 'Paid');
    assert.equal(field(await paid, 'amount'), 12_345);
    await page.getByText(/You approved it .* with Chrome on Linux/).waitFor();
    await inspectPage(page);
    await page.getByRole('link', { name: 'See the payment' }).click();
    await heading(page, 'Paid');
    await page.goto(`${world.authUrl}/approvals`);
    await page.getByText('Nothing waits for you').waitFor();
    await inspectPage(page);
    assert.deepEqual(complaints, []);
  });

  test('47 without scripts, by keyboard: paid with the password, and another one refused', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, account);
    const paid = ask(500, 'First');
    const byKeyboard = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await untilPasses(async () => {
      await page.goto(`${world.authUrl}/approvals`);
      assert.equal(await page.getByText('First').count(), 1);
    });
    await page.getByText('First').click();
    await byKeyboard('Pay 500 sat');
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.keyboard.press('Enter');
    await heading(page, 'Paid');
    await paid;
    await askInVain(600, 'Second');
    await untilPasses(async () => {
      await page.goto(`${world.authUrl}/approvals`);
      assert.equal(await page.getByText('Second').count(), 1);
    });
    await page.getByText('Second').click();
    await byKeyboard('Refuse');
    await heading(page, 'Refused');
  });

  test('48 amount and payee stand above the buttons, also with the longest words and large letters', async () => {
    const { page } = window;
    await askInVain(123_456, `${'Long words '.repeat(9)}${'unbroken'.repeat(20)}`);
    await page.goto(world.authUrl);
    await shows(page).click();
    await heading(page, 'A payment asks for your approval');
    for (const size of ['100%', '200%']) {
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 844 });
        await page.evaluate(`document.documentElement.style.fontSize = '${size}'`);
        const at = `${width} px, ${size}`;
        const { overflowPx } = await readLosses(page);
        assert.ok(overflowPx <= 0, `${at} does not scroll sideways`);
        const bottomOf = async (text: string) => {
          const box = await page.getByText(text, { exact: true }).first().boundingBox();
          return (box?.y ?? Number.NaN) + (box?.height ?? 0);
        };
        const button = page.getByRole('button', { name: 'Pay 123,456 sat', exact: true });
        const top = (await button.boundingBox())?.y ?? 0;
        for (const said of ['Amount', 'To', 'Asked by']) {
          assert.ok((await bottomOf(said)) <= top, `${said} at ${at}`);
        }
      }
    }
    await page.evaluate("document.documentElement.style.fontSize = ''");
    await inspectPage(page);
    await press(page, 'Refuse');
    await heading(page, 'Refused');
  });

  test('44 several keysends in one call, each with its payee', async () => {
    const { page } = window;
    const destination = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    const keysends = Array.from({ length: 12 }, (_, index) => ({
      ...{ destination, amount: 1000 + index },
      memo: `${'unbroken'.repeat(8)} ${index}`,
    }));
    const path = `${world.baseUrl}/payments/keysend/multi`;
    const refused = assert.rejects(callApi(path, asking, { keysends }), /refused this payment/);
    await page.goto(world.authUrl);
    await shows(page).click();
    await heading(page, 'A payment asks for your approval');
    await page.getByText('12 payments').waitFor();
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      const { overflowPx } = await readLosses(page);
      assert.ok(overflowPx <= 0, `${width} px does not scroll sideways`);
    }
    await inspectPage(page);
    await press(page, 'Refuse');
    await heading(page, 'Refused');
    await refused;
  });

  test('a page that is open follows what another device decides', async () => {
    const { page } = window;
    await askInVain(700, 'Elsewhere');
    await page.goto(world.authUrl);
    await shows(page).click();
    await heading(page, 'A payment asks for your approval');
    const other = await world.signedIn(account);
    await other.page.goto(page.url());
    await press(other.page, 'Refuse');
    await heading(page, 'Refused');
  });
});
