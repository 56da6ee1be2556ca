import assert from 'node:assert/strict';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { type HookReceiver, startHookReceiver } from '../support/webhooks/hook-receiver.ts';
import type { BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { connectApp } from './connect-app.ts';

/** Someone whose servers are told of their payments: one is well, one is not, one is gone. */
export interface WebhookStage {
  readonly window: WatchedWindow;
  readonly receiver: HookReceiver;
  /** Paths of their pages. */
  readonly well: string;
  readonly failing: string;
  readonly gone: string;
  close(): Promise<void>;
}

/** An answer that wants to be more than text. */
const BROKEN_PAGE =
  '<!doctype html>\n<title>500</title>\n<script>alert(1)</script>\n' +
  '<h1>Internal Server Error</h1> \u001b[31mTypeError: cannot read properties of undefined\n';

export async function setWebhookStage(world: BrowserWorld): Promise<WebhookStage> {
  const receiver = await startHookReceiver();
  receiver.answer('/accounting', (response, hook) => {
    const isFirst = receiver.messages('/accounting').size === 1;
    response.writeHead(500, isFirst ? { 'webhook-delivery': 'abort-message' } : {});
    response.end(hook.body.includes('Test event') ? '' : BROKEN_PAGE);
  });
  receiver.answer('/old', { status: 410 });
  const account = await world.addPerson('Ben Miller', 'ben@example.com');
  const token = await account.token();
  const window = await world.signedIn(account);
  await addAppEndpoint(world, window, `${receiver.url}/stream`);
  const well = await addEndpoint(world, window, 'Shop server', `${receiver.url}/shop`);
  const failing = await addEndpoint(world, window, 'Accounting', `${receiver.url}/accounting`);
  const gone = await addEndpoint(world, window, 'Old server', `${receiver.url}/old`);
  await receiveMoney(world, token);
  // Made in person, they are seen on the pages only.
  const { page } = window;
  const read = async (path: string): Promise<string> => {
    await page.goto(world.authUrl + path);
    return await page.locator('main').innerText();
  };
  await untilPasses(async () => {
    await read(well);
    const delivered = await page.locator('td').getByText('Delivered', { exact: true }).count();
    assert.equal(delivered, INCOMES.length);
    assert.match(await read(gone), /The server answered 410/);
    const failures = /(\d+) attempts failed/.exec(await read(failing))?.[1] ?? 0;
    assert(Number(failures) >= INCOMES.length);
  });
  return { window, receiver, well, failing, gone, close: () => receiver.close() };
}

const INCOMES = [
  [21_000, 'Order 4711'],
  [1250, ''],
  [64_000, 'Order 4712'],
  [300, 'Tip'],
] as const;

async function receiveMoney({ service, baseUrl }: BrowserWorld, token: string): Promise<void> {
  const simulator = await service.simulator();
  for (const [amount, memo] of INCOMES) {
    const invoice = await callApi(`${baseUrl}/invoices`, token, { amount, memo });
    const paid = await simulator.pay({ bolt11: textField(invoice, 'payment_request') });
    assert(paid.ok, 'somebody outside pays');
  }
}

/** As people do it; answers the path of its page. */
export async function addEndpoint(
  { authUrl }: BrowserWorld,
  { page }: WatchedWindow,
  name: string,
  url: string,
): Promise<string> {
  await page.goto(`${authUrl}/webhooks/new`);
  await page.getByLabel('Address').fill(url);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByRole('link', { name: 'I have saved the secret' }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  return new URL(page.url()).pathname;
}

async function addAppEndpoint(
  world: BrowserWorld,
  { page }: WatchedWindow,
  url: string,
): Promise<void> {
  const app = await world.addApp({ name: 'Podverse', host: 'podverse.example' });
  const token = await connectApp(world, page, app, { scope: 'invoices:read', limit: null });
  const input = { url, description: 'Live boosts', filter_types: ['invoice.incoming.settled'] };
  await callApi(`${world.baseUrl}/webhook_endpoints`, token, input);
}
