import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { bookAt } from '../support/book-at.ts';
import { textField } from '../support/fields.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

/** Someone looks up what a month did to their money. */
describe('statements', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;
  let token: string;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Mona Month');
    token = await account.token();
    window = await world.signedIn(account);
  });
  after(() => world.close());

  /** As if it had come at that time. */
  async function receive(amount: number, memo: string, at: string): Promise<void> {
    const { service, baseUrl } = world;
    const made = await callApi(`${baseUrl}/invoices`, token, { amount, memo });
    const simulator = await service.simulator();
    const paid = await simulator.pay({ bolt11: textField(made, 'payment_request') });
    assert(paid.ok, 'someone outside pays');
    await untilPasses(async () => {
      const found = await callApi(`${baseUrl}/invoices/${textField(made, 'payment_hash')}`, token);
      assert.equal(textField(found, 'state'), 'SETTLED');
    });
    const user = await service.withStores(({ users }) => users.findUserByEmail(account.email));
    assert(user !== null);
    await bookAt(service.env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', user.id, new Date(at));
  }

  test('before the first payment there are none', async () => {
    const { page } = window;
    await page.goto(`${world.authUrl}/activity`);
    await page.goto(`${world.authUrl}/statements`);
    await page.getByText('No statement yet').waitFor();
    await inspectPage(page);
  });

  test('months add up, and lead to what happened in them', async () => {
    const { page, complaints } = window;
    await receive(21_000, '<b>=1+1</b>', '2026-01-31T22:59:59.999Z');
    await receive(500, 'Tea', '2026-02-14T10:00:00Z');
    await page.goto(`${world.authUrl}/activity`);
    await page.getByRole('link', { name: 'Statements by month' }).click();
    await page.getByRole('heading', { name: 'Statements' }).waitFor();
    await inspectPage(page);
    await page.getByRole('link', { name: 'January 2026' }).click();
    await page.getByText('Closed', { exact: true }).waitFor();
    await page.getByText('<b>=1+1</b>').waitFor();
    await inspectPage(page);
    assert.deepEqual(complaints, []);
  });

  test('a month is kept as a file', async () => {
    const { page } = window;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'For spreadsheets (CSV)' }).click(),
    ]);
    assert.equal(download.suggestedFilename(), 'satchel-2026-01.csv');
    const text = await readFile(await download.path(), 'utf8');
    assert.match(text, /,received,"<b>=1\+1<\/b>",,"[^"]*",21000,0,21000,settled,/);
  });

  test('on paper it has its sums and fingerprint, and no navigation', async () => {
    const { page } = window;
    await page.emulateMedia({ media: 'print' });
    for (const name of ['At the end', 'Fingerprint']) {
      assert(await page.getByText(name, { exact: true }).isVisible(), name);
    }
    assert.equal(await page.getByRole('navigation').filter({ visible: true }).count(), 0);
    assert.equal(await page.getByText('For spreadsheets (CSV)').isVisible(), false);
    await page.emulateMedia({ media: null });
  });
});
