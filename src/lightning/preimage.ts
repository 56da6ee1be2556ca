import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import type { Random } from '../base/random.ts';

const PREIMAGE_BYTES = 32;

export const newPreimage = (random: Random): Uint8Array => random.bytes(PREIMAGE_BYTES);

/** The payment hash of a preimage, in lower-case hex. */
export const hashPreimage = (preimage: Uint8Array): string => bytesToHex(sha256(preimage));

/** Whether a preimage in hex proves a payment of this hash. */
export function provesPayment(preimage: string, paymentHash: string): boolean {
  const bytes = hexToBytes(preimage, PREIMAGE_BYTES);
  return bytes !== null && hashPreimage(bytes) === paymentHash;
}
