import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { BrowserWorld } from '../../test/browser/browser-world.ts';
import type { Stage } from '../../test/browser/stage.ts';
import type { Take } from './take.ts';

/** Takes pictures of the wallet's pages while money comes in and goes out, in each state. */
export async function takeWallet(world: BrowserWorld, stage: Stage, take: Take): Promise<void> {
  const { page } = stage.window;
  await takeReceive(world, page, take);
  await takeSend(world, page, take);
  await takeContacts(world, page, take);
  await takeLists(world, page, take);
  await takeNewcomer(world, take);
}

async function takeReceive(world: BrowserWorld, page: Page, take: Take): Promise<void> {
  await page.goto(`${world.authUrl}/receive`);
  await take(page, 'receive');
  await page.getByLabel('Amount').fill('21,000');
  await page.getByLabel('What it is for').fill('Two concert tickets');
  await page.getByRole('button', { name: 'Make invoice' }).click();
  await page.getByRole('heading', { name: 'Invoice for' }).waitFor();
  await take(page, 'receive-invoice');
  const bolt11 = (await page.locator('[data-copy^="ln"]').first().getAttribute('data-copy')) ?? '';
  assert((await (await world.service.simulator()).pay({ bolt11 })).ok, 'someone outside pays');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await take(page, 'receive-paid');
}

async function takeSend(world: BrowserWorld, page: Page, take: Take): Promise<void> {
  const simulator = await world.service.simulator();
  const begin = async (to: string): Promise<void> => {
    await page.goto(`${world.authUrl}/send`);
    await page.getByLabel('Pay to').fill(to);
    await page.getByRole('button', { name: 'Continue' }).click();
  };
  const invoice = async (amountSat: number, memo: string): Promise<string> => {
    const made = await simulator.invoice({ amountSat, memo });
    assert(made.ok, 'someone outside makes an invoice');
    return made.value.paymentRequest;
  };
  await page.goto(`${world.authUrl}/send`);
  await take(page, 'send');
  await page.goto(`${world.authUrl}/send/scan`);
  await page.getByRole('button', { name: 'Use the camera' }).waitFor();
  await take(page, 'send-scan');
  await begin('bitcoin:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq');
  await take(page, 'send-refused');
  await begin(await invoice(4200, 'Lunch at Café Lumen'));
  await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
  await take(page, 'send-review');
  assert((await simulator.setFault({ kind: 'hold_settle', count: 1, ms: 20_000 })).ok);
  await page.getByRole('button', { name: 'Pay 4,200 sat' }).click();
  await page.getByRole('heading', { name: 'On its way' }).waitFor();
  await take(page, 'send-on-its-way');
  await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
  await take(page, 'send-paid');
  await begin(await invoice(3000, 'Newspaper'));
  assert((await simulator.setFault({ kind: 'no_route', count: 1 })).ok);
  await page.getByRole('button', { name: 'Pay 3,000 sat' }).click();
  await page.getByRole('heading', { name: 'Not paid' }).waitFor();
  await take(page, 'send-failed');
}

const CONTACTS = [
  ['Café Lumen', 'lumen@cafe.example'],
  ['Lin, my sister', 'lin@wallet.example'],
] as const;

/** Takes pictures of contacts, in their list and on the page that sends money. */
async function takeContacts({ authUrl }: BrowserWorld, page: Page, take: Take): Promise<void> {
  for (const [name, address] of CONTACTS) {
    await page.goto(`${authUrl}/contacts/new`);
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Lightning address').fill(address);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The contact is saved.').waitFor();
  }
  await page.goto(`${authUrl}/contacts`);
  await take(page, 'contacts');
  await page.goto(`${authUrl}/send`);
  await take(page, 'send-contacts');
}

async function takeLists({ authUrl }: BrowserWorld, page: Page, take: Take): Promise<void> {
  await page.goto(`${authUrl}/`);
  await take(page, 'home');
  await page.goto(`${authUrl}/activity`);
  await take(page, 'activity');
  await page.getByRole('link', { name: /Lunch at Café Lumen/ }).click();
  await take(page, 'activity-payment');
  await page.goto(`${authUrl}/activity?q=nothing+of+this`);
  await take(page, 'activity-nothing-found');
  await page.goto(`${authUrl}/statements`);
  await take(page, 'statements');
  await page.locator('td a').first().click();
  await page.getByText('Not closed yet').waitFor();
  await take(page, 'statement');
  await page.goto(`${authUrl}/preferences`);
  await take(page, 'preferences');
  await page.goto(`${authUrl}/notices`);
  await take(page, 'notices');
  await page.goto(`${authUrl}/leave`);
  await take(page, 'leave');
  await page.getByRole('link', { name: 'Close account' }).click();
  await page.getByRole('heading', { name: 'Close your account' }).waitFor();
  await take(page, 'leave-close');
}

/** Takes pictures of the wallet of a new user. */
async function takeNewcomer(world: BrowserWorld, take: Take): Promise<void> {
  const { page, context } = await world.signedIn(await world.addPerson('New Person'));
  await page.goto(`${world.authUrl}/`);
  await take(page, 'home-empty');
  await page.goto(`${world.authUrl}/activity`);
  await take(page, 'activity-empty');
  await page.goto(`${world.authUrl}/notices`);
  await take(page, 'notices-empty');
  await page.goto(`${world.authUrl}/play`);
  await take(page, 'play');
  await context.close();
}
