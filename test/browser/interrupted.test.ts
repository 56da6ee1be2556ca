import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { textField } from '../support/fields.ts';
import { freePort, type RunningService, startService } from '../support/running-service.ts';
import { nodeOf } from '../support/simulated-lnd.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { type Account, type BrowserWorld, startBrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';

/**
 * People look at pages of one process while another one moves the money, connections are cut, and
 * processes and nodes die. Numbers in titles: the browser tests of the wallet (money).
 */
describe('what is interrupted', () => {
  let world: BrowserWorld;
  let pages: RunningService;
  let pagesUrl: string;
  let account: Account;
  const ends: (() => Promise<void>)[] = [];

  before(async () => {
    world = await startBrowserWorld();
    ends.push(() => world.close());
    const { service } = world;
    const port = await freePort();
    pagesUrl = `http://localhost:${port}`;
    const variables = { SATCHEL_PORT: String(port), SATCHEL_AUTH_URL: pagesUrl };
    const shared = { ...sharedWith(service.env), ...(await nodeOf(service)) };
    pages = await startService({ ...shared, ...variables }, { role: 'api' });
    ends.push(() => pages.end('SIGTERM'));
    account = await world.addPerson('Ina Interrupted');
    const token = await account.token();
    const made = await callApi(`${world.baseUrl}/invoices`, token, { amount: 50_000 });
    await payExternal(textField(made, 'payment_request'));
  });
  after(async () => {
    for (const end of ends.reverse()) await end();
  });

  const payExternal = async (bolt11: string): Promise<void> => {
    assert((await (await world.service.simulator()).pay({ bolt11 })).ok, 'someone outside pays');
  };

  /** Makes an invoice on the pages; answers its text. */
  const makeInvoice = async (page: Page, amount: string): Promise<string> => {
    await page.goto(`${pagesUrl}/receive`);
    await page.getByLabel('Amount').fill(amount);
    await page.getByRole('button', { name: 'Make invoice' }).click();
    const link = page.getByRole('link', { name: 'Open in wallet' });
    return ((await link.getAttribute('href')) ?? '').replace('lightning:', '');
  };
  const paid = (page: Page) => heading(page, 'Paid');

  const heading = (page: Page, name: string) =>
    page.getByRole('heading', { name, exact: true }).waitFor();

  const signedIn = async (): Promise<Page> => {
    const { page } = await world.chromium.open();
    await page.goto(`${pagesUrl}/sign-in`);
    await page.getByLabel('E-mail').fill(account.email);
    await page.getByLabel('Password', { exact: true }).fill(account.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor({ state: 'attached' });
    return page;
  };

  test('2 another process credits it, and the page says “Paid” by itself', async () => {
    const page = await signedIn();
    await payExternal(await makeInvoice(page, '1,000'));
    await paid(page);
    await page.context().close();
  });

  test('2 a page that was without network hears of it as soon as it is back', async () => {
    const page = await signedIn();
    const bolt11 = await makeInvoice(page, '2,000');
    await page.context().setOffline(true);
    await payExternal(bolt11);
    const token = await account.token();
    await untilPasses(async () => {
      const records = await callApi(`${world.baseUrl}/invoices/incoming`, token);
      assert(Array.isArray(records) && records.length === 3);
    });
    assert.equal(await page.getByRole('heading', { name: 'Paid', exact: true }).isVisible(), false);
    await page.context().setOffline(false);
    await paid(page);
    await page.context().close();
  });

  test('2 the process of the page is killed: another one of the same address goes on', async () => {
    const page = await signedIn();
    const bolt11 = await makeInvoice(page, '3,000');
    await pages.end('SIGKILL');
    await payExternal(bolt11);
    await pages.start();
    await paid(page);
    await page.context().close();
  });

  test('3 whoever signs out in one tab leaves no money on the screen of the others', async () => {
    const page = await signedIn();
    await page.getByText('Balance').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${pagesUrl}/more`);
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.waitForURL((url) => url.pathname !== '/more');
    await page.bringToFront();
    await page.getByText('Balance').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('5 the node dies while it sends: not known yet, never “Not paid”, then its true end', async () => {
    const { page } = await world.signedIn(account);
    const simulator = await world.service.simulator();
    const made = await simulator.invoice({ amountSat: 500, memo: 'Through a storm' });
    assert(made.ok);
    await page.goto(`${world.authUrl}/send`);
    await page.getByLabel('Pay to').fill(made.value.paymentRequest);
    await page.getByRole('button', { name: 'Continue' }).click();
    // The simulator writes the payment down and dies before it answers. It starts again with the
    // service.
    assert((await simulator.setFault({ kind: 'crash_recorded', count: 1 })).ok);
    await page.getByRole('button', { name: 'Pay 500 sat' }).click();
    await heading(page, 'Not known yet');
    await world.service.end('SIGTERM');
    await world.service.start();
    await paid(page);
    await page.context().close();
  });
});

/** For a process beside another one: the same database and secrets, and a folder of its own. */
const sharedWith = (env: NodeJS.ProcessEnv): Record<string, string> => {
  const names = [
    'SATCHEL_DATABASE_URL',
    'SATCHEL_MIGRATE_DATABASE_URL',
    'SATCHEL_UNSAFE_DATABASE',
    'SATCHEL_BASE_URL',
    'SATCHEL_SECRET_KEY',
  ];
  return Object.fromEntries(names.map((name) => [name, env[name] ?? '']));
};
