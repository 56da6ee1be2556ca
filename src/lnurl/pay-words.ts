import { bech32 } from '@scure/base';
import { MAX_PAY_WORDS } from './limits.ts';

/**
 * Splits a pasted text into words, without the punctuation, quotes, brackets and invisible
 * characters around them. An invoice or LNURL that is broken over lines, or has spaces in it, is
 * joined to one word, unless there are too many words to look at.
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
 * Removes punctuation from both ends of a word, except for characters that may begin a name or end
 * a link, such as slashes and underscores.
 */
export function bareWord(word: string): string {
  const rest = word.replace(OPENING, '');
  // The closing bracket of an IPv6 address is part of the link, so it must stay.
  return rest.replace(rest.includes('[') ? CLOSING_BUT_BRACKETS : CLOSING, '');
}

/** Characters without width, such as soft hyphens, invisible spaces and variation selectors. */
const WITHOUT_WIDTH = /[\u00ad\u200b\u2060\ufeff]|[\ufe00-\ufe0f]/g;

/**
 * Characters that may precede a word: brackets, quotes, symbols such as a lightning bolt, marks of
 * writing direction, bullets of lists, and the bitcoin sign, which is written before addresses (BIP
 * 353).
 */
const OPENING = /^[\p{Cf}\p{Ps}\p{Pi}\p{Pf}\p{So}\p{Sm}\p{Sk}₿"'*:;,!?¿¡•·–—…]+/u;
/**
 * Characters that may follow a word. The look-behind in the pattern tries each row of such
 * characters only once, so that the time grows with the length of the text and not with its square.
 */
const CLOSING = closing('\\p{Pe}');
const CLOSING_BUT_BRACKETS = closing(')}');

function closing(brackets: string): RegExp {
  const signs = `[${brackets}\\p{Cf}\\p{Pi}\\p{Pf}\\p{So}\\p{Sk}>|"'*.,:;!?…。、，．！？；：]`;
  return new RegExp(`(?<!${signs})${signs}+$`, 'u');
}

/**
 * The beginning of an invoice or LNURL, up to the end of its word. Mails in the encoding
 * quoted-printable have `=` at the end of broken lines.
 */
const START = /(?:^|[:=/])((?:ln(?:bcrt|bc|tbs|tb)|lnurl1)[0-9a-z]*)=?$/i;
/**
 * The form of a word that may continue an invoice which was broken over lines: bech32 letters only.
 */
const CONTINUED = /^[0-9ac-hj-np-z]+=?$/i;
/**
 * The most words after an invoice that are tried as its continuation. A word such as `thanks` could
 * be one, judging by its letters.
 */
const MAX_WORDS_BEHIND = 12;

/**
 * Joins the words of a broken invoice or LNURL, if the checksum proves that they belong together.
 */
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
 * Counts the words that continue an invoice; 0 when it is complete already, or when no checksum is
 * right.
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

/** Undoes the capital letter that keyboards put at the beginning of a sentence. */
export const withSmallStart = (text: string): string => text.replace(/^L(?=n[^A-Z]*$)/, 'l');
