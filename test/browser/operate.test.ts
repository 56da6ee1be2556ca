import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { focusedElement, overflowPx } from './in-page.ts';
import { inspectPage } from './inspect-page.ts';
import type { OperateWorld } from './operate-world.ts';
import { OPERATE_PATHS } from './page-list.ts';
import { openOperateWorld } from './shared-world.ts';

/** Pages with many users and with trouble; all-pages.test.ts looks at each while all is well. */
describe('the pages of operators in a browser', () => {
  let world: OperateWorld;
  let page: Page;
  before(async () => {
    world = await openOperateWorld();
    page = world.window.page;
  });

  const open = async (path: string): Promise<void> => {
    await page.goto(world.authUrl + path);
    assert.equal(new URL(page.url()).pathname, path, 'is not led elsewhere');
  };

  for (const language of LANGUAGES) {
    test(`${language}: they fit every window, however long words are`, async () => {
      await world.speak(language);
      for (const path of OPERATE_PATHS) {
        await open(path);
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          const tooWidePx = await overflowPx(page);
          assert.ok(tooWidePx <= 0, `${path} at ${width} px is ${tooWidePx} px too wide`);
        }
      }
    });
  }

  test('addresses of usual length stay on one line wherever lists have columns', async () => {
    await world.speak('de');
    await open('/operate/users');
    const link = page.getByRole('link', { name: 'developer@example.com' });
    const heights = [];
    for (const width of [1180, 1205, 1210, 1240, 1279, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      heights.push((await link.boundingBox())?.height);
    }
    assert.equal(new Set(heights).size, 1, heights.join());
  });

  test('however long the name of the site, the bell is on a line with it or with the places', async () => {
    await world.speak('de');
    await open('/');
    await page
      .locator('.brand span')
      .evaluate((span) => span.append(' of a cooperative with a long name'));
    for (const width of [320, ...WIDTHS]) {
      await page.setViewportSize({ width, height: 800 });
      assert.ok((await overflowPx(page)) <= 0, `the page fits ${width} px`);
      const [bell, ...others] = await Promise.all(
        ['#bell a', '.brand', '.places'].map((part) => page.locator(part).first().boundingBox()),
      );
      assert(bell, 'there is a bell');
      const middle = bell.y + bell.height / 2;
      const isBeside = others.some((one) => one && one.y < middle && middle < one.y + one.height);
      assert.ok(isBeside, `the bell stands alone at ${width} px`);
      // On phones, More says who is signed in.
      for (const part of width > 640 ? ['.brand span', '.who'] : ['.brand span']) {
        const box = await page.locator(part).boundingBox();
        assert.ok(box && box.width > 48, `${part} can be read at ${width} px`);
      }
    }
  });

  test('on a desk, a list beside the page leads to each of them', async () => {
    await world.speak('en');
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/operate');
    await page.locator('header a.who').waitFor();
    const links = page.locator('.side li a');
    const targets = await links.evaluateAll<
      (string | null)[],
      { getAttribute(name: string): string | null }
    >((all) => all.map((link) => link.getAttribute('href')));
    assert.ok(targets.length >= 10);
    assert.deepEqual(
      targets.filter((target) => !OPERATE_PATHS.includes(target ?? '')),
      [],
    );
    await links.getByText('Webhooks', { exact: true }).click();
    await page.locator('.side [aria-current="page"]', { hasText: 'Webhooks' }).waitFor();
  });

  test('on a phone, they stand in a menu, which keys open', async () => {
    await page.setViewportSize({ width: 390, height: 800 });
    await open('/operate');
    const menu = page.locator('.side-menu');
    const link = menu.getByRole('link', { name: 'Jobs' });
    assert.equal(await link.isVisible(), false);
    await menu.locator('summary').focus();
    await page.keyboard.press('Enter');
    await link.waitFor();
    await menu.getByText('You are signed in as').waitFor();
    await inspectPage(page);
    await page.setViewportSize({ width: 390, height: 800 });
    await menu.locator('summary').focus();
    await page.keyboard.press('Tab');
    assert.match(await focusedElement(page), /aria-current="page"[^>]*>Overview</);
    await link.click();
    await page.getByRole('heading', { name: 'Jobs', level: 1 }).waitFor();
    assert.equal(await link.isVisible(), false);
  });

  test('a node is funded and gets a channel, and tells by itself when money comes', async () => {
    const simulator = await world.service.simulator();
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('/operate/node');
    await inspectPage(page);
    const peer = await page.locator('.channel code').first().textContent();
    await page.getByRole('link', { name: 'Fund the node' }).first().click();
    await page.getByRole('button', { name: 'Show an address' }).click();
    await page.getByText('Waiting for bitcoin').waitFor();
    await inspectPage(page);
    const arrived = page.locator('#funding');
    const address = await page.locator('.address code').textContent();
    assert(address !== null && peer !== null);
    assert((await simulator.payOnChain({ address, amountSat: 50_000 })).ok);
    await arrived.getByText('50,000 sat is on its way.').waitFor();
    assert((await simulator.mine(1)).ok);
    await arrived.getByText('50,000 sat has arrived.').waitFor();
    await inspectPage(page);
    await page.getByRole('link', { name: 'Open a channel' }).click();
    await page.getByLabel('The other node').fill(peer);
    await page.getByLabel('How much').fill('100000');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('There is a channel with this node already').waitFor();
    await inspectPage(page);
    await page.getByRole('button', { name: 'Open the channel' }).click();
    await page.getByText('The channel is being opened.').waitFor();
    await inspectPage(page);
    await page.getByRole('link', { name: 'Close', exact: true }).first().click();
    await page.getByRole('button', { name: 'Close the channel' }).waitFor();
    await inspectPage(page);
  });

  test('without cover, with books that do not balance, and stopped', async () => {
    await world.lose();
    await open('/operate');
    await page.getByText('The node holds less than is owed.').waitFor();
    await page.locator('.key-missing', { hasText: /^Missing [\d,]+ sat$/ }).waitFor();
    await inspectPage(page);
    await open('/operate/books');
    await inspectPage(page);
  });

  test('while the node is away', async () => {
    await world.leave();
    await open('/operate');
    await page.getByText('The node does not answer.').waitFor();
    await inspectPage(page);
    await open('/operate/node');
    await inspectPage(page);
  });
});

/** Around those at which the layout changes. */
const WIDTHS = [320, 641, 1024, 1199, 1210, 1240, 1280];
