import { type Content, html } from '../../i18n/html.ts';

/** A fact with its name. */
export type FactRow = readonly [name: string, value: Content];

/** A stranger's words; nothing where there are none. */
export const textRow = (name: string, text: string | null): readonly FactRow[] =>
  text === null ? [] : [[name, html`<bdi class="foreign said-text" dir="auto">${text}</bdi>`]];
