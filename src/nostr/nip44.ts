import { createCipheriv, createHmac, timingSafeEqual } from 'node:crypto';
import { assert } from '../base/assert.ts';
import type { Random } from '../base/random.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { readUtf8 } from '../base/utf8.ts';
import { MAX_NIP44_BYTES } from './limits.ts';

/**
 * Why an encrypted payload cannot be decrypted. Payloads have version 2 of NIP-44: ChaCha20 with
 * keys for each message, HMAC-SHA256, padding, base64. They do not prove who wrote them; the
 * signature of the event around them does.
 */
export type Nip44Problem =
  /** The payload begins with `#`, or has another version: it may be valid in a later version. */
  | 'unknown_version'
  /**
   * Length, base64, MAC, padding or UTF-8 is wrong. Which of them is not told, because a forger
   * could learn from that.
   */
  | 'unreadable';

/**
 * The key of all messages between two keys, in both directions (Encryption, 1): HKDF-extract (RFC
 * 5869, 2.2) of their shared point.
 */
export const nip44Key = (shared: Uint8Array): Uint8Array => hmac(SALT, shared);

/** Encrypts a text of 1 to 65,535 bytes; calling it with another length is a bug. */
export function encryptNip44(text: string, key: Uint8Array, random: Random): string {
  const bytes = Buffer.from(text);
  const isFit = bytes.length >= 1 && bytes.length <= MAX_NIP44_BYTES;
  assert(isFit, 'a text to encrypt has 1 to 65,535 bytes');
  const nonce = random.bytes(NONCE_BYTES);
  const { cipherKey, cipherNonce, macKey } = messageKeys(key, nonce);
  const padded = Buffer.alloc(LENGTH_BYTES + paddedLength(bytes.length));
  padded.writeUInt16BE(bytes.length);
  bytes.copy(padded, LENGTH_BYTES);
  const ciphertext = chacha20(cipherKey, cipherNonce, padded);
  const mac = hmac(macKey, nonce, ciphertext);
  return Buffer.concat([VERSION, nonce, ciphertext, mac]).toString('base64');
}

/**
 * Decrypts a payload. It never throws, whatever the text. Payloads that are longer than any that
 * `encryptNip44` makes are refused unread.
 */
export function decryptNip44(payload: string, key: Uint8Array): Result<string, Nip44Problem> {
  if (payload.startsWith('#')) return refuse('unknown_version');
  if (payload.length < MIN_PAYLOAD || payload.length > MAX_PAYLOAD) return refuse('unreadable');
  const data = Buffer.from(payload, 'base64');
  // Node.js skips characters that are not base64, so the text is compared with its canonical form.
  if (data.toString('base64') !== payload || data.length < MIN_DATA) return refuse('unreadable');
  if (data[0] !== VERSION[0]) return refuse('unknown_version');
  const padded = openBox(data.subarray(1), key);
  const text = padded === null ? null : unpad(padded);
  return text === null ? refuse('unreadable') : accept(text);
}

function openBox(box: Buffer, key: Uint8Array): Buffer | null {
  const nonce = box.subarray(0, NONCE_BYTES);
  const ciphertext = box.subarray(NONCE_BYTES, -MAC_BYTES);
  const { cipherKey, cipherNonce, macKey } = messageKeys(key, nonce);
  const isRight = timingSafeEqual(hmac(macKey, nonce, ciphertext), box.subarray(-MAC_BYTES));
  return isRight ? chacha20(cipherKey, cipherNonce, ciphertext) : null;
}

/**
 * Removes the padding (NIP-44, Encryption, 4). A length of 0 is refused: it stands for an empty
 * text, or for a longer length field, which only texts above 65,535 bytes have.
 */
function unpad(padded: Buffer): string | null {
  const length = padded.readUInt16BE();
  if (length === 0 || padded.length !== LENGTH_BYTES + paddedLength(length)) return null;
  return readUtf8(padded.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
}

/** The padded length of a text of `length` bytes, which hides most of its length. */
export function paddedLength(length: number): number {
  if (length <= MIN_PADDED) return MIN_PADDED;
  const nextPower = 2 ** (Math.floor(Math.log2(length - 1)) + 1);
  const chunk = nextPower <= 256 ? MIN_PADDED : nextPower / 8;
  return chunk * (Math.floor((length - 1) / chunk) + 1);
}

export interface MessageKeys {
  readonly cipherKey: Uint8Array;
  readonly cipherNonce: Uint8Array;
  readonly macKey: Uint8Array;
}

/**
 * Derives the keys of a message: HKDF-expand (RFC 5869, 2.3) to 76 bytes, with the nonce as info.
 */
export function messageKeys(key: Uint8Array, nonce: Uint8Array): MessageKeys {
  const first = hmac(key, nonce, ONE);
  const second = hmac(key, first, nonce, TWO);
  const third = hmac(key, second, nonce, THREE);
  const bytes = Buffer.concat([first, second, third]);
  return {
    cipherKey: bytes.subarray(0, 32),
    cipherNonce: bytes.subarray(32, 44),
    macKey: bytes.subarray(44, 76),
  };
}

/**
 * Encrypts or decrypts with ChaCha20 (RFC 8439). Node.js wants the block counter, which is 0, in
 * front of the nonce.
 */
function chacha20(key: Uint8Array, nonce: Uint8Array, data: Uint8Array): Buffer {
  const cipher = createCipheriv('chacha20', key, Buffer.concat([COUNTER, nonce]));
  return Buffer.concat([cipher.update(data), cipher.final()]);
}

function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

const SALT = Buffer.from('nip44-v2');
const VERSION = Buffer.of(2);
const [ONE, TWO, THREE] = [Buffer.of(1), Buffer.of(2), Buffer.of(3)];
const COUNTER = Buffer.alloc(4);
const NONCE_BYTES = 32;
const MAC_BYTES = 32;
const LENGTH_BYTES = 2;
const MIN_PADDED = 32;
/**
 * Limits of a payload (NIP-44, Decryption, 2). The shortest has 99 bytes, which are 132 characters
 * of base64; the longest has 65,603 bytes, which are 87,472 characters.
 */
const MIN_DATA = 99;
const MIN_PAYLOAD = 132;
const MAX_PAYLOAD = 87_472;
