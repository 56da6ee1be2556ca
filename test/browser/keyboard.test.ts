import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { Account, BrowserWorld } from './browser-world.ts';
import { focusedElement, readFocus } from './in-page.ts';
import { openSharedWorld } from './shared-world.ts';
import { addEarner, externalInvoice } from './wallet-tour.ts';

const MAX_STEPS = 60;
/** A desk, and a phone in whose window the bar takes much of the room. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 560 },
];

/** Numbers in titles: the browser tests of the wallet (access and look). */
describe('by keyboard alone', () => {
  let world: BrowserWorld;
  let account: Account;

  before(async () => {
    world = await openSharedWorld();
    account = await addEarner(world);
  });
  after(() => world.close());

  /** Where the focus is can be seen at each step, and no bar lies over it. */
  const walkTo = async (page: Page, wanted: RegExp, key = 'Tab'): Promise<void> => {
    let focused = await focusedElement(page);
    for (let count = 0; count < MAX_STEPS && !wanted.test(focused); count += 1) {
      await page.keyboard.press(key);
      const focus = await readFocus(page);
      focused = focus?.html ?? '';
      if (focus === null) continue;
      assert.ok(focus.isMarked, `the focus is marked: ${focused}`);
      assert.ok(focus.isInView, `nothing lies over it: ${focused}`);
    }
    assert.match(focused, wanted);
  };

  const open = async (size: (typeof WINDOWS)[number]): Promise<Page> => {
    const { page } = await world.signedIn(account);
    await page.setViewportSize(size);
    await page.goto(`${world.authUrl}/`);
    return page;
  };

  for (const size of WINDOWS) {
    test(`18 a whole send, ${size.width} px wide`, async () => {
      const page = await open(size);
      await walkTo(page, /^<a class="skip"/);
      await page.keyboard.press('Enter');
      await walkTo(page, /^<a [^>]*href="\/send"/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/send$/);
      assert.match(await focusedElement(page), /^<textarea [^>]*name="to"/);
      await page.keyboard.type('nothing of this kind');
      await page.keyboard.press('Enter');
      await page.locator('.wrong').waitFor();
      await walkTo(page, /^<textarea [^>]*name="to"/);
      await page.keyboard.press('Control+A');
      await page.keyboard.type(await externalInvoice(world, 1000, 'Keys'));
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check and pay' }).waitFor();
      await walkTo(page, /^<button .*Pay 1,000 sat/s);
      const simulator = await world.service.simulator();
      assert((await simulator.setFault({ kind: 'hold_settle', count: 1, ms: 8000 })).ok);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'On its way' }).waitFor();
      await page.getByRole('heading', { name: 'Paid', exact: true }).waitFor();
      assert.match(await focusedElement(page), /^<h1/);
      await walkTo(page, /^<a [^>]*>Done/);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${world.authUrl}/`);
      // And back through all of the page.
      await walkTo(page, /^<a class="skip"/, 'Shift+Tab');
    });

    test(`18 a whole receive, ${size.width} px wide`, async () => {
      const page = await open(size);
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await walkTo(page, /^<a [^>]*href="\/receive"/);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/receive$/);
      await walkTo(page, /^<input [^>]*name="amount"/);
      await page.keyboard.type('2,100');
      await walkTo(page, /^<input [^>]*name="memo"/);
      await page.keyboard.type('Keys and locks');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Invoice for 2,100 sat' }).waitFor();
      await walkTo(page, /^<button [^>]*data-copy/);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const bolt11 = await page.evaluate<string>('navigator.clipboard.readText()');
      await walkTo(page, /^<summary/);
      await page.keyboard.press('Enter');
      assert((await (await world.service.simulator()).pay({ bolt11 })).ok, 'someone outside pays');
      await page.getByRole('heading', { name: 'Paid' }).waitFor();
      assert.match(await focusedElement(page), /^<h1/);
      await walkTo(page, /^<a [^>]*>Done/);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${world.authUrl}/`);
    });
  }
});
