/**
 * Draws the icons of the installed wallet for phones, from the logo of the pages.
 *
 *     node tools/draw-icons.ts
 */
import { readFile, writeFile } from 'node:fs/promises';
import { openChromium } from '../test/browser/chromium.ts';
import { shrinkPng } from './shrink-png.ts';

const FOLDER = new URL('../src/web/assets/', import.meta.url);
const PAPER = '#f5f6f4';

/**
 * The icons and their sizes. Phones cut a maskable icon to a shape of their own, so it has a wider
 * margin.
 */
const ICONS = [
  { name: 'icon-192.png', size: 192, share: 0.8 },
  { name: 'icon-512.png', size: 512, share: 0.8 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.56 },
] as const;

const sign = await readFile(new URL('satchel.svg', FOLDER), 'utf8');
const browser = await openChromium('127.0.0.1');
try {
  const { page } = await browser.open();
  for (const { name, size, share } of ICONS) {
    await page.setViewportSize({ width: size, height: size });
    const side = Math.round(size * share);
    await page.setContent(
      `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${PAPER}">` +
        `<div style="width:${side}px;line-height:0">${sign}</div></body>`,
    );
    await writeFile(new URL(name, FOLDER), shrinkPng(await page.screenshot()));
    process.stdout.write(`${name}\n`);
  }
} finally {
  await browser.close();
}
