import { bech32 } from '@scure/base';
import { bytesToHex } from '../base/hex.ts';

/** The x-only key of an npub (NIP-19) as 64 hex digits; null for what is none. */
export function hexOfNpub(npub: string): string | null {
  const decoded = bech32.decodeUnsafe(npub);
  if (decoded?.prefix !== 'npub') return null;
  const bytes = bech32.fromWordsUnsafe(decoded.words);
  return bytes?.length === 32 ? bytesToHex(bytes) : null;
}
