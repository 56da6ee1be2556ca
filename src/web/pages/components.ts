import { type Content, type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';

/** A part of a page under a heading of its own. */
export const card = (heading: string, content: Content): Html => html`
  <section class="card">
    <h2>${heading}</h2>
    ${content}
  </section>`;

/** A text in place of an empty list, which says what the list is for and what to do next. */
export const emptyState = (title: string, text: Content, action: Content = null): Html => html`
  <div class="empty">
    <p class="empty-title">${title}</p>
    <p>${text}</p>
    ${action === null ? null : html`<p class="actions">${action}</p>`}
  </div>`;

export interface Entry {
  readonly title: Content;
  /** A line of plain facts below the title. */
  readonly meta: Content;
  readonly text: Content;
  /** A part that stands beside the text on wide screens. */
  readonly aside?: Content;
  readonly actions: Content;
}

/**
 * A list of things that need more words than a row of a table has room for. `kind` begins the ids
 * of the headings, so a page with two such lists needs two kinds.
 */
export const entryList = (entries: readonly Entry[], kind = 'entry'): Html => html`
  <section class="card"><ul class="entries">${entries.map((entry, index) =>
    renderEntry(entry, `${kind}-${index}`),
  )}</ul></section>`;

/**
 * Renders an entry of a list. The buttons have the same names in all entries, so for screen readers
 * the group of an entry's buttons is named by the entry's heading.
 */
function renderEntry({ title, meta, text, aside, actions }: Entry, id: string): Html {
  return html`
    <li>
      <div class="said"><h2 id="${id}">${title}</h2><p class="hint">${meta}</p><p>${text}</p></div>
      ${aside ?? null}
      ${
        actions === null
          ? null
          : html`<div class="actions" role="group" aria-labelledby="${id}">${actions}</div>`
      }
    </li>`;
}

/** The head of a page: its name, what it is for, and a button for what can be begun there. */
export const pageHead = (title: string, text: Content, action: Content = null): Html => html`
  <div class="head">
    <div><h1>${title}</h1><p class="lead">${text}</p></div>
    ${action}
  </div>`;

/** A list of names with their values. */
export const facts = (rows: readonly (readonly [name: string, value: Content])[]): Html => html`
  <dl class="facts">
    ${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;

export interface Table {
  readonly caption: string;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Content[])[];
  /**
   * Further rows after `rows`. On a page whose rows are sent as they are made, the mark PARTS_HERE
   * stands for these rows.
   */
  readonly more?: Html;
}

export interface Column {
  readonly name: string;
  /** Whether the column contains numbers, which are aligned at the right. */
  readonly isFigure?: boolean;
}

/** A table. On a phone each row is a card whose lines have the names of the columns. */
export function table({ caption, columns, rows, more }: Table): Html {
  const head = ({ name, isFigure }: Column): Html =>
    html`<th scope="col"${figureClass(isFigure)}>${name}</th>`;
  return html`
    <table>
      <caption>${caption}</caption>
      <thead><tr>${columns.map(head)}</tr></thead>
      <tbody>${rows.map((cells) => tableRow(columns, cells))}${more ?? null}</tbody>
    </table>`;
}

export function tableRow(columns: readonly Column[], cells: readonly Content[]): Html {
  const cell = (content: Content, index: number): Html => {
    const { name, isFigure } = columns[index] ?? { name: '' };
    return html`<td data-name="${name}"${figureClass(isFigure)}>${content}</td>`;
  };
  return html`<tr>${cells.map(cell)}</tr>`;
}

const figureClass = (isFigure: boolean | undefined): Content =>
  isFigure === true ? html` class="figure"` : null;

type Words = PageTexts['frame'];

/** Shows a secret that the user must copy now, as no page shows it again. */
export const secretOnce = (words: Words, label: string, secret: string): Html => html`
  <div class="secret">
    <p class="secret-label" id="secret-label">${label}</p>
    <code class="secret-text" tabindex="0" aria-labelledby="secret-label">${secret}</code>
    ${copyButton(words, secret)}
    <p class="hint">${words.secretOnce}</p>
  </div>`;

/** A button that copies a text. It appears only where scripts run. */
export const copyButton = (
  words: Pick<Words, 'copy' | 'copied'>,
  text: string,
  look: 'main' | 'plain' = 'plain',
): Html => html`
  <button type="button" class="button ${look}" data-copy="${text}" data-copied="${words.copied}"
    hidden>${words.copy}</button>`;

/**
 * A button that shares a text, or the address of the page if the text is empty. It appears only
 * where the browser can share with other programs.
 */
export const shareButton = (words: Pick<Words, 'share'>, text: string): Html => html`
  <button type="button" class="button plain" data-share="${text}" hidden>${words.share}</button>`;

/**
 * A button that prints the page. It appears only where scripts run; others find the command in
 * their browser.
 */
export const printButton = (words: Pick<Words, 'print'>): Html =>
  html`<button type="button" class="button plain" data-print hidden>${words.print}</button>`;

/** Shows a command for a terminal. */
export const commandExample = (words: Words, command: string): Html =>
  codeExample(words.command, command);

/** Shows a text whose lines stay as they are; where it is wide, it scrolls by itself. */
export const codeExample = (name: string, text: string): Html =>
  html`<pre tabindex="0" role="region" aria-label="${name}"><code dir="auto">${text}</code></pre>`;

/**
 * Shows words of strangers as a block of its own, in the direction of their script, so that they
 * cannot disturb the text around them.
 */
export const untrustedText = (text: string): Html =>
  html`<bdi class="foreign" dir="auto">${text}</bdi>`;

/** Shows text of others, or of machines, whose lines break where the page ends. */
export const quotedText = (name: string, text: string): Html => html`
  <pre class="quoted" tabindex="0" role="region" aria-label="${name}"
    dir="auto"><code>${text}</code></pre>`;

/**
 * States that are marked by a colour; `going` means that something is on its way as it should be.
 */
export type State = 'good' | 'going' | 'waiting' | 'ended' | 'bad';

/** A word for a state, in a colour that says the same. */
export const stateWord = (state: State, word: string): Html =>
  html`<span class="state ${state}">${word}</span>`;
