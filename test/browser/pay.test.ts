import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { ADDRESS_INVOICE_EXPIRY_SEC } from '../../src/address/limits.ts';
import { startAccounts } from '../support/account-world.ts';
import type { BrowserWorld } from './browser-world.ts';
import type { WatchedWindow } from './chromium.ts';
import { focusedElement } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { chooseAddress } from './stage.ts';

/** Someone without an account pays an address. The clock of the browser is moved by hand. */
describe('paying an address', () => {
  let world: BrowserWorld;
  let owner: WatchedWindow;

  before(async () => {
    world = await openSharedWorld();
    owner = await world.signedIn(await world.addPerson('Paula Payee'));
    await chooseAddress(world, owner, 'paula');
  });
  after(() => world.close());

  const payExternal = async (page: Page): Promise<void> => {
    const paid = await (await world.service.simulator()).pay({ bolt11: await bolt11On(page) });
    assert(paid.ok, 'someone outside pays');
  };

  test('on a phone: “Paid” takes the place of the code by itself, and nothing asks any more', async () => {
    const { page, requests, complaints } = await world.chromium.open({ width: 390 });
    await page.clock.install();
    await page.goto(`${world.authUrl}/pay/paula`);
    await makeInvoice(page, '2,100', '<b>Thank you</b>');
    assert.match((await page.locator('main').textContent()) ?? '', /<b>Thank you<\/b>/);
    await inspectPage(page);
    assert.equal(await page.getByText('Check for the payment').isVisible(), false);
    await page.clock.runFor(60_000);
    assert.match((await page.locator('[data-left]').textContent()) ?? '', /^1[34]:\d\d left$/);
    await page.evaluate('document.documentElement.dataset.same = "yes"');
    await payExternal(page);
    await passTimeUntil(page, () => page.getByRole('heading', { name: 'Paid' }).isVisible());
    assert.equal(await page.evaluate('document.documentElement.dataset.same'), 'yes');
    assert.match(await focusedElement(page), /^<h1/);
    assert.match(await page.title(), /^Paid/);
    assert.match((await page.locator('.proof code').textContent()) ?? '', /^[0-9a-f]{64}$/);
    await inspectPage(page);
    const asked = requests.length;
    await page.clock.runFor(60_000);
    assert.equal(requests.length, asked);
    assert.deepEqual([...new Set(requests.map((url) => new URL(url).origin))], [world.authUrl]);
    assert.deepEqual(complaints, []);
  });

  test('an amount that its owner offers is one press, and the receipt is shared and printed', async () => {
    const { page: own } = owner;
    await own.goto(`${world.authUrl}/address`);
    await own.getByLabel('Your words').fill('For the music');
    await own.getByLabel('Amount 1').fill('1,000');
    await own.getByLabel('Amount 4').fill('21,000');
    await own.getByRole('button', { name: 'Save payment page' }).click();
    await own.getByText('Your payment page is saved').waitFor();
    await inspectPage(own);
    const { page } = await world.chromium.open({ width: 390 });
    await page.addInitScript(`
      window.told = [];
      navigator.share = async (shared) => told.push(shared);
      window.print = () => told.push('printed');`);
    await page.goto(`${world.authUrl}/pay/paula`);
    await page.getByText('For the music').waitFor();
    await inspectPage(page);
    await page.getByRole('button', { name: '21,000 sat' }).click();
    await page.getByRole('heading', { name: 'Invoice for 21,000 sat' }).waitFor();
    await payExternal(page);
    await page.getByRole('button', { name: 'Print' }).waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Print' }).click();
    assert.deepEqual(await page.evaluate('told'), [{ url: page.url() }, 'printed']);
  });

  test('on a desk: the invoice is copied, and can be opened in a wallet', async () => {
    const { page, context } = await world.chromium.open();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(`${world.authUrl}/pay/paula`);
    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await page.getByLabel('Amount', { exact: true }).fill('1');
    await page.getByRole('button', { name: 'Make invoice' }).dblclick();
    await page.getByRole('button', { name: 'Copy invoice' }).click();
    assert.equal(posts.length, 1, 'a double click makes one invoice');
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, await bolt11On(page));
    await page.getByText('Invoice as text').click();
    assert.equal(await page.locator('details code').textContent(), copied);
    await inspectPage(page);
  });

  test('without scripts: a link asks for the payment', async () => {
    const { page } = await world.chromium.open({ hasScripts: false, width: 390 });
    await page.goto(`${world.authUrl}/pay/paula`);
    await makeInvoice(page, '0', 'kept');
    await page.getByText('Enter a whole number of sats').waitFor();
    assert.equal(await page.getByLabel('Comment').inputValue(), 'kept');
    await makeInvoice(page, '7', 'kept');
    assert.equal(await page.getByRole('button', { name: 'Copy invoice' }).isVisible(), false);
    await page.getByText(/Valid until/).waitFor();
    await payExternal(page);
    for (;;) {
      await page.getByRole('link', { name: 'Check for the payment' }).click();
      await page.waitForLoadState();
      if (await page.getByRole('heading', { name: 'Paid' }).isVisible()) break;
    }
    await page.getByText('Proof of payment').waitFor();
  });

  test('asks at a modest pace, and no more when the invoice has expired', async () => {
    const { page, requests } = await world.chromium.open();
    await page.clock.install();
    await page.goto(`${world.authUrl}/pay/paula`);
    await makeInvoice(page, '5', '');
    const asked = (): number => requests.filter((url) => url.endsWith('/state')).length;
    await page.clock.runFor(30_000);
    assert.ok(asked() >= 1 && asked() <= 10, `${asked()} times in half a minute`);
    // The clock of the service stays behind: it says that the invoice can still be paid.
    await page.clock.fastForward((ADDRESS_INVOICE_EXPIRY_SEC + 20) * 1000);
    await page.getByRole('link', { name: 'Check for the payment' }).waitFor();
    const before = asked();
    await page.clock.runFor(60_000);
    assert.equal(asked(), before);
  });

  test('an invoice that expires says so by itself, and is made anew with one press', async (t) => {
    const own = await startAccounts(t);
    const { user } = await own.addPerson();
    await own.deps.addressNames.claimName(user.id, 'late', own.clock.now(), null);
    const origin = await own.app.listen({ host: '127.0.0.1', port: 0 });
    const { page } = await world.chromium.open({ width: 390 });
    await page.clock.install();
    await page.goto(`${origin}/pay/late`);
    await makeInvoice(page, '12', 'again');
    const first = await bolt11On(page);
    own.clock.move(ADDRESS_INVOICE_EXPIRY_SEC * 1000);
    const heading = page.getByRole('heading', { name: 'This invoice has expired' });
    await passTimeUntil(page, () => heading.isVisible());
    await inspectPage(page);
    await page.getByRole('button', { name: 'Make a new invoice' }).click();
    await page.getByRole('heading', { name: 'Invoice for 12 sat' }).waitFor();
    assert.notEqual(await bolt11On(page), first);
    assert.match((await page.locator('main').textContent()) ?? '', /again/);
    await page.context().close();
  });

  test('the sheet prints on one page, without anything else', async () => {
    const { page } = owner;
    await page.goto(`${world.authUrl}/address/print`);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('header').isVisible(), false);
    assert.equal(await page.getByText('Print this page').isVisible(), false);
    await page.getByRole('heading', { name: 'paula@wallet.example' }).waitFor();
    for (const format of ['A4', 'Letter']) {
      const pdf = await page.pdf({ format });
      assert.equal(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length, 1, format);
    }
    await page.emulateMedia({ media: 'screen' });
  });
});

async function makeInvoice(page: Page, amount: string, comment: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount);
  await page.getByLabel('Comment').fill(comment);
  await page.getByRole('button', { name: 'Make invoice' }).click();
  await page.waitForLoadState();
}

async function bolt11On(page: Page): Promise<string> {
  const href = await page.getByRole('link', { name: 'Open in wallet' }).getAttribute('href');
  return href?.slice('lightning:'.length) ?? '';
}

/** Seconds pass in the browser until this is so. */
async function passTimeUntil(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await page.clock.runFor(1000);
}
