import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { readLayout } from './in-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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
/** The narrowest phone and a desk. Between the phones no rule of the style sheets changes. */
const WIDTHS = HAS_ALL_LOOKS ? [320, 390, 1280] : [320, 1280];
let inspected = 0;

/**
 * Everything about how a page is to be used: on a phone and a desk, in every look. At each width it
 * is seen in one of the looks, and the next page in another, so that what all pages share is seen
 * in each look at each width.
 */
export async function inspectPage(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname;
  inspected += 1;
  await page.evaluate(AXE);
  for (const [place, width] of WIDTHS.entries()) {
    const turn = (place + inspected) % LOOKS.length;
    const [look = LOOKS[0], ...others] = HAS_ALL_LOOKS ? LOOKS : LOOKS.slice(turn, turn + 1);
    // Both are there when the page is drawn next.
    await Promise.all([page.setViewportSize({ width, height: 800 }), page.emulateMedia(look)]);
    const { overflowPx, smallTargets, cutRings, emptyParts } = await readLayout(page);
    assert.ok(overflowPx <= 0, `${where} fits ${width} px`);
    assert.deepEqual(smallTargets, [], `${where} at ${width} px has large targets`);
    assert.deepEqual(cutRings, [], `${where} at ${width} px shows where the focus is`);
    assert.deepEqual(emptyParts, [], `${where} at ${width} px has nothing empty`);
    await runAxe(page, look, `${where} at ${width} px`);
    for (const other of others) {
      await page.emulateMedia(other);
      await runAxe(page, other, `${where} at ${width} px`);
    }
  }
  await page.emulateMedia(LOOKS[0]);
}

/** Rules that judge colours and places. All others judge what there is, and whether it shows. */
const RULES_OF_LOOKS = [
  'color-contrast',
  'link-in-text-block',
  'scrollable-region-focusable',
  'target-size',
];

/** Once the same has been judged by all rules, the next width or look changes nothing for most. */
async function runAxe(page: Page, look: (typeof LOOKS)[number], at: string): Promise<void> {
  const violations = await page.evaluate<readonly Violation[]>(`(async () => {
    const shown = [...document.querySelectorAll('*')].map(howItShows).join('') + document.body.outerHTML;
    globalThis.judged ??= new Set();
    const runOnly = judged.has(shown) ? ${JSON.stringify(RULES_OF_LOOKS)} : ${JSON.stringify(TAGS)};
    judged.add(shown);
    const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
    return violations;

    function howItShows(element) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return '0';
      const { width, height, right, bottom } = element.getBoundingClientRect();
      return width <= 1 || height <= 1 ? '1' : right <= 0 || bottom <= 0 ? '2' : '3';
    }
  })()`);
  const { colorScheme, forcedColors } = look;
  const found = violations.map(describe);
  assert.deepEqual(found, [], `${at}, ${colorScheme}, forced colours ${forcedColors}`);
}

const describe = ({ id, impact, nodes }: Violation): string =>
  `${id} (${impact}): ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)[0]}`;
