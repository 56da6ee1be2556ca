import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WEBHOOK_PAGES } from '../../src/webhooks/webhooks.ts';
import { holdBack } from '../support/webhooks/hook-receiver.ts';
import type { BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { addEndpoint, setWebhookStage, type WebhookStage } from './webhook-stage.ts';

describe('webhooks', () => {
  let world: BrowserWorld;
  let stage: WebhookStage;
  const visited = new Set<string>();

  before(async () => {
    world = await openSharedWorld();
    stage = await setWebhookStage(world);
  });
  after(async () => {
    await stage.close();
    await world.close();
  });

  const inspect = async ({ page }: WatchedWindow): Promise<void> => {
    await page.waitForLoadState();
    visited.add(patternOf(new URL(page.url()).pathname));
    await inspectPage(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const open = async (path: string): Promise<void> => {
    await stage.window.page.goto(world.authUrl + path);
    await inspect(stage.window);
  };

  test('the list, and the warning on the overview', async () => {
    await open('/webhooks');
    const { page } = stage.window;
    for (const word of ['Delivering', 'Failing', 'Off']) {
      await page.getByText(word, { exact: true }).first().waitFor();
    }
    await open('/');
    await page.getByText('2 webhook endpoints').waitFor();
  });

  test('a list without any', async () => {
    const window = await world.signedIn(await world.addPerson());
    await window.page.goto(`${world.authUrl}/webhooks`);
    await inspect(window);
    await window.page.goto(`${world.authUrl}/webhooks/signature-help`);
    await inspect(window);
    await window.context.close();
  });

  test('a new endpoint: mistakes, and the secret that is copied', async () => {
    const { page, context } = stage.window;
    await open('/webhooks/new');
    await page.getByLabel('Address').fill('http://shop.example');
    await page.getByLabel('Money received').uncheck();
    await page.getByLabel('Money sent').uncheck();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('No endpoint was created').waitFor();
    await inspect(stage.window);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByLabel('Address').fill('https://never.example/hook');
    await page.getByLabel('Money sent').check();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /^whsec_[A-Za-z0-9+/]{32}$/);
    await inspect(stage.window);
  });

  for (const kind of ['well', 'failing', 'gone'] as const) {
    test(`an endpoint that is ${kind}`, () => open(stage[kind]));
  }

  for (const end of ['/edit', '/secret', '/recover', '/switch-off', '/switch-on', '/delete']) {
    test(`an endpoint, ${end}`, () => open(stage.failing + end));
  }

  test('W58 one delivery, and an answer that wants to be more than text', async () => {
    const { page } = stage.window;
    let hasRun = false;
    page.once('dialog', async (dialog) => {
      hasRun = true;
      await dialog.dismiss();
    });
    await page.goto(world.authUrl + stage.failing);
    await page.getByRole('link', { name: 'Given up' }).click();
    await page.locator('td a').first().click();
    await page.getByText('<script>alert(1)</script>').waitFor();
    await page.getByText('The same, formatted').click();
    await inspect(stage.window);
    assert.equal(hasRun, false);
  });

  test('a test event arrives, and is sent again', async () => {
    const { page } = stage.window;
    await page.goto(world.authUrl + stage.well);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByRole('heading', { name: 'Money received (test event)' }).waitFor();
    const address = page.url();
    const arrived = async (count: number): Promise<void> => {
      const id = address.split('/').at(-1);
      while (stage.receiver.received.filter((hook) => hook.id === id).length < count) {
        await page.goto(address);
      }
    };
    await arrived(1);
    await page.goto(address);
    await page.getByRole('button', { name: 'Send again' }).click();
    await arrived(2);
  });

  test('the page of a delivery that is on its way says by itself how it ended', async () => {
    const { page } = stage.window;
    const held = holdBack();
    stage.receiver.answer('/slow', held.reply);
    await addEndpoint(world, stage.window, 'Slow server', `${stage.receiver.url}/slow`);
    await page.getByRole('button', { name: 'Send test event' }).click();
    await page.getByText('It is not delivered yet.').waitFor();
    await page.getByRole('link', { name: 'Refresh' }).waitFor({ state: 'hidden' });
    await page.evaluate('document.documentElement.dataset.same = "yes"');
    held.release();
    await page.getByText('Delivered', { exact: true }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes');
  });

  test('why a signature fails: one that is right, and one of a body that was rewritten', async () => {
    const { page } = stage.window;
    const hook = stage.receiver.received.find(({ path }) => path === '/shop');
    assert(hook !== undefined, 'something came');
    const ask = async (body: string, words: string): Promise<void> => {
      await page.getByLabel('Endpoint').selectOption({
        label: `Shop server, ${stage.receiver.url}/shop`,
      });
      await page.getByLabel('ID', { exact: true }).fill(hook.id);
      await page.getByLabel('Timestamp').fill(String(hook.headers['webhook-timestamp']));
      await page.getByLabel('Signature').fill(String(hook.headers['webhook-signature']));
      await page.getByLabel('Body').fill(body);
      await page.getByRole('button', { name: 'Find out' }).click();
      await page.getByText(words).waitFor();
      await inspect(stage.window);
    };
    await open('/webhooks/signature-help');
    await ask(hook.body, 'This signature is right');
    await ask(
      JSON.stringify(JSON.parse(hook.body), null, 2),
      'The body was parsed and written again',
    );
  });

  test('every page was seen, and spoke with nobody else', () => {
    const paths = WEBHOOK_PAGES.filter(({ method }) => method === 'GET').map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !visited.has(path)),
      [],
    );
    const { requests, complaints } = stage.window;
    const origins = new Set(requests.map((address) => new URL(address).origin));
    assert.deepEqual([...origins].sort(), [world.authUrl, 'https://podverse.example']);
    assert.deepEqual(
      complaints.filter((text) => /policy|refused|uncaught/i.test(text)),
      [],
    );
  });
});

/** The path of the page list that a path of a browser stands for; exact ones first. */
function patternOf(path: string): string {
  const paths = WEBHOOK_PAGES.map((page) => page.path);
  if (paths.includes(path)) return path;
  const fits = (pattern: string): boolean =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  return paths.find(fits) ?? path;
}
