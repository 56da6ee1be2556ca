import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Account, BrowserWorld } from './browser-world.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('amounts in one’s own currency in a browser', () => {
  let world: BrowserWorld;
  let account: Account;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Rita Receiver');
    const { page } = await world.signedIn(account);
    await page.goto(`${world.authUrl}/preferences`);
    await page.locator('select[name=currency]').selectOption('EUR');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.waitForLoadState();
    // The first price is read soon after the start.
    for (;;) {
      await page.goto(world.authUrl);
      if (await page.getByText('≈ €0.00').isVisible()) break;
    }
  });
  after(() => world.close());

  const openReceive = async (page: Page) => {
    await page.goto(`${world.authUrl}/receive`);
    return { amount: page.getByLabel('Amount'), other: page.locator('[data-other-unit]') };
  };

  test('the other unit follows what is typed, in either one', async () => {
    const { page, complaints } = await world.signedIn(account);
    const { amount, other } = await openReceive(page);
    await amount.fill('19,299');
    assert.equal(await other.textContent(), '≈ €12.40');
    await page.getByLabel('Unit').selectOption('EUR');
    await amount.fill('12.40');
    assert.equal(await other.textContent(), '≈ 19,299 sat');
    await inspectPage(page);
    await amount.fill('12.405');
    assert.equal(await other.textContent(), '');
    await amount.fill('12.40');
    await page.getByRole('button', { name: 'Make invoice' }).click();
    await page.getByRole('heading', { name: 'Invoice for 19,299 sat' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  test('without scripts, the next page says it', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, account);
    const { amount, other } = await openReceive(page);
    await page.getByLabel('Unit').selectOption('EUR');
    await amount.fill('12.40');
    assert.equal(await other.textContent(), '');
    await page.getByRole('button', { name: 'Make invoice' }).click();
    await page.getByRole('heading', { name: 'Invoice for 19,299 sat' }).waitFor();
    await page.getByText('≈ €12.40').waitFor();
  });
});
