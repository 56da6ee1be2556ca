import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Account, BrowserWorld } from './browser-world.ts';
import { focusedElement } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

describe('receiving money in a browser', () => {
  let world: BrowserWorld;
  let account: Account;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Rita Receiver');
  });
  after(() => world.close());

  const makeInvoice = async (page: Page, amount: string, memo: string): Promise<string> => {
    await page.goto(`${world.authUrl}/receive`);
    await page.getByLabel('Amount').fill(amount);
    await page.getByLabel('What it is for').fill(memo);
    await page.getByRole('button', { name: 'Make invoice' }).click();
    await page.getByRole('heading', { name: 'Invoice for' }).waitFor();
    const link = await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href');
    return link?.replace('lightning:', '') ?? '';
  };

  const payExternal = async (bolt11: string): Promise<void> => {
    const paid = await (await world.service.simulator()).pay({ bolt11 });
    assert(paid.ok, 'someone outside pays');
  };

  /** Set in the page that is open, and gone after a reload. */
  const markPage = (page: Page) => page.evaluate('document.documentElement.dataset.same = "yes"');
  const isSamePage = (page: Page) => page.evaluate('document.documentElement.dataset.same');

  test('“Paid” takes the place of the code by itself, and Home shows the money', async () => {
    const { page, complaints } = await world.signedIn(account);
    await page.goto(`${world.authUrl}/receive`);
    const home = await page.context().newPage();
    await home.goto(world.authUrl);
    await home.getByText('How money gets here').waitFor();
    await inspectPage(home);
    await page.bringToFront();
    const bolt11 = await makeInvoice(page, '1,000', 'Two <b>coffees</b>');
    await inspectPage(page);
    assert.match((await page.locator('[data-left]').textContent()) ?? '', /left$/);
    await markPage(page);
    await payExternal(bolt11);
    await page.getByRole('heading', { name: 'Paid' }).waitFor();
    assert.equal(await isSamePage(page), 'yes');
    assert.match(await focusedElement(page), /^<h1/);
    assert.match(await page.title(), /^Paid: 1,000 sat/);
    const said = await page.locator('p[role="status"].unseen').textContent();
    assert.equal(said, 'Paid. 1,000 sat is in your wallet.');
    await inspectPage(page);
    // A tab that was in the background hears of it when it comes to the front.
    await home.bringToFront();
    await home.getByText('+1,000').waitFor();
    assert.deepEqual(complaints, []);
    await home.close();
  });

  test('without scripts: a link looks again', async () => {
    const window = await world.chromium.open({ hasScripts: false, width: 390 });
    await world.signIn(window.page, account);
    const { page } = window;
    const bolt11 = await makeInvoice(page, '7', 'no script');
    await payExternal(bolt11);
    for (;;) {
      await page.getByRole('link', { name: 'Check for the payment' }).click();
      await page.waitForLoadState();
      if (await page.getByRole('heading', { name: 'Paid' }).isVisible()) break;
    }
  });

  test('the blocks of what comes over the chain are counted on the page of the address', async () => {
    const { page, complaints } = await world.signedIn(account);
    const simulator = await world.service.simulator();
    await page.goto(`${world.authUrl}/receive`);
    await page.getByRole('button', { name: 'Show my bitcoin address' }).click();
    const copy = page.getByRole('button', { name: 'Copy address' });
    const address = (await copy.getAttribute('data-copy')) ?? '';
    await inspectPage(page);
    await markPage(page);
    assert((await simulator.payOnChain({ address, amountSat: 50_000 })).ok);
    await page.getByText('0 of 3 confirmations').waitFor();
    await inspectPage(page);
    for (const [blocks, shown] of [
      [1, '1 of 3 confirmations'],
      [2, 'Bitcoin has arrived'],
    ] as const) {
      assert((await simulator.mine(blocks)).ok);
      await page.getByText(shown, { exact: true }).waitFor();
    }
    assert.equal(await isSamePage(page), 'yes');
    const said = await page.locator('p[role="status"].unseen').textContent();
    assert.equal(said, 'Bitcoin has arrived. 50,000 sat is in your wallet.');
    await inspectPage(page);
    await page.getByRole('link', { name: 'Bitcoin address' }).click();
    await page.getByText('Added to your wallet').waitFor();
    await inspectPage(page);
    await makeInvoice(page, '12,000', 'Both');
    await page.getByText('One code for Lightning and bitcoin').click();
    await page.getByRole('button', { name: 'Show this code' }).click();
    await page.getByRole('img', { name: 'of your bitcoin address' }).waitFor();
    await inspectPage(page);
    assert.deepEqual(complaints, []);
  });

  test('seven tabs show the wallet, and each page still answers', async () => {
    const { page } = await world.signedIn(account);
    const tabs = [];
    for (let count = 0; count < 7; count += 1) {
      const tab = await page.context().newPage();
      await tab.goto(world.authUrl);
      tabs.push(tab);
    }
    await page.goto(`${world.authUrl}/activity`);
    await page.getByRole('heading', { name: 'Activity' }).waitFor();
    for (const tab of tabs) await tab.close();
  });
});
