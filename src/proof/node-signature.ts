import { sha256 } from '@noble/hashes/sha2.js';
import { recover } from 'tiny-secp256k1';
import { bytesToHex } from '../base/hex.ts';

/**
 * The text that the operator lets the node sign, once, with `lncli signmessage`. It binds a key of
 * checkpoints to the node.
 */
export const keyStatement = (key: Uint8Array, node: string): string =>
  `satchel proof key ${bytesToHex(key)} of node ${node}`;

/**
 * Recovers the key that signed a text with LND's signmessage: an ECDSA signature with recovery id
 * in zbase32, over the double SHA-256 of a prefix and the text. Any signature recovers some key, so
 * the caller compares it with that of the node. Null for what is no signature.
 */
export function signerOf(text: string, signature: string): string | null {
  const bytes = readZbase32(signature);
  if (bytes === null || bytes.length !== 65) return null;
  const header = bytes[0] ?? 0;
  const recoveryId = (header - 27) & 3;
  if (header < 31 || header > 34) return null;
  if (recoveryId !== 0 && recoveryId !== 1 && recoveryId !== 2 && recoveryId !== 3) return null;
  const digest = sha256(sha256(Buffer.from(`Lightning Signed Message:${text}`, 'utf8')));
  try {
    const signer = recover(digest, bytes.subarray(1), recoveryId, true);
    return signer === null ? null : bytesToHex(signer);
  } catch {
    return null;
  }
}

const ALPHABET = 'ybndrfg8ejkmcpqxot1uwisza345h769';

function readZbase32(text: string): Uint8Array | null {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const letter of text) {
    const value = ALPHABET.indexOf(letter);
    if (value < 0) return null;
    held = ((held << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((held >> bits) & 0xff);
  }
  // Bits left over at the end of the zbase32 text must be padding: too few for a letter, and zero.
  const isPadding = bits < 5 && (held & ((1 << bits) - 1)) === 0;
  return isPadding ? Uint8Array.from(bytes) : null;
}
