import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { systemRandom } from '../../src/system/system-random.ts';
import type { BrowserWorld } from '../../test/browser/browser-world.ts';
import { pressProved } from '../../test/browser/press-proved.ts';
import type { Stage } from '../../test/browser/stage.ts';
import { connectAlbyApp } from '../../test/support/nwc/connect-alby-app.ts';
import { newAppKey } from '../../test/support/nwc/test-pairing.ts';
import type { Take } from './take.ts';

/**
 * Takes pictures while an app is connected by a link and used, and another one asks with its own
 * key.
 */
export async function takeConnections(
  world: BrowserWorld,
  { window: { page } }: Stage,
  take: Take,
): Promise<void> {
  await page.goto(`${world.authUrl}/apps/new`);
  await take(page, 'apps-new');
  await page.getByLabel('Name').fill('Zeus on my phone');
  await page.getByLabel('Limit', { exact: true }).fill('5,000');
  await pressProved(page, 'Connect', page.getByText('Waiting for its first request…'));
  await take(page, 'apps-link');
  await useWallet(world, (await page.locator('.secret-text').textContent()) ?? '');
  await page.locator('.state', { hasText: 'Connected' }).waitFor();
  await take(page, 'apps-link-used');
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByText('its limit was not high enough').waitFor();
  await page.getByText('of 5,000 sat spent this month').waitFor();
  // The page is loaded again to show it without movement.
  await page.reload();
  await take(page, 'apps-connection');
  await takePairing(world, page, take);
}

/** Lets an app pay, and lets a payment above its budget be refused. */
async function useWallet({ service }: BrowserWorld, link: string): Promise<void> {
  const client = connectAlbyApp(link);
  const simulator = await service.simulator();
  const [small, large] = [
    await simulator.invoice({ amountSat: 1200, memo: 'Coffee' }),
    await simulator.invoice({ amountSat: 40_000, memo: 'Headphones' }),
  ];
  assert(small.ok && large.ok, 'someone outside makes invoices');
  await client.payInvoice({ invoice: small.value.paymentRequest });
  await client.payInvoice({ invoice: large.value.paymentRequest }).catch(() => undefined);
  client.close();
}

const ASKED = {
  name: 'Zap Reader',
  return_to: 'https://zaps.example/wallet',
  request_methods: 'get_info get_balance pay_invoice lookup_invoice',
  max_amount: '21000000',
  budget_renewal: 'monthly',
};

async function takePairing({ authUrl }: BrowserWorld, page: Page, take: Take): Promise<void> {
  const open = (asked: Readonly<Record<string, string>>) => {
    const query = new URLSearchParams({ pubkey: newAppKey(systemRandom), ...asked });
    return page.goto(`${authUrl}/apps/new?${query}`);
  };
  await open(ASKED);
  await take(page, 'apps-pairing');
  await open({ ...ASKED, isolated: 'true' });
  await take(page, 'apps-pairing-refused');
  await open({ name: 'Zap Reader', request_methods: 'get_info make_invoice' });
  await page.getByRole('button', { name: /^Allow/ }).click();
  await page.getByRole('heading', { name: '“Zap Reader” is connected' }).waitFor();
  await take(page, 'apps-pairing-done');
}
