/**
 * Writes docs/screenshots/: the pages that people decide on, on a phone and a desk, in light and
 * dark, as the running program shows them in Chromium.
 *
 *     node tools/take-screenshots.ts
 */
import { mkdir, writeFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { type BrowserWorld, startBrowserWorld } from '../test/browser/browser-world.ts';
import { askAddress } from '../test/browser/connect-app.ts';
import { type Stage, setStage } from '../test/browser/stage.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = new URL('../docs/screenshots/', import.meta.url).pathname;
const WIDTHS = [390, 1280] as const;
const SCHEMES = ['light', 'dark'] as const;

interface Picture {
  readonly name: string;
  readonly isGuest?: boolean;
  address(world: BrowserWorld, stage: Stage): string;
}

const SPENDING = 'account:read balance:read payments:send';

const PICTURES: readonly Picture[] = [
  { name: 'sign-in', isGuest: true, address: ({ authUrl }) => `${authUrl}/sign-in` },
  { name: 'overview', address: ({ authUrl }) => `${authUrl}/` },
  {
    name: 'consent',
    address: ({ authUrl }, { newApp }) => askAddress(authUrl, newApp, SPENDING),
  },
  { name: 'connected-apps', address: ({ authUrl }) => `${authUrl}/connected-apps` },
  { name: 'clients', address: ({ authUrl }) => `${authUrl}/developer/clients` },
  { name: 'tokens', address: ({ authUrl }) => `${authUrl}/developer/tokens` },
];

const world = await startBrowserWorld();
try {
  await mkdir(FOLDER, { recursive: true });
  const stage = await setStage(world);
  const guest = await world.chromium.open();
  for (const picture of PICTURES) {
    const { page } = picture.isGuest ? guest : stage.window;
    await page.goto(picture.address(world, stage));
    await takeAll(page, picture.name);
  }
} finally {
  await world.close();
}

async function takeAll(page: Page, name: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      const path = `${FOLDER}${name}-${width}-${colorScheme}.png`;
      await writeFile(path, shrinkPng(await page.screenshot({ fullPage: true })));
      process.stdout.write(`${path}\n`);
    }
  }
}
