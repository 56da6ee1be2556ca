import type { Clock } from './clock.ts';
import { bytesToHex } from './hex.ts';
import type { Random } from './random.ts';

/** Makes a UUID version 7 (RFC 9562, section 5.7): a random key that still sorts by time. */
export function newUuid(clock: Pick<Clock, 'now'>, random: Random): string {
  const bytes = random.bytes(16);
  let timeMs = clock.now().getTime();
  for (let place = 5; place >= 0; place -= 1) {
    bytes[place] = timeMs % 256;
    timeMs = Math.floor(timeMs / 256);
  }
  return uuidOf(bytes, 7);
}

/**
 * Makes a UUID version 4 from the bytes of `random`. If these bytes are derived from a form, the
 * same form sent again makes the same id, so that its row is found again.
 */
export const drawnUuid = (random: Random): string => uuidOf(random.bytes(16), 4);

function uuidOf(bytes: Uint8Array, version: number): string {
  bytes[6] = (version << 4) | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytesToHex(bytes);
  const [first, second, third] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)];
  return `${first}-${second}-${third}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Makes the identifier of an invoice or payment: 24 letters and digits. The first six are the time
 * in seconds, so that new ones are neighbours in the indexes of the database. The other 18 are
 * random (107 bits), as whoever knows the identifier may see the picture of its invoice.
 */
export function newRecordIdentifier(clock: Pick<Clock, 'now'>, random: Random): string {
  let time = '';
  let rest = Math.floor(clock.now().getTime() / 1000);
  for (let place = 0; place < TIME_LENGTH; place += 1) {
    time = `${SORTED_ALPHANUMERIC[rest % SORTED_ALPHANUMERIC.length]}${time}`;
    rest = Math.floor(rest / SORTED_ALPHANUMERIC.length);
  }
  return `${time}${newIdentifier(random, RECORD_IDENTIFIER_LENGTH).slice(TIME_LENGTH)}`;
}

const TIME_LENGTH = 6;
/** In the order in which the database sorts them. */
const SORTED_ALPHANUMERIC = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Makes a random text of letters and digits. Random bytes that are too high for a whole multiple of
 * 62 are drawn again, so that all characters are equally likely.
 */
export function newIdentifier(random: Random, length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      const letter = byte < 248 ? ALPHANUMERIC[byte % 62] : undefined;
      if (letter !== undefined && text.length < length) text += letter;
    }
  }
  return text;
}

/**
 * The length of the identifier of an invoice or payment, as the API shows it (`q[since]`, QR
 * addresses).
 */
export const RECORD_IDENTIFIER_LENGTH = 24;
/**
 * The length of a user's identifier, as the API shows it; it is also their `keysend_custom_value`.
 */
export const USER_IDENTIFIER_LENGTH = 20;
