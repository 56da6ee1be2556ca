import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Account, BrowserWorld } from './browser-world.ts';
import { openChromium, type WatchedBrowser } from './chromium.ts';
import { readLosses } from './in-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { addEarner, tourWallet } from './wallet-tour.ts';

const WIDTHS = [320, 390, 1280];

/** Numbers in titles: the browser tests of the wallet (access and look). */
describe('nothing is lost', () => {
  let world: BrowserWorld;
  let account: Account;
  /** The browser of someone who has chosen letters of twice the size. */
  let large: WatchedBrowser;

  before(async () => {
    world = await openSharedWorld();
    account = await addEarner(world);
    large = await openChromium('127.0.0.1', ['--blink-settings=defaultFontSize=32']);
  });
  after(async () => {
    await large?.close();
    await world.close();
  });

  const look = async (page: Page): Promise<void> => {
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const at = `${new URL(page.url()).pathname} at ${width} px`;
      const { cutTexts, overflowPx, hiddenByBarPx } = await readLosses(page);
      assert.deepEqual(cutTexts, [], at);
      assert.ok(overflowPx <= 0, `${at} does not scroll sideways`);
      assert.ok(hiddenByBarPx <= 0, `the bar hides nothing of ${at}`);
    }
  };

  test('19 20 where letters are twice as large', async () => {
    const { page, context } = await large.open({ hasMotion: true });
    await world.signIn(page, account);
    assert.equal(
      await page.evaluate('getComputedStyle(document.documentElement).fontSize'),
      '32px',
    );
    await tourWallet(world, page, () => look(page));
    await context.close();
  });

  test('19 20 where the text of a page is enlarged, and its window is not told', async () => {
    const { page } = await world.signedIn(account);
    const wide: string[] = [];
    await tourWallet(world, page, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.evaluate('document.documentElement.style.fontSize = "200%"');
      const { overflowPx } = await readLosses(page);
      if (overflowPx > 0) wide.push(`${new URL(page.url()).pathname} by ${overflowPx} px`);
      const headPx = await page.evaluate<number>(
        "document.querySelector('.top').getBoundingClientRect().height",
      );
      assert.ok(headPx < 140, `the head has one line: ${headPx}`);
      await page.evaluate('document.documentElement.style.fontSize = ""');
    });
    assert.deepEqual(wide, [], 'no page scrolls sideways');
  });

  test('19 20 where one reads from right to left, and nothing moves', async () => {
    const { page } = await world.signedIn(account);
    await tourWallet(world, page, async () => {
      await page.evaluate('document.documentElement.dir = "rtl"');
      await look(page);
    });
  });
});
