import type { Page } from 'playwright-core';

/*
 * What is asked inside of a page is written as text: here there are no types of browsers, whose
 * names would otherwise be known to the whole service.
 */

const FOCUSED_ELEMENT = 'document.activeElement?.outerHTML ?? ""';

export const focusedElement = (page: Page): Promise<string> =>
  page.evaluate<string>(FOCUSED_ELEMENT);

/** Where someone is who works by the keyboard, and whether they can see that. */
export interface Focus {
  readonly html: string;
  /** Beside a unit the field has the ring. */
  readonly isMarked: boolean;
  /** No bar lies over it, and it is within the window. */
  readonly isInView: boolean;
}

/** Null where nothing has the focus. */
export const readFocus = (page: Page): Promise<Focus | null> =>
  page.evaluate<Focus | null>(`(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return null;
    return { html: ${FOCUSED_ELEMENT}, isMarked: isMarked(), isInView: isInView() };

    function isMarked() {
      const marked = activeElement.matches('input:has(~ .unit)') ? activeElement.parentElement : activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(marked);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
    }

    function isInView() {
      const { left, top, width, height } = activeElement.getClientRects()[0];
      const there = document.elementFromPoint(left + width / 2, top + height / 2);
      return there !== null && (activeElement.contains(there) || there.contains(activeElement) && there.matches('label'));
    }
  })()`);

/**
 * What has no ring when it has the focus, or one that the box around it or the window cuts. The
 * focus is left where it was.
 */
const CUT_RINGS = `(() => {
    const controls = 'a[href], button, select, textarea, input:not([type=hidden]), summary';
    const before = document.activeElement;
    const cut = [...document.querySelectorAll(controls)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter(isCut)
      .map((element) => element.outerHTML.slice(0, 90));
    before.focus();
    if (document.activeElement !== before) document.activeElement.blur();
    scrollTo(0, 0);
    return cut;

    function isCut(element) {
      element.focus({ focusVisible: true });
      if (document.activeElement !== element) return false;
      element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const marked = element.matches('input:has(~ .unit)') ? element.parentElement : element;
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(marked);
      const width = Number.parseFloat(outlineWidth);
      if (outlineStyle === 'none' || width < 2) return true;
      const wide = Math.max(0, width + Number.parseFloat(outlineOffset)) - 0.5;
      const { left, right, top, bottom } = marked.getBoundingClientRect();
      if (left < wide || right + wide > innerWidth) return true;
      for (let box = marked.parentElement; box !== document.body; box = box.parentElement) {
        const { overflowX, overflowY } = getComputedStyle(box);
        if (overflowX === 'visible' && overflowY === 'visible') continue;
        const edge = box.getBoundingClientRect();
        if (left - wide < edge.left || right + wide > edge.right) return true;
        if (top - wide < edge.top || bottom + wide > edge.bottom) return true;
      }
      return false;
    }
  })()`;

/** Lists, tables and cards that show nothing. */
const EMPTY_PARTS = `(() => {
    const parts = 'ul, ol, dl, tbody, section, article, nav, h1, h2, h3, p, .card, .actions';
    return [...document.querySelectorAll(':is(main, nav) :is(' + parts + ')')]
      .filter((element) => element.checkVisibility() && element.getClientRects()[0]?.height > 0)
      .filter((element) => element.textContent.trim() === '')
      .filter((element) => element.querySelector('svg, img, canvas, video, input') === null)
      .map((element) => element.outerHTML.slice(0, 90));
  })()`;

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

const OVERFLOW_PX = 'document.documentElement.scrollWidth - innerWidth';

/** How far the page is wider than its window. */
export const overflowPx = (page: Page): Promise<number> => page.evaluate<number>(OVERFLOW_PX);

/** Controls that are too small to be hit by a thumb; links within running text are exempt. */
const SMALL_TARGETS = `(() => {
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
  })()`;

/** How a page lies in its window. */
export interface PageLayout {
  readonly overflowPx: number;
  readonly smallTargets: readonly string[];
  readonly cutRings: readonly string[];
  readonly emptyParts: readonly string[];
}

export const readLayout = (page: Page): Promise<PageLayout> =>
  page.evaluate<PageLayout>(`({
    overflowPx: ${OVERFLOW_PX},
    smallTargets: ${SMALL_TARGETS},
    cutRings: ${CUT_RINGS},
    emptyParts: ${EMPTY_PARTS},
  })`);

/**
 * Texts that cannot be read whole: beyond the window, cut by a box around them, or with another text
 * over them. What scrolls by itself may be wider, what only screen readers read is exempt, and so is
 * what ends in an ellipsis, as it leads to the whole.
 */
const CUT_TEXTS = `(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = [];
    while (texts.nextNode()) {
      const { currentNode } = texts;
      const parent = currentNode.parentElement;
      if (currentNode.data.trim() === '' || parent.closest('.unseen, .skip, select')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(currentNode);
      for (const box of range.getClientRects()) {
        if (box.width > 0) seen.push({ box, parent, part: partOf(parent) });
      }
    }
    const cut = seen.filter(isCut);
    const covered = seen.filter((one) => seen.some((other) => isCovered(one, other)));
    return [...cut, ...covered].map(({ parent }) => parent.outerHTML.slice(0, 90));

    /** What stays in view while the page scrolls under it is a part of its own. */
    function partOf(element) {
      for (let around = element; around !== document.body; around = around.parentElement) {
        if (around.matches('main, nav, header')) return around;
        if (getComputedStyle(around).position === 'sticky') return around;
      }
      return null;
    }

    function isCut({ box, parent }) {
      for (let around = parent; around !== document.body; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around);
        if (/auto|scroll/.test(overflowX) || textOverflow === 'ellipsis') return false;
        if (!/hidden|clip/.test(overflowX)) continue;
        const { left, right, top, bottom, width } = around.getBoundingClientRect();
        if (width <= 1) return false;
        if (box.left < left - 1 || box.right > right + 1) return true;
        if (box.top < top - 4 || box.bottom > bottom + 4) return true;
      }
      return box.left < -1 || box.right > innerWidth + 1;
    }

    /** Lines that stand close to each other touch; whether one can read them is another matter. */
    function isCovered(one, other) {
      if (one === other || one.part !== other.part) return false;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      return width > 2 && height > one.box.height / 3 && !isEnding(one) && !isEnding(other);
    }

    function isEnding({ parent }) {
      for (let around = parent; around !== document.body; around = around.parentElement) {
        const { overflowX, textOverflow } = getComputedStyle(around);
        if (textOverflow === 'ellipsis') return true;
        if (overflowX !== 'visible' && around.getBoundingClientRect().width <= 1) return true;
      }
      return false;
    }
  })()`;

/** How much of the end of the page the bar of phones hides. */
const HIDDEN_BY_BAR_PX = `(() => {
    const bar = document.querySelector('.phone-bar');
    if (bar === null || !bar.checkVisibility()) return 0;
    scrollTo(0, document.documentElement.scrollHeight);
    const ends = [...document.querySelectorAll('main, .foot')].map(
      (part) => part.getBoundingClientRect().bottom,
    );
    return Math.max(...ends) - bar.getBoundingClientRect().top;
  })()`;

/** What people cannot read of a page. */
export interface PageLosses {
  readonly cutTexts: readonly string[];
  readonly overflowPx: number;
  readonly hiddenByBarPx: number;
}

export const readLosses = (page: Page): Promise<PageLosses> =>
  page.evaluate<PageLosses>(`({
    cutTexts: ${CUT_TEXTS},
    overflowPx: ${OVERFLOW_PX},
    hiddenByBarPx: ${HIDDEN_BY_BAR_PX},
  })`);
