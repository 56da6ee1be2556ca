import type { Page } from 'playwright-core';
import type { BrowserWorld } from '../../test/browser/browser-world.ts';
import type { Stage } from '../../test/browser/stage.ts';

type Take = (page: Page, name: string) => Promise<void>;

/** A phone wallet is connected, from the form to its page. */
export async function takeConnections(
  world: BrowserWorld,
  { window: { page } }: Stage,
  take: Take,
): Promise<void> {
  await page.goto(`${world.authUrl}/apps/new`);
  await take(page, 'apps-new');
  await page.getByLabel('Name').fill('Zeus on my phone');
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Waiting for its first request…').waitFor();
  await take(page, 'apps-link');
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('heading', { name: 'Zeus on my phone' }).waitFor();
  await take(page, 'apps-connection');
}
