import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { emailOf } from '../support/email-of.ts';
import { type OauthWorld, PASSWORD, startOauth } from '../support/oauth-world.ts';
import { createTestKind } from '../support/test-connection-kind.ts';
import { openChromium, type WatchedBrowser } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { pressProved } from './press-proved.ts';

describe('connecting an app without OAuth in a browser', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let world: OauthWorld;
  let chromium: WatchedBrowser;
  before(async () => {
    const connectionKinds = (['nwc', 'lndhub'] as const).map(createTestKind);
    const cleanup = { after: (end: () => Promise<void>) => void cleanups.push(end) };
    world = await startOauth(cleanup, { baseUrl: null }, () => ({ connectionKinds }));
    chromium = await openChromium('127.0.0.1');
  });
  after(async () => {
    await chromium.close();
    for (const cleanup of cleanups) await cleanup();
  });

  async function signIn(page: Page, email: string): Promise<void> {
    await page.goto(`${world.authOrigin}/sign-in`);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL((url) => url.pathname !== '/sign-in');
  }

  test('the page with the code says by itself when the app has found its way', async () => {
    const { api } = await world.addPerson();
    const { page, requests, complaints } = await chromium.open();
    await signIn(page, emailOf(api.user));
    await page.goto(`${world.authOrigin}/apps`);
    await page.getByRole('link', { name: 'Connect an app' }).click();
    const limit = page.getByRole('group', { name: 'How much it may spend' });
    await page.getByLabel('Only receive').check();
    assert.equal(await limit.isVisible(), false);
    await page.getByLabel('Pay and receive').check();
    assert.equal(await limit.isVisible(), true);
    await page.getByLabel('Name').fill('Zeus on my phone');
    const waiting = page.getByText('Waiting for its first request…');
    await pressProved(page, 'Connect', waiting);

    const [app] = await world.deps.appGrants.listAppGrants(api.user.id);
    assert(app !== undefined);
    const [device] = await world.deps.connections.listDevices(api.user.id, app.id);
    const used = { caller: { grantId: app.id }, lastUsedAt: null, familyId: null };
    world.deps.appGrantUses.note({ ...used, deviceId: device?.id ?? '' });
    await world.deps.appGrantUses.write();
    await page.locator('.state', { hasText: 'Connected' }).waitFor();
    assert.equal(await page.getByRole('img', { name: 'QR code' }).isVisible(), true);
    assert.match(await page.title(), /^Connect “Zeus on my phone”/);

    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Zeus on my phone' }).waitFor();
    await page.getByRole('link', { name: 'Add a device' }).click();
    await page.getByLabel('Name').fill('tablet in the kitchen');
    await pressProved(page, 'Add device', waiting);
    await page.goto(`${world.authOrigin}/apps/${app.id}`);
    await inspectPage(page);
    const origins = new Set(requests.map((address) => new URL(address).origin));
    assert.deepEqual([...origins], [world.authOrigin]);
    assert.deepEqual(complaints, []);
  });
});
