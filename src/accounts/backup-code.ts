import { sha256 } from '@noble/hashes/sha2.js';
import type { Random } from '../base/random.ts';

/** The number of backup codes that a user gets as a set. */
export const BACKUP_CODES = 10;

/**
 * Letters of backup codes: 32 lower-case letters and digits without look-alikes, five bits each.
 */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/**
 * The length of a backup code: with 80 bits it cannot be guessed, not even by someone who has the
 * stored hashes.
 */
const LENGTH = 16;

/** Makes a code in groups of four, which are easy to read. */
export function newBackupCode(random: Random): string {
  const letters = [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/**
 * Reads a backup code; null when the text cannot be one. People may type capitals or leave out the
 * dashes.
 */
export function readBackupCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}

/** The hash under which a backup code is stored. Dashes in the typed code do not count. */
export const hashBackupCode = (code: string): Uint8Array =>
  sha256(new TextEncoder().encode(code.replaceAll('-', '')));
