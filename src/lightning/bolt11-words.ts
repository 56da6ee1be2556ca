import { bech32 } from '@scure/base';
import { assert } from '../base/assert.ts';

/** The data part of an invoice: groups of five bits, as bech32 encodes them. */
export type Words = readonly number[];

const BITS_PER_WORD = 5;
/** The most words that a field can have, as its length is a number of ten bits. */
export const MAX_TAG_WORDS = 1023;

/**
 * Turns words of five bits into bytes; null when the bits left over are not padding (fewer than
 * five, all zero).
 */
export function wordsToBytes(words: Words): Uint8Array | null {
  const bytes = wordsToPaddedBytes(words);
  const length = countWholeBytes(words, bytes);
  return length === null ? null : bytes.subarray(0, length);
}

/** Reads the contents of a field as hex; null when the bits left over are not padding. */
export function wordsToHex(words: Words): string | null {
  writeBytes(words, HEX_BYTES);
  const length = countWholeBytes(words, HEX_BYTES);
  return length === null ? null : HEX_BYTES.toString('hex', 0, length);
}

/**
 * Counts the whole bytes that the words hold; null when the bits left over are not padding. `bytes`
 * contains the bits of the words; a last byte of mere padding must be zero.
 */
function countWholeBytes(words: Words, bytes: Uint8Array): number | null {
  const leftBits = (words.length * BITS_PER_WORD) % 8;
  const length = Math.floor((words.length * BITS_PER_WORD) / 8);
  return leftBits < BITS_PER_WORD && (leftBits === 0 || bytes[length] === 0) ? length : null;
}

/**
 * A buffer that all calls share and overwrite. Every payment reads two hashes, and a new buffer for
 * each would be slow.
 */
const HEX_BYTES = Buffer.alloc(Math.ceil((MAX_TAG_WORDS * BITS_PER_WORD) / 8));

/** Turns bytes into words of five bits. Zero bits fill up the last word. */
export const bytesToWords = (bytes: Uint8Array): number[] => bech32.toWords(bytes);

/**
 * Turns words into bytes and fills up the last byte with zero bits. The signature of an invoice
 * covers its words in this form.
 */
export function wordsToPaddedBytes(words: Words): Uint8Array {
  const bytes = new Uint8Array(Math.ceil((words.length * BITS_PER_WORD) / 8));
  writeBytes(words, bytes);
  return bytes;
}

function writeBytes(words: Words, bytes: Uint8Array): void {
  let pending = 0;
  let pendingBits = 0;
  let length = 0;
  for (const word of words) {
    pending = ((pending << BITS_PER_WORD) | word) & 0xfff;
    pendingBits += BITS_PER_WORD;
    if (pendingBits >= 8) {
      pendingBits -= 8;
      bytes[length++] = pending >> pendingBits;
    }
  }
  if (pendingBits > 0) bytes[length] = pending << (8 - pendingBits);
}

/**
 * Reads a big-endian number of any width, leading zeros allowed; null for a number above 2^53 - 1.
 */
export function wordsToNumber(words: Words): number | null {
  let value = 0;
  for (const word of words) value = value * 32 + word;
  return Number.isSafeInteger(value) ? value : null;
}

/** Writes a number in at least `width` words, and in more only if it needs them. */
export function numberToWords(value: number, width = 1): number[] {
  assert(Number.isSafeInteger(value) && value >= 0, 'a number of an invoice is whole');
  const words: number[] = [];
  for (let rest = value; rest > 0 || words.length < width; rest = Math.floor(rest / 32)) {
    words.unshift(rest % 32);
  }
  return words;
}
