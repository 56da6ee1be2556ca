import { hkdfSync } from 'node:crypto';
import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { bytesToHex } from '../base/hex.ts';
import { type NostrDraft, type NostrEvent, signEvent } from './event.ts';

/**
 * Keys that sign zap receipts, one per user. With a single key for all, users could pay themselves
 * and show the receipt as a zap for someone else.
 */
export interface ReceiptKeys {
  /** The x-only public key with which a user's zap receipts are checked, in hex. */
  publicKeyOf(userId: string): string;
  sign(userId: string, draft: NostrDraft): NostrEvent;
}

/**
 * The most public keys that are kept in memory. Clients ask for one with every name that they show,
 * and computing one takes long.
 */
const MAX_KNOWN = 10_000;

export function createReceiptKeys(secret: Uint8Array): ReceiptKeys {
  const known = new Map<string, string>();
  // Derives the key of a user. Almost every number of 256 bits is a key of secp256k1, and the
  // exceptions are too rare to occur.
  const keyOf = (userId: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', secret, '', `user ${userId}`, 32));
  const remember = (userId: string): string => {
    const publicKey = bytesToHex(xOnlyPointFromScalar(keyOf(userId)));
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(userId, publicKey);
    return publicKey;
  };
  return {
    publicKeyOf: (userId) => known.get(userId) ?? remember(userId),
    sign: (userId, draft) => signEvent(draft, keyOf(userId)),
  };
}
