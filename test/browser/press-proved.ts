import type { Locator, Page } from 'playwright-core';

const PASSWORD = 'correct horse battery';

/** Presses a button that lets money leave, says who they are where that is asked, and waits. */
export async function pressProved(page: Page, name: string | RegExp, next: Locator): Promise<void> {
  const button = page.getByRole('button', { name, exact: true });
  const question = page.getByRole('heading', { name: 'Is it you?' });
  await button.click();
  await question.or(next).first().waitFor();
  if (await question.isVisible()) {
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await button.click();
  }
  await next.first().waitFor();
}
