import { sha256 } from '@noble/hashes/sha2.js';
import { recover, signRecoverable, verify } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { bytesToHex } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { bytesToWords, type Words, wordsToBytes, wordsToPaddedBytes } from './bolt11-words.ts';

/**
 * The part of an invoice that its signature covers: the human-readable part and all words before
 * the signature.
 */
export interface SignedPart {
  readonly prefix: string;
  readonly words: Words;
}

/** The number of words of a signature: 64 bytes of ECDSA and the recovery id, 520 bits. */
export const SIGNATURE_WORDS = 104;

/** Signs an invoice deterministically (RFC 6979), always with low S. */
export function signPart(part: SignedPart, privateKey: Uint8Array): number[] {
  const { signature, recoveryId } = signRecoverable(digest(part), privateKey);
  return bytesToWords(Uint8Array.of(...signature, recoveryId));
}

/**
 * Recovers the key that signed an invoice. A high S is accepted too, as BOLT 11 requires when the
 * key is recovered.
 */
export function recoverPayee(part: SignedPart, signatureWords: Words): Result<string, string> {
  const { signature, recoveryId } = splitSignature(signatureWords);
  if (recoveryId === null) return refuse('The signature of the invoice has no recovery id.');
  const payee = nullIfThrown(() => recover(digest(part), signature, recoveryId, true));
  if (payee === null) return refuse('The signature of the invoice is not valid.');
  return accept(bytesToHex(payee));
}

/**
 * Verifies the signature of an invoice that names its payee: the payee's key must have made it,
 * with low S.
 */
export function verifyPayee(
  part: SignedPart,
  signatureWords: Words,
  payee: Uint8Array,
): Result<string, string> {
  const { signature, recoveryId } = splitSignature(signatureWords);
  if (recoveryId === null) return refuse('The signature of the invoice has no recovery id.');
  const isValid = nullIfThrown(() => verify(digest(part), payee, signature, true));
  if (isValid !== true) return refuse('The signature of the invoice is not that of its payee.');
  return accept(bytesToHex(payee));
}

const digest = (part: SignedPart): Uint8Array =>
  sha256.create().update(Buffer.from(part.prefix)).update(wordsToPaddedBytes(part.words)).digest();

function splitSignature(words: Words) {
  const bytes = wordsToBytes(words);
  assert(bytes?.length === 65, 'a signature has 104 words');
  return { signature: bytes.subarray(0, 64), recoveryId: recoveryIdOf(bytes[64]) };
}

function recoveryIdOf(byte: number | undefined): 0 | 1 | 2 | 3 | null {
  return byte === 0 || byte === 1 || byte === 2 || byte === 3 ? byte : null;
}

/**
 * Calls the elliptic-curve library, which throws for numbers out of range. Such a number only means
 * that the signature is bad, so the result is then null.
 */
function nullIfThrown<T>(attempt: () => T): T | null {
  try {
    return attempt();
  } catch {
    return null;
  }
}
