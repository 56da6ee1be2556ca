import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { textField } from '../support/fields.ts';
import type { BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { focusedElement } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

/**
 * Someone looks up what came and went. Numbers in titles: the browser tests of the wallet; its
 * screens 10 and 11 are these.
 */
describe('activity', () => {
  let world: BrowserWorld;
  let window: WatchedWindow;
  let token: string;

  before(async () => {
    world = await openSharedWorld();
    const account = await world.addPerson('Lena Looker');
    token = await account.token();
    window = await world.signedIn(account);
  });
  after(() => world.close());

  async function receive(amount: number, memo: string): Promise<void> {
    const made = await callApi(`${world.baseUrl}/invoices`, token, { amount, memo });
    const simulator = await world.service.simulator();
    const paid = await simulator.pay({ bolt11: textField(made, 'payment_request') });
    assert(paid.ok, 'someone outside pays');
  }

  test('17 the empty list says what will stand there', async () => {
    const { page } = window;
    await page.goto(`${world.authUrl}/activity`);
    await page.getByText('No money has come in or gone out yet').waitFor();
    await inspectPage(page);
  });

  test('10 what comes in stands in the open list by itself, as text', async () => {
    const { page, complaints } = window;
    await page.evaluate('document.documentElement.dataset.same = "yes"');
    await receive(21_000, '<img src=x onerror=alert(1)> Concert');
    await page.getByText('<img src=x onerror=alert(1)> Concert').waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes');
    assert.deepEqual(complaints, []);
  });

  test('17 a filter stands in the address, and Back leads out of it', async () => {
    const { page } = window;
    await receive(500, 'Tea');
    await page.goto(`${world.authUrl}/activity`);
    await inspectPage(page);
    assert.equal(await page.getByLabel('From this amount').isVisible(), false, 'rows come first');
    await page.getByText('Search', { exact: true }).press('Enter');
    await page.getByLabel('From this amount').fill('1,000');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.waitForURL(/min=1/);
    assert.equal(await page.getByText('Tea').count(), 0);
    await inspectPage(page);
    await page.getByLabel('Text', { exact: true }).fill('nothing like it');
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await page.getByText('Nothing of this kind').waitFor();
    await inspectPage(page);
    await page.goBack();
    await page.goBack();
    await page.getByText('Tea').waitFor();
  });

  test('17 21 a line leads to its record; a note stays, and a receipt has no navigation', async () => {
    const { page } = window;
    await page.getByRole('link', { name: /Tea/ }).click();
    await page.getByRole('heading', { name: 'Received' }).waitFor();
    await page.getByLabel('Only you can see it').fill('for the office\nand taxes');
    await page.getByRole('button', { name: 'Save note' }).click();
    await page.getByText('Your note is saved').waitFor();
    await inspectPage(page);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.getByRole('navigation').count(), 0);
    assert.equal(await page.getByRole('button', { name: 'Save note' }).count(), 0);
    const printed = await page.locator('main').innerText();
    assert.match(printed, /record \w{24}\s+Receipt for money received\s+Amount\s/);
    assert.doesNotMatch(printed, /Only you can see it|Technical details|Your note is saved/);
    await page.emulateMedia({ media: 'screen' });
  });

  test('17 a payment that was made shows its proof, which can be copied', async () => {
    const { page, context } = window;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const made = await (await world.service.simulator()).invoice({
      amountSat: 1000,
      memo: 'Bread',
    });
    assert(made.ok);
    const invoice = made.value.paymentRequest;
    await callApi(`${world.baseUrl}/payments/bolt11`, token, { invoice });
    await page.goto(`${world.authUrl}/activity?show=out`);
    await page.getByRole('link', { name: /Bread/ }).click();
    await page.getByRole('button', { name: 'Copy proof' }).click();
    assert.match(await page.evaluate<string>('navigator.clipboard.readText()'), /^[0-9a-f]{64}$/);
    await inspectPage(page);
  });

  test('1 5 a payment on its way stands on top, and is “Paid” in place by itself', async () => {
    const { page, complaints } = window;
    const simulator = await world.service.simulator();
    const made = await simulator.invoice({ amountSat: 700, memo: 'Slow soup' });
    assert(made.ok);
    const invoice = made.value.paymentRequest;
    assert((await simulator.setFault({ kind: 'hold_settle', count: 1, ms: 8000 })).ok);
    await page.goto(`${world.authUrl}/`);
    const paying = callApi(`${world.baseUrl}/payments/bolt11`, token, { invoice });
    await page.locator('.movement.pending', { hasText: 'Slow soup' }).waitFor();
    await page.getByText(/is reserved for payments on their way/).waitFor();
    await page.getByRole('link', { name: /Slow soup/ }).click();
    await page.getByRole('heading', { name: 'On its way' }).waitFor();
    assert.equal(await page.getByText('Refresh').isVisible(), false);
    await page.evaluate('document.documentElement.dataset.same = "yes"');
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes');
    assert.match(await focusedElement(page), /^<h1/);
    assert.match((await page.locator('p.unseen[role=status]').textContent()) ?? '', /^Paid\. /);
    await paying;
    assert.deepEqual(complaints, []);
  });
});
