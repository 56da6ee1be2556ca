import { type Content, type Html, html } from '../../i18n/html.ts';
import { pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type ShownPage, showPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** A page for operators that shows one list. */
export const operatePage = (
  texts: PageTexts,
  list: keyof PageTexts['operateLists']['titles'],
  main: Content,
  looksAgain = false,
): ShownPage =>
  showPage({
    title: texts.operateLists.titles[list],
    section: list,
    looksAgain,
    main: html`
      ${pageHead(texts.operateLists.titles[list], texts.operateLists[list].lead)}
      ${main}`,
  });

/** The URL of a list with the given filters. Empty filters are left out. */
export function listAddress(path: string, inputs: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(Object.entries(inputs).filter(([, value]) => value !== ''));
  return query.size === 0 ? path : `${path}?${query}`;
}

export interface Turning {
  readonly path: string;
  readonly inputs: Readonly<Record<string, string>>;
  /** The id of the last row on the previous page; `''` for the first page. */
  readonly after: string;
  /** The id of the row after which the next page begins; null at the end of the list. */
  readonly next: string | null;
}

/** Links to the next page of a list, and back to the first one. */
export function turnPages({ operateLists: words }: PageTexts, turning: Turning): Content {
  const { path, inputs, after, next } = turning;
  if (after === '' && next === null) return null;
  const first = after === '' ? null : linkButton(words.firstPage, listAddress(path, inputs));
  const on =
    next === null
      ? null
      : linkButton(words.nextPage, listAddress(path, { ...inputs, after: next }));
  return html`<nav class="pages" aria-label="${words.pages}">${first}${on}</nav>`;
}

export interface PageOfRows<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}

/**
 * Cuts one page from the rows that were read. The caller reads one row more than a page holds. If
 * that row is there, there is a next page.
 */
export function cutPage<Row extends { readonly id: string | bigint }>(
  found: readonly Row[],
  size: number,
): PageOfRows<Row> {
  const rows = found.slice(0, size);
  const last = rows.at(-1);
  return { rows, next: found.length > size && last !== undefined ? String(last.id) : null };
}

/** Links to the views of a list. The present view is marked. */
export const viewLinks = (
  label: string,
  views: readonly (readonly [label: string, href: string, isPresent: boolean])[],
): Html => html`
  <nav class="filters" aria-label="${label}">${views.map(([name, href, isPresent]) => {
    const mark = isPresent ? html` aria-current="true"` : null;
    return html`<a href="${href}"${mark}>${name}</a>`;
  })}</nav>`;
