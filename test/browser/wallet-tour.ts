import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';

/** Someone who has received, with long words for it, and has money left to send. */
export async function addEarner(world: BrowserWorld): Promise<Account> {
  const account = await world.addPerson('Ludmila Longname-Hyphenated');
  const token = await account.token();
  const simulator = await world.service.simulator();
  for (const [amount, memo] of [
    [1_234_567, 'Translation of the whole documentation, second instalment'],
    [50, ''],
  ] as const) {
    const made = await callApi(`${world.baseUrl}/invoices`, token, { amount, memo });
    assert((await simulator.pay({ bolt11: textField(made, 'payment_request') })).ok, 'it is paid');
  }
  await untilPasses(async () => {
    const balance = await callApi(`${world.baseUrl}/balance`, token);
    assert.deepEqual(balance, { balance: 1_234_617, currency: 'BTC', unit: 'sat' });
  });
  return account;
}

export async function externalInvoice(
  { service }: BrowserWorld,
  amountSat: number,
  memo: string,
): Promise<string> {
  const made = await (await service.simulator()).invoice({ amountSat, memo });
  assert(made.ok, 'someone outside makes an invoice');
  return made.value.paymentRequest;
}

const PATHS: readonly string[] = [
  '/receive',
  '/activity',
  '/statements',
  '/more',
  '/apps',
  '/address',
  '/contacts',
  '/requests',
  '/preferences',
  '/profile',
  '/security',
  '/developer/tokens/new',
  '/webhooks',
  '/operate',
  '/operate/node',
  '/send/scan',
];

/** The screens of money, from Home to a receipt; each is shown to `look`. */
export async function tourWallet(
  { authUrl, ...world }: BrowserWorld,
  page: Page,
  look: () => Promise<void>,
): Promise<void> {
  await page.goto(`${authUrl}/`);
  await look();
  for (const path of PATHS) {
    await page.goto(authUrl + path);
    await look();
  }
  await page.goto(`${authUrl}/activity`);
  await page.locator('main a.movement.settled').first().click();
  await page.waitForURL(/\/activity\/./);
  await look();
  await page.goto(`${authUrl}/receive`);
  await page.getByLabel('Amount').fill('1,234,567');
  await page.getByRole('button', { name: 'Make invoice' }).click();
  await page.getByRole('heading', { name: 'Invoice for' }).waitFor();
  await look();
  await page.goto(`${authUrl}/send`);
  await page.getByLabel('Pay to').fill('nothing that could be paid');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.locator('.wrong').first().waitFor();
  await look();
  const memo = 'Two tickets for the last evening of the festival';
  await page.getByLabel('Pay to').fill(await externalInvoice({ authUrl, ...world }, 1000, memo));
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Pay 1,000 sat' }).click();
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await look();
}
