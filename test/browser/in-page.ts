import type { Page } from 'playwright-core';

/*
 * What is asked inside of a page is written as text: here there are no types of browsers, whose
 * names would otherwise be known to the whole service.
 */

export const focusedElement = (page: Page): Promise<string> =>
  page.evaluate<string>('document.activeElement?.outerHTML ?? ""');

/** Whether who works by the keyboard sees where he is. */
export const isFocusSeen = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  })()`);

export const openWindow = (page: Page, address: string): Promise<void> =>
  page.evaluate<void>(`void window.open(${JSON.stringify(address)})`);

export const hasOpener = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>('window.opener !== null');

export const addFrame = (page: Page, address: string): Promise<void> =>
  page.evaluate<void>(`(() => {
    const frame = document.createElement('iframe');
    frame.src = ${JSON.stringify(address)};
    document.body.append(frame);
  })()`);

/** How far the page is wider than its window. */
export const overflowPx = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');

/** Controls that are too small to be hit by a thumb; links within running text are exempt. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const controls = 'a, button, select, input:not([type=hidden]), summary';
    return [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility() && !element.matches('.skip'))
      .filter((element) => getComputedStyle(element).display !== 'inline')
      .map((element) => ({ element, box: targetOf(element).getBoundingClientRect() }))
      .filter(({ box }) => box.height < 43.9 || box.width < 43.9)
      .map(({ element, box }) => element.outerHTML.slice(0, 90) + ' ' + box.width + 'x' + box.height);
    function targetOf(element) {
      return element.matches('.choice input') ? element.closest('.choice') : element;
    }
  })()`);
