import { cleanText } from '../base/text.ts';
import { readUtf8 } from '../base/utf8.ts';

/**
 * Custom records of a payment: TLV type → raw bytes. Their types begin at 65536 (BOLT 4). The
 * keysend preimage and other records of the protocol are not among them.
 */
export type CustomRecords = ReadonlyMap<bigint, Uint8Array>;

/** The record with the preimage of a keysend payment (bLIP 3). */
export const KEYSEND_PREIMAGE_RECORD = 5482373484n;
/** The record that LND itself adds to a received payment. The payer did not send it. */
export const LND_RECEIVED_RECORD = 106823n;
/**
 * The record that names the payee's wallet on a node with many wallets; its value is the user's
 * identifier.
 */
export const ACCOUNT_RECORD = 696969n;
/** The record with podcast payment details as JSON text (bLIP 10). */
export const BOOSTAGRAM_RECORD = 7629169n;
/** The record with a chat message that was sent with the payment. */
export const MESSAGE_RECORD = 34349334n;

export const FIRST_CUSTOM_RECORD = 65536n;

/**
 * A record as text to show and search, cut to `maxLength` UTF-16 units and without characters that
 * a database cannot hold; null when the bytes are not UTF-8.
 */
export function recordText(bytes: Uint8Array, maxLength: number): string | null {
  const text = readUtf8(bytes);
  return text === null ? null : cutText(cleanText(text, text.length), maxLength);
}

/** Shortens a text without cutting a surrogate pair in half. */
export function cutText(text: string, maxLength: number): string {
  const splitsPair = /^[\ud800-\udbff][\udc00-\udfff]$/.test(
    text.slice(maxLength - 1, maxLength + 1),
  );
  return text.slice(0, splitsPair ? maxLength - 1 : maxLength);
}
