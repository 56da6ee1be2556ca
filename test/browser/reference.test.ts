import { after, before, test } from 'node:test';
import type { Account, BrowserWorld } from './browser-world.ts';
import { openSharedWorld } from './shared-world.ts';

let world: BrowserWorld;
let account: Account;

before(async () => {
  world = await openSharedWorld();
  account = await world.addPerson('Rolf Reader');
  await account.token();
});
after(() => world.close());

test('the API reference has what the page Tokens sends people for, and leads back', async () => {
  const { page } = await world.signedIn(account);
  await page.goto(`${world.authUrl}/developer/tokens`);
  await page.getByText('paste the token under “Authentication”').waitFor();
  await page.getByRole('main').getByRole('link', { name: 'API reference' }).click();
  const part = page.getByRole('button', { name: 'Authentication', exact: true }).first();
  await part.waitFor();
  await page.getByPlaceholder('Token').first().fill('sat_pat_pasted');
  await page.getByRole('link', { name: 'Back to the wallet' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
});
