import { MAX_PAY_TEXT_LENGTH } from '../base/limits.ts';
import { MAX_PAY_WORDS } from './limits.ts';
import { type PayTarget, type PayTextRules, readPayWord } from './pay-text.ts';
import { payWords, piecesOf } from './pay-words.ts';

/**
 * Finds which of the texts that an app shared asks for a payment: a word of one, as people share
 * whole sentences. It is only proposed: its reader sees it before anything happens. So invoices
 * come before lightning addresses, which may be mere e-mail addresses. Where nothing can be paid,
 * the first text comes back, so that its reader sees what was shared.
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
