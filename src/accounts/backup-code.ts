import { sha256 } from '@noble/hashes/sha2.js';
import type { Random } from '../base/random.ts';

/** The number of backup codes that a user gets as a set. */
export const BACKUP_CODES = 10;

/**
 * The 32 lower-case letters and digits of backup codes, which carry five bits each. Those that look
 * like others are left out.
 */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/**
 * The length of a backup code: with 80 bits it cannot be guessed, not even by someone who has the
 * stored hashes.
 */
const LENGTH = 16;

/** Makes a backup code, in groups of four letters, which are easy to read. */
export function newBackupCode(random: Random): string {
  const letters = [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/**
 * Reads a backup code that was typed, with capitals or without dashes if people like; null if the
 * text cannot be one.
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
