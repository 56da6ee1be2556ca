import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { overflowPx, smallTargets } from './in-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const;

/** With `BROWSER_LOOKS=all` each page is seen in every look at every width: nine times. */
const HAS_ALL_LOOKS = process.env['BROWSER_LOOKS'] === 'all';
let inspected = 0;

/**
 * Everything about how a page is to be used: on phones and a desk, in every look. At each width it
 * is seen in one of the looks, and the next page in another, so that what all pages share is seen
 * in each look at each width.
 */
export async function inspectPage(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname;
  inspected += 1;
  await page.evaluate(AXE);
  for (const [place, width] of [320, 390, 1280].entries()) {
    const turn = (place + inspected) % LOOKS.length;
    await page.setViewportSize({ width, height: 800 });
    assert.ok((await overflowPx(page)) <= 0, `${where} fits ${width} px`);
    assert.deepEqual(await smallTargets(page), [], `${where} at ${width} px has large targets`);
    for (const look of HAS_ALL_LOOKS ? LOOKS : LOOKS.slice(turn, turn + 1)) {
      await page.emulateMedia(look);
      const violations = await runAxe(page);
      const at = `${where} at ${width} px, ${look.colorScheme}, forced colours ${look.forcedColors}`;
      assert.deepEqual(violations.map(describe), [], at);
    }
  }
  await page.emulateMedia(LOOKS[0]);
}

async function runAxe(page: Page): Promise<readonly Violation[]> {
  const options = JSON.stringify({ runOnly: RULES, resultTypes: ['violations'] });
  return await page.evaluate<readonly Violation[]>(
    `axe.run(document, ${options}).then(({ violations }) => violations)`,
  );
}

const describe = ({ id, impact, nodes }: Violation): string =>
  `${id} (${impact}): ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)[0]}`;
