/**
 * Writes docs/screenshots/: pictures of the pages on which people decide, on a phone and a desk, in
 * light and dark, as the running program shows them in Chromium.
 *
 *     node tools/take-screenshots.ts
 *     node tools/take-screenshots.ts operate
 *
 * `operate` takes only the pictures of operators' pages, `wallet` all others.
 */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { type BrowserWorld, startBrowserWorld } from '../test/browser/browser-world.ts';
import { askAddress } from '../test/browser/connect-app.ts';
import { startOperateWorld } from '../test/browser/operate-world.ts';
import { type Stage, setStage } from '../test/browser/stage.ts';
import { setWebhookStage, type WebhookStage } from '../test/browser/webhook-stage.ts';
import { takeConnections } from './pictures/connection-pictures.ts';
import { takeOperate } from './pictures/operate-pictures.ts';
import { takeProof } from './pictures/proof-pictures.ts';
import { SCHEMES, type Take, WIDTHS } from './pictures/take.ts';
import { takeWallet } from './pictures/wallet-pictures.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = new URL('../docs/screenshots/', import.meta.url).pathname;
const HEIGHT = 800;

interface Picture {
  readonly name: string;
  readonly isGuest?: boolean;
  address(world: BrowserWorld, stage: Stage): string;
}

const SPENDING = 'account:read balance:read payments:send';

const PICTURES: readonly Picture[] = [
  { name: 'first-page', isGuest: true, address: ({ authUrl }) => `${authUrl}/` },
  { name: 'sign-in', isGuest: true, address: ({ authUrl }) => `${authUrl}/sign-in` },
  {
    name: 'consent',
    address: ({ authUrl }, { newApp }) => askAddress(authUrl, newApp, SPENDING),
  },
  { name: 'connected-apps', address: ({ authUrl }) => `${authUrl}/apps` },
  { name: 'clients', address: ({ authUrl }) => `${authUrl}/developer/clients` },
  { name: 'address', address: ({ authUrl }) => `${authUrl}/address` },
  { name: 'address-print', address: ({ authUrl }) => `${authUrl}/address/print` },
  { name: 'pay', isGuest: true, address: ({ authUrl }) => `${authUrl}/pay/ann` },
  { name: 'tokens', address: ({ authUrl }) => `${authUrl}/developer/tokens` },
];

interface WebhookPicture {
  readonly name: string;
  show(page: Page, authUrl: string, stage: WebhookStage): Promise<unknown>;
}

const WEBHOOK_PICTURES: readonly WebhookPicture[] = [
  { name: 'webhooks', show: (page, authUrl) => page.goto(`${authUrl}/webhooks`) },
  { name: 'webhooks-new', show: (page, authUrl) => page.goto(`${authUrl}/webhooks/new`) },
  {
    name: 'webhooks-endpoint',
    show: (page, authUrl, { failing }) => page.goto(authUrl + failing),
  },
  {
    name: 'webhooks-delivery',
    show: async (page, authUrl, { failing }) => {
      await page.goto(`${authUrl}${failing}`);
      await page.locator('td a').first().click();
    },
  },
  {
    name: 'webhooks-signature-help',
    show: async (page, authUrl, { receiver }) => {
      const hook = receiver.received.find(({ path }) => path === '/shop');
      assert(hook !== undefined, 'something came');
      const { headers, body } = hook;
      await page.goto(`${authUrl}/webhooks/signature-help`);
      await page
        .getByLabel('Endpoint')
        .selectOption({ label: `Shop server, ${receiver.url}/shop` });
      await page.getByLabel('ID', { exact: true }).fill(String(headers['webhook-id']));
      await page.getByLabel('Timestamp').fill(String(headers['webhook-timestamp']));
      await page.getByLabel('Signature').fill(String(headers['webhook-signature']));
      await page.getByLabel('Body').fill(JSON.stringify(JSON.parse(body), null, 2));
      await page.getByRole('button', { name: 'Find out' }).click();
    },
  },
];

const takeAll: Take = async (page, name, options = {}) => {
  const { widths = WIDTHS, schemes = SCHEMES, maxHeight = Number.POSITIVE_INFINITY } = options;
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHT });
    // The window becomes as high as the page, so that elements at its bottom are at the bottom of
    // the picture.
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ width, height: Math.min(Math.max(whole, HEIGHT), maxHeight) });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      const path = `${FOLDER}${name}-${width}-${colorScheme}.png`;
      await writeFile(path, shrinkPng(await page.screenshot()));
      process.stdout.write(`${path}\n`);
    }
  }
};

const { positionals } = parseArgs({ allowPositionals: true });
const [only = 'all'] = positionals;
assert(['all', 'operate', 'wallet'].includes(only), 'it is operate, wallet or nothing');
await mkdir(FOLDER, { recursive: true });
if (only !== 'operate') await takeWalletSide();
if (only !== 'wallet') await takeOperateSide();

async function takeOperateSide(): Promise<void> {
  const world = await startOperateWorld();
  try {
    await takeOperate(world, takeAll);
  } finally {
    await world.close();
  }
}

async function takeWalletSide(): Promise<void> {
  const world = await startBrowserWorld();
  try {
    await takeEach(world);
  } finally {
    await world.close();
  }
}

async function takeEach(world: BrowserWorld): Promise<void> {
  const stage = await setStage(world);
  const guest = await world.chromium.open();
  for (const picture of PICTURES) {
    const { page } = picture.isGuest ? guest : stage.window;
    await page.goto(picture.address(world, stage));
    await takeAll(page, picture.name);
  }
  await takePayment(world, guest.page);
  await takeWallet(world, stage, takeAll);
  await takeConnections(world, stage, takeAll);
  await takeProof(world, stage, takeAll);
  const webhooks = await setWebhookStage(world);
  for (const { name, show } of WEBHOOK_PICTURES) {
    const { page } = webhooks.window;
    await show(page, world.authUrl, webhooks);
    await page.waitForLoadState();
    await takeAll(page, name);
  }
  await webhooks.close();
}

/** Lets someone without an account pay the address of the user in the pictures. */
async function takePayment(world: BrowserWorld, page: Page): Promise<void> {
  await page.goto(`${world.authUrl}/pay/ann`);
  await page.getByLabel('Amount').fill('21,000');
  await page.getByLabel('Comment').fill('Thank you for the concert!');
  await page.getByRole('button', { name: 'Make invoice' }).click();
  const link = page.getByRole('link', { name: 'Open in wallet' });
  const bolt11 = (await link.getAttribute('href'))?.slice('lightning:'.length) ?? '';
  await takeAll(page, 'pay-invoice');
  const paid = await (await world.service.simulator()).pay({ bolt11 });
  assert(paid.ok, 'someone outside pays');
  await page.getByRole('heading', { name: 'Paid' }).waitFor();
  await takeAll(page, 'pay-paid');
}
