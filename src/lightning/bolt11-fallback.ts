import { assert } from '../base/assert.ts';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { FallbackAddress } from './bolt11.ts';
import { bytesToWords, type Words, wordsToBytes } from './bolt11-words.ts';

/**
 * Reads the field `f`, a fallback address on the chain; null for a version that does not exist yet,
 * which BOLT 11 tells readers to skip.
 */
export function readFallback(words: Words): Result<FallbackAddress | null, string> {
  const [version, ...programWords] = words;
  if (version === undefined) return refuse('A fallback address of the invoice is empty.');
  if (version > P2SH_VERSION) return accept(null);
  const program = wordsToBytes(programWords);
  if (program === null || !isProgramLength(version, program.length)) {
    return refuse('A fallback address of the invoice has a wrong length.');
  }
  return accept({ version, programHex: bytesToHex(program) });
}

export function writeFallback({ version, programHex }: FallbackAddress): Words {
  const program = hexToBytes(programHex);
  assert(program !== null && version <= P2SH_VERSION, 'a fallback address is known');
  assert(isProgramLength(version, program.length), 'a fallback address has its length');
  return [version, ...bytesToWords(program)];
}

/**
 * Whether the data of a fallback address has the right length: the length that BIP 141 prescribes
 * for the program of a witness version, and 20 bytes for P2PKH and P2SH.
 */
function isProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  return version <= MAX_WITNESS_VERSION ? length >= 2 && length <= 40 : length === 20;
}

const MAX_WITNESS_VERSION = 16;
const P2SH_VERSION = 18;
