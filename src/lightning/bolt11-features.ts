import { assert } from '../base/assert.ts';
import type { Words } from './bolt11-words.ts';

/**
 * Reads the field `9`, which has one bit per feature, big-endian with bit 0 last. Returns bit
 * numbers in ascending order.
 */
export function readFeatureBits(words: Words): number[] {
  const bits: number[] = [];
  for (let bit = 0; bit < words.length * BITS_PER_WORD; bit += 1) {
    const word = words[words.length - 1 - Math.floor(bit / BITS_PER_WORD)] ?? 0;
    if ((word >> (bit % BITS_PER_WORD)) & 1) bits.push(bit);
  }
  return bits;
}

/** Writes feature bits in as few words as can hold the highest one. */
export function writeFeatureBits(bits: readonly number[]): number[] {
  assert(
    bits.every((bit) => Number.isInteger(bit) && bit >= 0),
    'a feature bit is a number',
  );
  const words: number[] = Array(Math.floor(Math.max(-1, ...bits) / BITS_PER_WORD) + 1).fill(0);
  for (const bit of bits) {
    const index = words.length - 1 - Math.floor(bit / BITS_PER_WORD);
    words[index] = (words[index] ?? 0) | (1 << (bit % BITS_PER_WORD));
  }
  return words;
}

/**
 * Finds features that the payer must support and that this program does not know. A feature with an
 * even bit is required; one with an odd bit is only offered.
 */
export function unknownRequiredBits(bits: readonly number[]): number[] {
  return bits.filter((bit) => bit % 2 === 0 && !KNOWN_REQUIRED_BITS.has(bit));
}

/**
 * Whether the invoice allows multi-part payments without offering a payment secret, which is needed
 * to join the parts (BOLT 9).
 */
export const lacksPaymentSecret = (bits: readonly number[]): boolean =>
  MULTI_PART.some((bit) => bits.includes(bit)) && !SECRET.some((bit) => bits.includes(bit));

const SECRET = [14, 15];
const MULTI_PART = [16, 17];

/**
 * The feature bit of LND's AMP invoices. Such an invoice may be paid several times, and each
 * payment brings a secret of its own.
 */
export const AMP_REQUIRED = 30;

const BITS_PER_WORD = 5;

/**
 * Required features that this codec knows (BOLT 9): onion TLV, payment secret, multi-part, route
 * blinding, payment metadata, and blinded paths in field `b` (bLIP 39).
 */
const KNOWN_REQUIRED_BITS: ReadonlySet<number> = new Set([8, 14, 16, 24, 48, 262]);
