import { startBrowserWorld } from './test/browser/browser-world.ts';
import { setStage } from './test/browser/stage.ts';
import { NWCClient } from '@getalby/sdk/nwc';
import { randomBytes } from 'node:crypto';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
const world = await startBrowserWorld();
const shot = async (page: any, name: string) => {
  for (const width of [390, 1280]) for (const colorScheme of ['light', 'dark']) {
    await page.setViewportSize({ width, height: 800 });
    const whole = Number(await page.evaluate('document.documentElement.scrollHeight'));
    await page.setViewportSize({ width, height: Math.max(whole, 600) });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `/tmp/nwcshots/${name}-${width}-${colorScheme}.png` });
  }
};
try {
  const { window: { page, context } } = await setStage(world);
  await page.goto(`${world.authUrl}/apps/new`);
  await shot(page, 'new');
  await page.getByLabel('Name').fill('Zap site');
  await page.getByLabel('Limit', { exact: true }).fill('5,000');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Waiting for its first request').waitFor();
  await shot(page, 'link');
  const uri = (await page.locator('.secret-text').textContent()) ?? '';
  console.log(uri);
  const client = new NWCClient({ nostrWalletConnectUrl: uri });
  console.log(await client.getBalance());
  await page.locator('.state', { hasText: 'Connected' }).waitFor();
  await shot(page, 'link-live');
  const made = await (await world.service.outside()).invoice({ amountSat: 40000, memo: 'a lot' });
  await client.payInvoice({ invoice: made.value.paymentRequest }).catch((e: any) => console.log(e.code, e.message));
  const made2 = await (await world.service.outside()).invoice({ amountSat: 400, memo: 'little' });
  console.log(await client.payInvoice({ invoice: made2.value.paymentRequest }));
  await new Promise((r) => setTimeout(r, 8000));
  await page.goto(`${world.authUrl}/apps`);
  await shot(page, 'apps');
  await page.getByRole('link', { name: 'Zap site' }).first().click();
  await shot(page, 'one');
  await page.goto(`${world.authUrl}/activity`);
  await shot(page, 'activity');
  const key = () => Buffer.from(xOnlyPointFromScalar(randomBytes(32))).toString('hex');
  const ask = async (query: Record<string, string>, name: string) => {
    await page.goto(`${world.authUrl}/apps/new?${new URLSearchParams(query)}`);
    await shot(page, name);
  };
  await ask({ pubkey: key(), name: 'Bitcoin Connect', return_to: 'https://zaps.example/back', request_methods: 'get_info get_balance pay_invoice lookup_invoice', max_amount: '10000000', budget_renewal: 'monthly', expires_at: String(Math.floor(Date.now() / 1000) + 30 * 86400) }, 'pair');
  await ask({ pubkey: key(), name: 'Bitcoin Connect' }, 'pair-open');
  await ask({ pubkey: key(), request_methods: 'get_balance multi_pay_invoice sign_message' }, 'pair-unknown');
  await ask({ pubkey: key(), return_to: 'javascript:alert(1)' }, 'pair-return');
  await ask({ pubkey: key(), isolated: 'true' }, 'pair-isolated');
  await page.goto(`${world.authUrl}/apps/new?${new URLSearchParams({ pubkey: key(), name: 'Tipper', request_methods: 'make_invoice' })}`);
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await page.getByRole('heading', { name: 'is connected' }).waitFor();
  await shot(page, 'pair-byhand');
  await page.goto(`${world.authUrl}/apps/new?${new URLSearchParams({ pubkey: key(), name: 'Tipper', request_methods: 'pay_invoice', max_amount: '5000000' })}`);
  await page.getByLabel('Limit', { exact: true }).fill('9000');
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await shot(page, 'pair-wrong');
  await page.getByRole('button', { name: 'Do not allow', exact: true }).click();
  await shot(page, 'pair-denied');
  client.close();
} finally { await world.close(); }
