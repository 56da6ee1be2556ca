import { assert } from '../base/assert.ts';
import { BECH32_ALPHABET } from './bech32.ts';
import { MAX_TAG_WORDS, numberToWords, type Words } from './bolt11-words.ts';

/**
 * A tagged field of BOLT 11: a letter of the bech32 alphabet, a length of two words, and the data.
 * This file only splits and joins fields; bolt11-fields.ts reads their contents.
 */
export interface Tag {
  readonly name: string;
  readonly words: Words;
}

/**
 * The fields that this codec reads and writes. bLIP 39 calls the field of blinded paths `b`, but
 * its number is 20, which bech32 writes as `5`.
 */
export type TagName = 'p' | 's' | 'd' | 'h' | 'm' | 'n' | 'c' | 'x' | 'f' | 'r' | '5' | '9';

/** The words of the timestamp, which stands before the fields: seconds since 1970 in 35 bits. */
export const TIMESTAMP_WORDS = 7;

/** Splits a range of words into tagged fields; null when a field runs past the end of the range. */
export function splitTags(words: Words, from: number, end: number): readonly Tag[] | null {
  const tags: Tag[] = [];
  let position = from;
  while (position < end) {
    const dataStart = position + HEADER_WORDS;
    const [name, high, low] = [words[position], words[position + 1], words[position + 2]];
    if (dataStart > end || name === undefined || high === undefined || low === undefined) {
      return null;
    }
    const dataEnd = dataStart + high * 32 + low;
    if (dataEnd > end) return null;
    tags.push({ name: BECH32_ALPHABET.charAt(name), words: words.slice(dataStart, dataEnd) });
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
