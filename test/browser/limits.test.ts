import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Account, BrowserWorld } from './browser-world.ts';
import { openSharedWorld } from './shared-world.ts';

describe('limits of a user in a browser', () => {
  let world: BrowserWorld;
  let account: Account;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Lena Limited', 'lena@example.com');
  });
  after(() => world.close());

  test('a number that is typed is chosen', async () => {
    const { page } = await world.signedIn(account);
    await page.goto(`${world.authUrl}/operate/users`);
    await page.getByRole('link', { name: account.email }).click();
    await page.getByRole('heading', { name: account.email }).waitFor();
    await page.goto(`${page.url()}/limits`);
    const part = (name: string) => page.getByRole('group', { name });
    const own = (name: string) => part(name).getByLabel('Up to a limit of their own');
    for (const [name, amount] of [
      ['Most they may have here', '250,000'],
      ['Most they may send per day', '40,000'],
    ] as const) {
      assert.equal(await own(name).isChecked(), false);
      await part(name).getByLabel('Limit', { exact: true }).pressSequentially(amount);
      assert.equal(await own(name).isChecked(), true);
    }
    await page.getByRole('button', { name: 'Save limits' }).click();
    await page.getByText('The limits of lena@example.com are changed.').waitFor();
    await page.getByText('0 of 40,000 sat sent today (UTC)').waitFor();
  });
});
