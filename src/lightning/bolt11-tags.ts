import { assert } from '../base/assert.ts';
import { BECH32_ALPHABET } from './bech32.ts';
import { numberToWords, type Words, wordsToNumber } from './bolt11-words.ts';

/**
 * Tagged fields of BOLT 11: a letter of the bech32 alphabet, a length of two words, the data. This
 * file knows only their form; bolt11-fields.ts reads their contents.
 */
export interface Tag {
  readonly name: string;
  readonly words: Words;
}

/** The fields that this codec reads and writes. */
export type TagName = 'p' | 's' | 'd' | 'h' | 'm' | 'n' | 'c' | 'x' | 'f' | 'r' | '9';

/** Seconds since 1970 in 35 bits, before the fields. */
export const TIMESTAMP_WORDS = 7;

/** A field's length is a ten-bit number. */
export const MAX_TAG_WORDS = 1023;

/** Null when a field runs past the end. */
export function splitTags(words: Words): readonly Tag[] | null {
  const tags: Tag[] = [];
  let position = 0;
  while (position < words.length) {
    const dataStart = position + HEADER_WORDS;
    const name = BECH32_ALPHABET[words[position] ?? -1];
    const length = wordsToNumber(words.slice(position + 1, dataStart));
    if (name === undefined || length === null) return null;
    const dataEnd = dataStart + length;
    if (dataEnd > words.length) return null;
    tags.push({ name, words: words.slice(dataStart, dataEnd) });
    position = dataEnd;
  }
  return tags;
}

export function joinTags(tags: readonly Tag[]): number[] {
  return tags.flatMap(({ name, words }) => {
    assert(words.length <= MAX_TAG_WORDS, 'a field of an invoice has at most 1023 words');
    return [
      BECH32_ALPHABET.indexOf(name),
      ...numberToWords(words.length, HEADER_WORDS - 1),
      ...words,
    ];
  });
}

const HEADER_WORDS = 3;
