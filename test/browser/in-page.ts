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

/** Whether what has the focus can be seen: no bar lies over it, and it is within the window. */
export const isFocusInView = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const { activeElement } = document;
    const { left, top, width, height } = activeElement.getClientRects()[0];
    const there = document.elementFromPoint(left + width / 2, top + height / 2);
    return there !== null && (activeElement.contains(there) || there.contains(activeElement) && there.matches('label'));
  })()`);

/**
 * Texts that cannot be read whole: beyond the window, or cut by a box around them. What scrolls by
 * itself may be wider, and what only screen readers read is exempt.
 */
export const cutTexts = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const parent = currentNode.parentElement;
      if (currentNode.data.trim() === '' || parent.closest('.unseen, .skip, option, thead')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      for (const box of range.getClientRects()) {
        if (box.width > 0 && isCut(box, parent)) {
          cut.push(parent.outerHTML.slice(0, 90));
          break;
        }
      }
    }
    return cut;

    function isCut(box, parent) {
      for (let around = parent; around !== document.body; around = around.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowX)) return false;
        const { left, right, top, bottom } = around.getBoundingClientRect();
        const clips = /hidden|clip/;
        if (clips.test(overflowX) && (box.left < left - 1 || box.right > right + 1)) return true;
        if (clips.test(overflowY) && (box.top < top - 4 || box.bottom > bottom + 4)) return true;
      }
      return box.left < -1 || box.right > innerWidth + 1;
    }
  })()`);

/** How much of the end of the page the bar of phones hides. */
export const hiddenByBarPx = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const bar = document.querySelector('.phone-bar');
    if (bar === null || !bar.checkVisibility()) return 0;
    scrollTo(0, document.documentElement.scrollHeight);
    const ends = [...document.querySelectorAll('main, .foot')].map(
      (part) => part.getBoundingClientRect().bottom,
    );
    return Math.max(...ends) - bar.getBoundingClientRect().top;
  })()`);
