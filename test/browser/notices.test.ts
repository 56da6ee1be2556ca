import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { textField } from '../support/fields.ts';
import type { BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import { connectApp } from './connect-app.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('notices in a browser', () => {
  let world: BrowserWorld;

  before(async () => {
    world = await openSharedWorld();
  });
  after(() => world.close());

  const someone = async (name: string) => {
    const account = await world.addPerson(name);
    const token = await account.token();
    const receive = async (amount: number) => {
      const invoice = await callApi(`${world.baseUrl}/invoices`, token, { amount, memo: '' });
      const bolt11 = textField(invoice, 'payment_request');
      const paid = await (await world.service.simulator()).pay({ bolt11 });
      assert(paid.ok, 'someone outside pays');
    };
    return { account, receive };
  };

  const bell = (page: Page, unread: string) =>
    page.getByRole('link', { name: `Notices ${unread}`.trim(), exact: true });

  test('the bell counts by itself, leads to what happened, and is quiet once it was read', async () => {
    const { account, receive } = await someone('Nora Notice');
    const { page, complaints } = await world.signedIn(account);
    await page.goto(world.authUrl);
    await bell(page, '').waitFor();
    await receive(21_000);
    await bell(page, '1 unread').waitFor();
    await page.getByText('+21,000').first().waitFor();

    await bell(page, '1 unread').click();
    await page.getByRole('link', { name: 'You received money' }).waitFor();
    await bell(page, '').waitFor();
    await page.getByText('New', { exact: true }).waitFor();
    await inspectPage(page);
    await receive(1000);
    await page.getByText('+1,000').waitFor();
    await page.getByText('+21,000').waitFor();
    await bell(page, '').waitFor();
    await inspectPage(page);
    assert.deepEqual(complaints, []);
  });

  test('without scripts: the same, at the next page; a new app is told, and its name is a text', async () => {
    const { account } = await someone('Noel Script');
    const name = `<b>Shop</b> ${'x'.repeat(40)}`;
    const app = await world.addApp({ name });
    const connecting = await world.signedIn(account);
    const input = { scope: 'balance:read', limit: null };
    await connectApp(world, connecting.page, app, input);
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(page, account);
    await page.goto(world.authUrl);
    await bell(page, '1 unread').click();
    await page.getByText(`${name} may use your wallet now`).waitFor();
    await page.getByLabel('Money received').selectOption({ label: 'Do not tell me' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    const chosen = page.getByLabel('Money received').locator('option:checked');
    assert.equal(await chosen.textContent(), 'Do not tell me');
    await bell(page, '').waitFor();
  });
});
