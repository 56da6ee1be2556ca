import assert from 'node:assert/strict';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld, RunningApp } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { connectApp } from './connect-app.ts';
import { pressProved } from './press-proved.ts';

/** A wallet that someone uses: money in and out, apps with and without a limit, tokens. */
export interface Stage {
  readonly account: Account;
  readonly window: WatchedWindow;
  /** Connected. */
  readonly app: RunningApp;
  /** Not connected yet. */
  readonly newApp: RunningApp;
}

export async function setStage(world: BrowserWorld): Promise<Stage> {
  const account = await world.addPerson('Ann Smith', 'ann@example.com');
  const token = await account.token();
  await moveMoney(world, token);
  const window = await world.signedIn(account);
  const { page } = window;
  await chooseAddress(world, window, 'ann');

  const app = await world.addApp({ name: 'Podverse', host: 'podverse.example' });
  const spending = { scope: 'account:read balance:read payments:send' };
  const limit = { amount: '10000', interval: 'month' };
  const appToken = await connectApp(world, page, app, { ...spending, limit });
  await payExternal(world, appToken, 6400, 'Podcast: value for value, episode 214');

  const reader = await world.addApp({ name: 'Zap Reader', host: 'zaps.example' });
  const few = { amount: '2100', interval: 'day' };
  const readerToken = await connectApp(world, page, reader, { ...spending, limit: few });
  await payExternal(world, readerToken, 2000, 'Thank you for the essay');

  const tax = await world.addApp({ name: 'Tax Export', host: 'tax.example' });
  const reading = { scope: 'invoices:read transactions:read', limit: null };
  await connectApp(world, page, tax, reading);

  await createToken(world, window, 'Shop server', ['Ask for money in your name']);
  await createToken(world, window, 'Weekly payout', ['See your balance', 'Spend from your wallet']);
  await registerApp(world, window, 'Corner Shop', 'https://shop.example');
  await registerApp(world, window, 'Tip jar (testing)', 'http://localhost:5173');
  return { account, window, app, newApp: await world.addApp(NEWS) };
}

const NEWS = { name: 'Evening News', host: 'evening-news.example' };

const INCOMES = [
  [480_000, 'Invoice 2026-117, translation'],
  [21_000, 'Invoice 2026-118, website'],
  [750_000, 'Invoice 2026-119, concert'],
  [1250, ''],
] as const;

async function moveMoney({ service, baseUrl }: BrowserWorld, token: string): Promise<void> {
  const simulator = await service.simulator();
  let sum = 0;
  for (const [amount, memo] of INCOMES) {
    const invoice = await callApi(`${baseUrl}/invoices`, token, { amount, memo });
    const paid = await simulator.pay({ bolt11: textField(invoice, 'payment_request') });
    assert(paid.ok, 'somebody outside pays');
    sum += amount;
  }
  await untilPasses(async () => {
    const balance = await callApi(`${baseUrl}/balance`, token);
    assert.deepEqual(balance, { balance: sum, currency: 'BTC', unit: 'sat' });
  });
}

async function payExternal(
  { service, baseUrl }: BrowserWorld,
  token: string,
  amountSat: number,
  memo: string,
): Promise<void> {
  const made = await (await service.simulator()).invoice({ amountSat, memo });
  assert(made.ok, 'somebody outside makes an invoice');
  await callApi(`${baseUrl}/payments/bolt11`, token, { invoice: made.value.paymentRequest });
}

/** Their lightning address is this name, at the domain of the service. */
export async function chooseAddress(
  { authUrl }: BrowserWorld,
  { page }: WatchedWindow,
  name: string,
): Promise<void> {
  await page.goto(`${authUrl}/address`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Choose this name' }).click();
  await page.getByText(`Your Lightning address is ${name}@`).waitFor();
}

async function createToken(
  { authUrl }: BrowserWorld,
  { page }: WatchedWindow,
  name: string,
  scopes: readonly string[],
): Promise<void> {
  await page.goto(`${authUrl}/developer/tokens/new`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('See your balance').uncheck();
  for (const scope of scopes) await page.getByLabel(scope).check();
  await pressProved(page, 'Create token', page.getByRole('heading', { name: 'Your new token' }));
}

async function registerApp(
  { authUrl }: BrowserWorld,
  { page }: WatchedWindow,
  name: string,
  url: string,
): Promise<void> {
  await page.goto(`${authUrl}/developer/clients/new`);
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Website').fill(url);
  await page.getByLabel('Callback address').fill(`${url}/wallet/callback`);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.getByRole('heading', { name: `“${name}” is registered` }).waitFor();
}
