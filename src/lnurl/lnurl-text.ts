import { bech32 } from '@scure/base';
import { MAX_ADDRESS_LENGTH } from '../base/limits.ts';

/** The human-readable part of a URL in bech32 (LUD-01). */
const PREFIX = 'lnurl';
/**
 * The maximum length of an LNURL. Each of its characters holds five bits of the URL; the prefix and
 * the checksum come in addition.
 */
const MAX_LENGTH = Math.ceil((MAX_ADDRESS_LENGTH * 8) / 5) + 20;

/**
 * Decodes the URL in an LNURL (LUD-01), in upper or lower case but not mixed; null for any other
 * text. The URL itself is not checked.
 */
export function decodeLnurl(text: string): string | null {
  if (text.length > MAX_LENGTH) return null;
  const decoded = bech32.decodeUnsafe(text, false);
  if (decoded?.prefix !== PREFIX) return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  if (bytes instanceof Uint8Array) {
    try {
      return utf8.decode(bytes);
    } catch {
      return null;
    }
  }
  return null;
}

/** Writes an LNURL in lower case, without bech32's usual limit of 90 characters (LUD-01). */
export const encodeLnurl = (url: string): string =>
  bech32.encode(PREFIX, bech32.toWords(new TextEncoder().encode(url)), false);

const utf8 = new TextDecoder('utf-8', { fatal: true });
