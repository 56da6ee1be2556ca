import type { Text } from '../texts/message.ts';
import { type Html, html } from './html.ts';

export const code = (words: readonly Text[]): Html => html`<code>${words}</code>`;
export const strong = (words: readonly Text[]): Html => html`<strong>${words}</strong>`;
