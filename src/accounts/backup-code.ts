import { sha256 } from '@noble/hashes/sha2.js';
import type { Random } from '../base/random.ts';

/** How many codes a user gets as a set. */
export const BACKUP_CODES = 10;

/** 32 lower-case letters and digits without look-alikes: five bits each. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 80 bits: cannot be guessed, not even with the hashes at hand. */
const LENGTH = 16;

/** In groups of four, for readability. */
export function newBackupCode(random: Random): string {
  const letters = [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Null when it cannot be a backup code; people may type capitals or leave out the dashes. */
export function readBackupCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}

/** The stored form; dashes do not count. */
export const hashBackupCode = (code: string): Uint8Array =>
  sha256(new TextEncoder().encode(code.replaceAll('-', '')));
