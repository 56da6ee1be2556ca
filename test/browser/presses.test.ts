import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type RunningService, startService } from '../support/running-service.ts';
import { untilPasses } from '../support/wallet-user.ts';
import { openChromium, type WatchedBrowser } from './chromium.ts';
import { countPresses } from './count-presses.ts';

/** The first minute of someone who has just started the program, as the README tells it. */
describe('from the first start to money received and sent', () => {
  let service: RunningService;
  let chromium: WatchedBrowser;
  let password = '';

  before(async () => {
    service = await startService({}, { database: 'embedded' });
    await untilPasses(async () => {
      password = /lin@example\.com {2}password (\w+)/.exec(service.output())?.[1] ?? '';
      assert.notEqual(password, '');
    });
    chromium = await openChromium('127.0.0.1');
  });
  after(async () => {
    await chromium?.close();
    await service?.dispose();
  });

  const readSteps = async () => {
    const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
    const begin = readme.indexOf('and sign in as Lin. Press');
    const told = readme.slice(begin, readme.indexOf('Or, in a second terminal', begin));
    const words = (mark: RegExp) => [...told.matchAll(mark)].map(([, word = '']) => word);
    return { presses: words(/\*\*(.+?)\*\*/gs), typed: words(/`(.+?)`/g) };
  };

  const signIn = async (page: Page): Promise<void> => {
    await page.goto(`${service.baseUrl}/sign-in`);
    await page.getByLabel('E-mail').fill('lin@example.com');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is play money').waitFor();
  };

  for (const width of [390, 1280]) {
    test(`six presses, whose words the README has, ${width} px wide`, async () => {
      const { presses, typed } = await readSteps();
      assert.ok(presses.length <= 6, presses.join());
      const [to = '', amount = ''] = typed;
      const { page, complaints } = await chromium.open({ width });
      await signIn(page);
      const count = await countPresses(page);
      for (const name of presses) {
        if (name === 'Make invoice') await page.getByLabel('Amount').fill('2100');
        if (name === 'Continue') {
          await page.getByLabel('Pay to').fill(to);
          await page.getByLabel('Amount').fill(amount);
        }
        const [link, button] = (['link', 'button'] as const).map((role) =>
          page.getByRole(role, { name, exact: true }).filter({ visible: true }),
        );
        assert(link && button);
        await link.or(button).first().click();
        if (name === 'Pay this invoice')
          await page.getByRole('heading', { name: 'Paid' }).waitFor();
      }
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      await page.getByText('500 sat').first().waitFor();
      assert.equal(count(), presses.length);
      assert.deepEqual(complaints, []);
      await page.context().close();
    });
  }

  test('someone’s address is paid by three presses from Home', async () => {
    const { page } = await chromium.open({ width: 390 });
    await signIn(page);
    const count = await countPresses(page);
    await page.getByRole('main').getByRole('link', { name: 'Send' }).click();
    await page.getByLabel('Pay to').fill('sam');
    await page.getByLabel('Amount').fill('21');
    // The key that sends a form counts as the button.
    await page.getByLabel('Amount').press('Enter');
    await page.getByRole('button', { name: 'Pay 21 sat' }).click();
    await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
    assert.equal(count(), 3);
    await page.context().close();
  });
});
