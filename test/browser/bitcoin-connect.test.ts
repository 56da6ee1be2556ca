import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import { type NwcAppHost, startNwcAppHost } from './nwc-app-host.ts';
import { pressProved } from './press-proved.ts';
import { openSharedWorld } from './shared-world.ts';

const START_SAT = 10_000;

/** The library by which websites connect wallets, in a browser, by the link that our page shows. */
describe('1: @getalby/bitcoin-connect 3.12.3 in Chromium', () => {
  let world: BrowserWorld;
  let host: NwcAppHost;
  let app: Page;
  let pages: Page;
  before(async () => {
    world = await openSharedWorld();
    host = await startNwcAppHost();
    const account = await world.addPerson('Ann');
    const token = await account.token();
    const bill = await callApi(`${world.baseUrl}/invoices`, token, { amount: START_SAT });
    const bolt11 = textField(bill, 'payment_request');
    assert((await (await world.service.simulator()).pay({ bolt11 })).ok);
    await untilPasses(async () => {
      const balance = await callApi(`${world.baseUrl}/balance`, token);
      assert.deepEqual(balance, { balance: START_SAT, currency: 'BTC', unit: 'sat' });
    });
    const window = await world.signedIn(account);
    pages = window.page;
    app = await window.context.newPage();
  });
  after(async () => {
    await host.close();
    await world.close();
  });

  test('connects by the link of our page, which says so, and shows the balance', async () => {
    await pages.goto(`${world.authUrl}/apps/new`);
    await pages.getByLabel('Name').fill('A website');
    await pages.getByLabel('Limit', { exact: true }).fill('5,000');
    await pressProved(pages, 'Connect', pages.getByText('Waiting for its first request…'));
    const open = pages.getByRole('link', { name: 'Open in an app on this device' });
    const link = (await pages.locator('.secret-text').textContent()) ?? '';
    assert.equal(await open.getAttribute('href'), link);

    await app.goto(host.origin);
    await app.evaluate(`(async () => {
      const connect = await import('@getalby/bitcoin-connect');
      globalThis.connect = connect;
      connect.init({ appName: 'A website', showBalance: true });
      document.body.append(document.createElement('bc-button'));
      const connected = new Promise((resolve) => connect.onConnected(resolve));
      connect.connectNWC(${JSON.stringify(link)});
      globalThis.wallet = await connected;
    })()`);
    const balance = await app.evaluate<unknown>('wallet.getBalance()');
    assert.deepEqual(balance, { balance: START_SAT, currency: 'sats' });
    await pages.locator('.state', { hasText: 'Connected' }).waitFor();
  });

  test('pays an invoice when its user presses the button', async () => {
    const bill = await (await world.service.simulator()).invoice({ amountSat: 1000, memo: 'tea' });
    assert(bill.ok);
    await app.evaluate(`void (globalThis.paid = new Promise((onPaid, onCancelled) => {
      const invoice = ${JSON.stringify(bill.value.paymentRequest)};
      connect.launchPaymentModal({ invoice, onPaid, onCancelled });
    }))`);
    await app.getByText('Confirm Payment').click();
    assert.match(textField(await app.evaluate<unknown>('paid'), 'preimage'), /^[0-9a-f]{64}$/);
  });

  test('hears what is too much, and so does the page', async () => {
    const bill = await (await world.service.simulator()).invoice({ amountSat: 4500 });
    assert(bill.ok);
    const invoice = JSON.stringify(bill.value.paymentRequest);
    const refused = await app.evaluate<string>(
      `wallet.sendPayment(${invoice}).then(() => 'paid', ({ message }) => message)`,
    );
    assert.match(refused, /over budget/);
    await pages.getByRole('link', { name: 'Done' }).click();
    await pages.getByText('its limit was not high enough').waitFor();
    await pages.getByText(/1,0\d\d of 5,000 sat spent this month/).waitFor();
  });
});
