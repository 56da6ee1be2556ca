import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText, hasInvisible } from '../base/text.ts';

export type NameRefusal = { readonly kind: 'bad_name'; readonly message: string };
export type PersonNameRefusal =
  | NameRefusal
  | { readonly kind: 'name_like_address'; readonly message: string };

/**
 * Checks a name that people give to something of theirs; '' if they gave none. Names are shown in
 * lists and on terminals, so they must not contain invisible characters.
 */
export function checkName(text: string, maxLength: number): Result<string, NameRefusal> {
  const name = text.trim();
  if (hasInvisible(name)) return refuse({ kind: 'bad_name', message: HIDDEN_IN_NAME });
  return accept(cleanText(name, maxLength));
}

/**
 * Checks a name that people give to themselves. Others read it in one line with an address, with a
 * dot (·) between the two, so it must neither look like an address nor contain such a dot.
 */
export function checkPersonName(
  text: string,
  maxLength: number,
): Result<string, PersonNameRefusal> {
  const checked = checkName(text, maxLength);
  if (!checked.ok || !isLikeAddress(checked.value)) return checked;
  return refuse({ kind: 'name_like_address', message: LIKE_ADDRESS });
}

/**
 * Whether a name contains an at sign, or a dot like the one (·) that separates the parts of a line.
 * All Unicode forms of both count.
 */
export const isLikeAddress = (name: string): boolean =>
  ADDRESS_SIGNS.test(name.replaceAll(ALONE, '@').normalize('NFKC').replaceAll(DOTS_IN_WORDS, ''));

/**
 * The name that a payer gave, as the payee is shown it. Null if it could be taken for an address,
 * because anyone can claim to be someone else.
 */
export const shownPayerName = (name: string | null): string | null =>
  name === null || isLikeAddress(name) ? null : name;

/**
 * Characters that look like an at sign or a dot, but that the normalisation NFKC turns into other
 * letters: the circled letters A and a, and a Korean letter that is only a dot.
 */
const ALONE = /[\u24b6\u24d0\u318d]/g;

/**
 * Characters that could make a name look like an address, or like two parts of a line: the at sign
 * in its forms, and the dots of all scripts that look like U+00B7 (·).
 */
const ADDRESS_SIGNS =
  /[@\uaa5c\u00b7\u16eb\u2022\u2027\u2219\u22c5\u2e31\u2e33\u30fb\ua78f\u{10101}]/u;

/** Dots inside words of Catalan (such as Marcel·la) and Japanese, which are allowed in names. */
const DOTS_IN_WORDS =
  /(?<=l)\u00b7(?=l)|(?<=[\p{scx=Katakana}\p{scx=Han}])\u30fb(?=[\p{scx=Katakana}\p{scx=Han}])/giu;

const HIDDEN_IN_NAME = 'a name holds no control characters and nothing else that cannot be seen';
const LIKE_ADDRESS = 'a name holds neither @ nor ·, so that nobody takes it for an address';
