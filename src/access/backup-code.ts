import { sha256 } from '@noble/hashes/sha2.js';
import type { Random } from '../base/random.ts';

/** How many a user gets at once. */
export const BACKUP_CODES = 10;

/** Small letters and digits without those that look alike, 32 of them: five bits each. */
const LETTERS = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 80 bits: nobody finds one by trying, not even with the hashes before him. */
const LENGTH = 16;

/** In groups of four, for the eye. */
export function newBackupCode(random: Random): string {
  const letters = [...random.bytes(LENGTH)].map((byte) => LETTERS[byte % LETTERS.length]);
  return letters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
}

/** Null when it cannot be a backup code; people may type it in capitals or without the strokes. */
export function readBackupCode(text: string): string | null {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, '');
  return code.length === LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : null;
}

/** What is stored of it; strokes do not count. */
export const hashBackupCode = (code: string): Uint8Array =>
  sha256(new TextEncoder().encode(code.replaceAll('-', '')));
