import { createHmac, timingSafeEqual } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import { openingKeys, type SealKey, sealingKey } from '../authorization/sealed-box.ts';
import type { Random } from '../base/random.ts';

/**
 * Makes a token that proves that our page gave a form to this browser: it is derived from the
 * secret in the cookie, which no other site can read. The token is masked differently each time, so
 * that the length of a compressed page reveals nothing (BREACH).
 */
export function newFormToken(sessionSecret: string, random: Random): string {
  const mask = random.bytes(TOKEN_BYTES);
  return base64urlnopad.encode(Buffer.concat([mask, xor(mask, tokenOf(sessionSecret))]));
}

export function isFormToken(sessionSecret: string, text: string): boolean {
  // A form token is two blocks of 32 bytes in base64url. Any other text cannot be a token of this
  // service.
  if (!/^[\w-]{86}$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  const [mask, masked] = [bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)];
  return timingSafeEqual(xor(mask, masked), tokenOf(sessionSecret));
}

/**
 * Makes a hidden field that says for which user a form was made. Only this service can make or read
 * the field, because that needs its key. The field is sent along with the form token, and can be
 * checked even after the user's session has ended.
 */
export const newFormOwner = (key: SealKey, userId: string, formToken: string): string =>
  base64urlnopad.encode(ownerOf(sealingKey(key), userId, formToken));

export function isFormOwner(
  key: SealKey,
  userId: string,
  formToken: string,
  text: string,
): boolean {
  if (!/^[\w-]{43}$/.test(text)) return false;
  const bytes = Buffer.from(text, 'base64url');
  return openingKeys(key).some((one) => timingSafeEqual(bytes, ownerOf(one, userId, formToken)));
}

const ownerOf = (key: Uint8Array, userId: string, formToken: string): Uint8Array =>
  createHmac('sha256', key).update(`form of ${userId} ${formToken}`).digest();

/**
 * Derives a secret of 32 bytes for something that a form creates. If the form is sent twice in one
 * session, both requests get the same secret.
 */
export const deriveSecret = (sessionSecret: string, text: string): Uint8Array =>
  createHmac('sha256', sessionSecret).update('derived ').update(text).digest();

const TOKEN_BYTES = 32;

const tokenOf = (sessionSecret: string): Uint8Array =>
  createHmac('sha256', sessionSecret).update('form').digest();

const xor = (a: Uint8Array, b: Uint8Array): Uint8Array =>
  a.map((byte, index) => byte ^ (b[index] ?? 0));
