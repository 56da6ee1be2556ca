import { MAX_PAY_TEXT_LENGTH } from '../base/lnurl-limits.ts';
import { type PayText, type PayTextRules, readPayText } from './pay-text.ts';

/**
 * Which of the texts that an app shared asks for a payment: one of them, or a word of one, as
 * people share whole sentences. Invoices come before addresses, which may be mere e-mail addresses.
 * Where nothing can be paid, the first text comes back, so that its reader sees what was shared.
 */
export function findShared(texts: readonly string[], rules: PayTextRules): string {
  const given = texts.map((text) => text.trim()).filter((text) => text !== '');
  const candidates = given.flatMap((text) => [text, ...wordsOf(text)]);
  const kinds = candidates.map((text) => kindOf(text, rules));
  for (const wanted of WANTED) {
    const found = candidates[kinds.indexOf(wanted)];
    if (found !== undefined) return found;
  }
  return given[0] ?? '';
}

const WANTED: readonly PayText['kind'][] = ['bolt11', 'lnurl', 'address'];

function kindOf(text: string, rules: PayTextRules): PayText['kind'] | null {
  const read = readPayText(text, rules);
  return read.ok ? read.value.kind : null;
}

/** Without the signs that stand around words of a sentence. No text to pay begins or ends so. */
const wordsOf = (text: string): readonly string[] =>
  text
    .slice(0, MAX_PAY_TEXT_LENGTH)
    .split(/\s+/)
    .map((word) => word.replace(/^[("'«‹“‘„‚<[]+/u, '').replace(CLOSING_SIGNS, ''))
    .filter((word) => word !== '');

/** It looks at each sign once, however many of them stand in a row before another letter. */
const CLOSING_SIGNS = /(?<![)"'»›“”‘’>\].,;:!?])[)"'»›“”‘’>\].,;:!?]+$/u;
