import { cleanText } from '../base/text.ts';
import { readUtf8 } from '../base/utf8.ts';

/**
 * Custom records of a payment: TLV type → raw bytes. Only types from 65536 (BOLT 4), without the
 * keysend preimage and other records of the protocol itself.
 */
export type CustomRecords = ReadonlyMap<bigint, Uint8Array>;

/** bLIP 3: the preimage of a keysend payment. */
export const KEYSEND_PREIMAGE_RECORD = 5482373484n;
/** LND adds it to what it received; it does not come from the sender. */
export const LND_RECEIVED_RECORD = 106823n;
/** Selects the wallet on a shared node; its value is the user's identifier. */
export const ACCOUNT_RECORD = 696969n;
/** bLIP 10: podcast payment details, JSON text. */
export const BOOSTAGRAM_RECORD = 7629169n;
/** A chat message sent with the payment, text. */
export const MESSAGE_RECORD = 34349334n;

export const FIRST_CUSTOM_RECORD = 65536n;

/**
 * A record as text to show and search: up to `maxLength` UTF-16 units, fit for storage; null when
 * the bytes are not UTF-8. It is derived: the record remains the bytes.
 */
export function recordText(bytes: Uint8Array, maxLength: number): string | null {
  const text = readUtf8(bytes);
  return text === null ? null : cutText(cleanText(text, text.length), maxLength);
}

/** Never cuts between the halves of a surrogate pair. */
export function cutText(text: string, maxLength: number): string {
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}
