import { bech32 } from '@scure/base';
import { MAX_PAY_WORDS } from './limits.ts';

/**
 * The words of a text that people paste, without what stands around them: signs, quotes, brackets,
 * invisible marks. An invoice or LNURL that is broken over lines, or contains spaces, becomes one
 * word again, unless there are more words than are looked at.
 */
export function payWords(text: string): readonly string[] {
  const parts = text.replaceAll(WITHOUT_WIDTH, '').split(/\s+/);
  const words = parts.map(bareWord).filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.length > MAX_PAY_WORDS ? words : joinBroken(words);
}

/**
 * The parts of a word between brackets and quotes, as in `[Pay](lightning:…)`; none for a word
 * without any.
 */
export function piecesOf(word: string): readonly string[] {
  const pieces = word.split(/[<>(){}"“”„«»‹›|]+/u);
  return pieces.length === 1 ? [] : pieces.map(bareWord).filter((piece) => piece !== '');
}

/**
 * Removes signs from both ends of a word, except dots, slashes and lines, which may begin a name or
 * end a link.
 */
export function bareWord(word: string): string {
  const rest = word.replace(OPENING, '');
  // A host of IPv6 ends in its bracket, which must stay.
  return rest.replace(rest.includes('[') ? CLOSING_BUT_BRACKETS : CLOSING, '');
}

/**
 * Characters without width, such as soft hyphens, breaks and variants of signs, which no one sees.
 */
const WITHOUT_WIDTH = /[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/g;

/**
 * Signs that may stand in front of a word: brackets, quotes, pictures such as a lightning sign,
 * marks of direction, signs of lists, and the sign of bitcoin, which is written before addresses
 * (BIP 353).
 */
const OPENING = /^[\p{Cf}\p{Ps}\p{Pi}\p{Pf}\p{So}\p{Sm}\p{Sk}₿"'*:;,!?¿¡•·–—…]+/u;
/**
 * Signs that may stand behind a word. The look-behind in the pattern tries each row of signs only
 * once, so that time grows with the length of the text and not with its square.
 */
const CLOSING = closing('\\p{Pe}');
const CLOSING_BUT_BRACKETS = closing(')}');

function closing(brackets: string): RegExp {
  const signs = `[${brackets}\\p{Cf}\\p{Pi}\\p{Pf}\\p{So}\\p{Sk}>|"'*.,:;!?…。、，．！？；：]`;
  return new RegExp(`(?<!${signs})${signs}+$`, 'u');
}

/**
 * The beginning of an invoice or LNURL that goes to the end of its word; quoted mails end lines
 * with `=`.
 */
const START = /(?:^|[:=/])((?:ln(?:bcrt|bc|tbs|tb)|lnurl1)[0-9a-z]*)=?$/i;
/** The letters of bech32, in a word that may continue an invoice. */
const CONTINUED = /^[0-9ac-hj-np-z]+=?$/i;
/**
 * The most words behind an invoice that are tried as parts of it: `thanks` could be one by its
 * letters.
 */
const MAX_WORDS_BEHIND = 12;

/** Joins broken words, but only those whose checksum proves that they belong together. */
function joinBroken(words: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const [, head] = START.exec(word) ?? [];
    const parts = head === undefined ? [] : continuation(words, at + 1);
    const used = head === undefined ? 0 : countParts(head, parts);
    const isBroken = used > 0;
    joined.push(isBroken ? word.replace(/=$/, '') + parts.slice(0, used).join('') : word);
    at += 1 + used;
  }
  return joined;
}

function continuation(words: readonly string[], from: number): readonly string[] {
  let end = from;
  const goesOn = (word: string | undefined): boolean =>
    word !== undefined && CONTINUED.test(word) && !START.test(word);
  while (goesOn(words[end])) end += 1;
  return words.slice(from, end).map((word) => word.replace(/=$/, ''));
}

/**
 * Counts the words that continue an invoice; 0 where it is whole already, or the checksum is wrong.
 */
function countParts(head: string, parts: readonly string[]): number {
  if (parts.length === 0 || isWholeBech32(head)) return 0;
  const least = Math.max(1, parts.length - MAX_WORDS_BEHIND);
  for (let count = parts.length; count >= least; count -= 1) {
    if (isWholeBech32(head + parts.slice(0, count).join(''))) return count;
  }
  return 0;
}

/** Whether the checksum of a bech32 text is right (BIP 173). */
export const isWholeBech32 = (text: string): boolean =>
  bech32.decodeUnsafe(withSmallStart(text), false) !== undefined;

/** Undoes the capital that keyboards write at the start of a sentence. */
export const withSmallStart = (text: string): string => text.replace(/^L(?=n[^A-Z]*$)/, 'l');
