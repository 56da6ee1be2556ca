import { MAX_PAY_TEXT_LENGTH } from '../base/limits.ts';
import { MAX_PAY_WORDS } from './limits.ts';
import { type PayTarget, type PayTextRules, readPayWord } from './pay-text.ts';
import { payWords, piecesOf } from './pay-words.ts';

/**
 * Finds what can be paid in the texts that another app shared. That may be a single word, as people
 * share whole sentences. The result is only proposed to the user, so an invoice is preferred
 * to an address, which may be a mere e-mail address. If nothing can be paid, the first text is
 * returned, so that the user sees what was shared.
 */
export function findPayableText(texts: readonly string[], rules: PayTextRules): string {
  const given = texts.map((text) => text.trim()).filter((text) => text !== '');
  const words = given.flatMap((text) => payWords(text.slice(0, MAX_PAY_TEXT_LENGTH)));
  const candidates = words.slice(0, MAX_PAY_WORDS).flatMap((word) => [word, ...piecesOf(word)]);
  const kinds = candidates.map((word) => kindOf(word, rules));
  for (const wanted of WANTED) {
    const found = candidates[kinds.indexOf(wanted)];
    if (found !== undefined) return found;
  }
  return given[0] ?? '';
}

const WANTED: readonly PayTarget['kind'][] = [
  'both',
  'bolt11',
  'lnurl',
  'chain',
  'address',
  'node',
];

function kindOf(word: string, rules: PayTextRules): PayTarget['kind'] | null {
  const read = readPayWord(word, rules);
  return read.ok ? read.value.kind : null;
}
