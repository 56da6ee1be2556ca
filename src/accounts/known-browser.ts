import { createHmac, timingSafeEqual } from 'node:crypto';
import { base64urlnopad } from '@scure/base';
import { openingKeys, type SealKey, sealingKey } from '../authorization/sealed-box.ts';
import type { Random } from '../base/random.ts';

/**
 * Makes the value of a cookie that a browser keeps once its user has signed in there. Wrong
 * passwords in such a browser have a limit of their own, so that a stranger who tries passwords
 * elsewhere cannot lock users out of their own accounts. The cookie alone grants no access.
 */
export function newKnownBrowser(key: SealKey, userId: string, random: Random): string {
  const mark = base64urlnopad.encode(random.bytes(MARK_BYTES));
  return `${mark}.${base64urlnopad.encode(sign(sealingKey(key), userId, mark))}`;
}

/**
 * Reads the cookie of a known browser. Returns the part that identifies the browser; null if the
 * cookie was not made for this user.
 */
export function readKnownBrowser(key: SealKey, userId: string, text: string): string | null {
  const [, mark, signature] = /^([\w-]{22})\.([\w-]{43})$/.exec(text) ?? [];
  if (mark === undefined || signature === undefined) return null;
  const bytes = Buffer.from(signature, 'base64url');
  const isOurs = openingKeys(key).some((one) => timingSafeEqual(bytes, sign(one, userId, mark)));
  return isOurs ? mark : null;
}

const MARK_BYTES = 16;

const sign = (key: Uint8Array, userId: string, mark: string): Uint8Array =>
  createHmac('sha256', key).update(`${userId} ${mark}`).digest();
