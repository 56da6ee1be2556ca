import type { Page } from 'playwright-core';

/**
 * Counts what a person presses in a page from now on: buttons and links, by a pointer or by Enter.
 * What they type is no press, and neither is what a script does by itself.
 */
export async function countPresses(page: Page): Promise<() => number> {
  let presses = 0;
  await page.exposeFunction('countPress', () => {
    presses += 1;
  });
  const watch = `
    addEventListener('click', (event) => {
      // Enter on a button, and what a script presses, are clicks without a place.
      if (event.isTrusted && event.detail > 0) countPress();
    }, true);
    addEventListener('keydown', ({ isTrusted, key }) => {
      if (isTrusted && (key === 'Enter' || key === ' ' && document.activeElement.matches('button'))) countPress();
    }, true);`;
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return () => presses;
}
