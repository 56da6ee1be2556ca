import { type Content, html } from '../../i18n/html.ts';

/** A row of a list of facts: a name and a value. */
export type FactRow = readonly [name: string, value: Content];

/** A row of facts whose value is a stranger's text; no row if there is no text. */
export const textRow = (name: string, text: string | null): readonly FactRow[] =>
  text === null ? [] : [[name, html`<bdi class="foreign said-text" dir="auto">${text}</bdi>`]];
