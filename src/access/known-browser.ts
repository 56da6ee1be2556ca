import { createHmac, timingSafeEqual } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import type { Random } from '../base/random.ts';

/**
 * What a browser keeps after its user signed in there once. Wrong passwords are counted apart for
 * it, so that a stranger who tries passwords from elsewhere locks nobody out of his own account.
 * It opens nothing by itself.
 */
export function newKnownBrowser(key: Uint8Array, userId: string, random: Random): string {
  const mark = base64urlnopad.encode(random.bytes(MARK_BYTES));
  return `${mark}.${base64urlnopad.encode(sign(key, userId, mark))}`;
}

/** The part that tells browsers apart; null when it was not given to a browser of this user. */
export function readKnownBrowser(key: Uint8Array, userId: string, text: string): string | null {
  const [, mark, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(text) ?? [];
  if (mark === undefined || signature === undefined) return null;
  const expected = sign(key, userId, mark);
  return timingSafeEqual(Buffer.from(signature, 'base64url'), expected) ? mark : null;
}

const MARK_BYTES = 16;

const sign = (key: Uint8Array, userId: string, mark: string): Uint8Array =>
  createHmac('sha256', key).update(`${userId} ${mark}`).digest();
