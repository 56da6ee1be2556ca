import { type Html, html } from '../../texts/html.ts';
import type { Text } from '../../texts/message.ts';

export const code = (words: readonly Text[]): Html => html`<code>${words}</code>`;
export const strong = (words: readonly Text[]): Html => html`<strong>${words}</strong>`;
