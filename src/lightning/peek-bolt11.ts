import { bech32 } from '@scure/base';
import type { Bolt11 } from './bolt11.ts';
import { DEFAULT_EXPIRY_SEC, readFields } from './bolt11-fields.ts';
import { SIGNATURE_WORDS } from './bolt11-signature.ts';
import { splitTags, TIMESTAMP_WORDS } from './bolt11-tags.ts';
import { wordsToNumber } from './bolt11-words.ts';

export type PeekedBolt11 = Pick<Bolt11, 'timestampSec' | 'expirySec' | 'routeHints'>;

/**
 * Some fields of an invoice that was decoded before, without its signature, which costs more than
 * all the rest. Null when the text cannot be read. Nothing may be paid on what this says.
 */
export function peekBolt11(bolt11: string): PeekedBolt11 | null {
  const decoded = bech32.decodeUnsafe(bolt11, false);
  if (!decoded) return null;
  const words = decoded.words.slice(0, -SIGNATURE_WORDS);
  const timestampSec = wordsToNumber(words.slice(0, TIMESTAMP_WORDS));
  const tags = splitTags(words.slice(TIMESTAMP_WORDS));
  if (timestampSec === null || tags === null) return null;
  const fields = readFields(tags);
  if (!fields.ok) return null;
  const { expirySec, routeHints } = fields.value;
  return { timestampSec, expirySec: expirySec ?? DEFAULT_EXPIRY_SEC, routeHints };
}
