import { createHmac, timingSafeEqual } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/**
 * What proves that a form is one that we gave to this browser: derived from the secret in its
 * cookie, which no other site can read. It is masked anew each time, so that a page which is
 * compressed on its way tells nothing by its length (BREACH).
 */
export function newFormToken(sessionSecret: string, random: Random): string {
  const mask = random.bytes(TOKEN_BYTES);
  return base64urlnopad.encode(Buffer.concat([mask, xor(mask, tokenOf(sessionSecret))]));
}

export function isFormToken(sessionSecret: string, text: string): boolean {
  // Two blocks of 32 bytes in base64url: everything else is none of ours.
  if (!/^[\w-]{86}$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  const [mask, masked] = [bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)];
  return timingSafeEqual(xor(mask, masked), tokenOf(sessionSecret));
}

/** 32 bytes for something that a form makes: the same for the same text of the same session. */
export const deriveSecret = (sessionSecret: string, text: string): Uint8Array =>
  createHmac('sha256', sessionSecret).update('derived ').update(text).digest();

const TOKEN_BYTES = 32;

const tokenOf = (sessionSecret: string): Uint8Array =>
  createHmac('sha256', sessionSecret).update('form').digest();

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array =>
  a.map((byte, index) => byte ^ (b[index] ?? 0));
