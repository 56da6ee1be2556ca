import { bech32 } from '@scure/base';
import { bytesToHex, hexToBytes } from '../base/hex.ts';

/**
 * Reads a public key as people give it (NIP-19): as npub1…, an nprofile, or 64 hex digits, alone or
 * in a link (NIP-21, or to a page about this person). Null if there is none.
 */
export function readNpub(text: string): string | null {
  const [, word = ''] = KEY_WORD.exec(text) ?? [];
  const key = hexToBytes(word, KEY_BYTES) ?? keyOfNpub(word) ?? keyOfNprofile(word);
  return key === null ? null : bech32.encode(NPUB, bech32.toWords(key));
}

/**
 * The form of a word that may contain a key: the key alone, at the end of a link about a person, or
 * after `@` in a mention.
 */
const KEY_WORD = /^(?:(?:web\+)?nostr:(?:\/\/)?|https:\/\/[^\s?#]{1,200}\/)?@?([0-9a-z]+)\/?$/i;

/** The x-only key of an npub as 64 hex digits; null for any other text. */
export function hexOfNpub(npub: string): string | null {
  const key = keyOfNpub(npub);
  return key === null ? null : bytesToHex(key);
}

function keyOfNpub(text: string): Uint8Array | null {
  const key = bytesOf(NPUB, text);
  return key?.length === KEY_BYTES ? key : null;
}

/**
 * Reads the key of an nprofile, which has entries of type, length and value; there may be relays
 * beside the key.
 */
function keyOfNprofile(text: string): Uint8Array | null {
  const bytes = bytesOf('nprofile', text);
  if (bytes === null) return null;
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [type = 0, length = 0] = bytes.subarray(at, at + 2);
    const value = bytes.subarray(at + 2, at + 2 + length);
    if (type === KEY_ENTRY) return value.length === KEY_BYTES ? value : null;
    at += 2 + length;
  }
  return null;
}

/**
 * Reads bytes of a bech32 text, which may be longer than the 90 characters of BIP 173, as NIP-19
 * allows.
 */
function bytesOf(prefix: string, text: string): Uint8Array | null {
  const decoded = text.length > MAX_LENGTH ? undefined : bech32.decodeUnsafe(text, false);
  if (decoded?.prefix !== prefix) return null;
  return bech32.fromWordsUnsafe(decoded.words) ?? null;
}

const NPUB = 'npub';
const KEY_BYTES = 32;
const KEY_ENTRY = 0;
/** The greatest length of a text such as an npub or an nprofile, as NIP-19 recommends. */
const MAX_LENGTH = 5000;
