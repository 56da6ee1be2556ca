import { bech32 } from '@scure/base';
import { bytesToHex, hexToBytes } from '../base/hex.ts';

/** A public key as people give it, npub1… (NIP-19) or 64 hex digits, as npub; null for none. */
export function readNpub(text: string): string | null {
  const key = hexToBytes(text, KEY_BYTES) ?? keyOfNpub(text);
  return key === null ? null : bech32.encode(NPUB, bech32.toWords(key));
}

/** The x-only key of an npub as 64 hex digits; null for what is none. */
export function hexOfNpub(npub: string): string | null {
  const key = keyOfNpub(npub);
  return key === null ? null : bytesToHex(key);
}

function keyOfNpub(npub: string): Uint8Array | null {
  const decoded = bech32.decodeUnsafe(npub);
  if (decoded?.prefix !== NPUB) return null;
  const key = bech32.fromWordsUnsafe(decoded.words);
  return key?.length === KEY_BYTES ? key : null;
}

const NPUB = 'npub';
const KEY_BYTES = 32;
