import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from the single secret key of the service (RFC 5869). */
export const deriveKey = (secretKey: Uint8Array, purpose: KeyPurpose): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', `satchel ${purpose}`, KEY_BYTES));

export type KeyPurpose = SealPurpose | KeptPurpose;

/** Purposes of keys that change when the secret key of the service is replaced. */
export type SealPurpose =
  | 'authenticator'
  | 'forms of users'
  | 'kept keys'
  | 'known browser'
  | 'mails in the outbox'
  | 'nwc wallet keys'
  | 'webhook secret';

/**
 * Purposes of keys that stay as they are when the secret key of the service is replaced, because
 * others know this service by them, or because the same input has to give the same ids for ever.
 */
export type KeptPurpose =
  | (typeof ALWAYS_KEPT)[number]
  | 'proof of what is owed'
  /**
   * The purpose of every key but the first that signs checkpoints of what users are owed. It ends
   * with the number of the key.
   */
  | `proof of what is owed ${number}`;

export const ALWAYS_KEPT = [
  'nwc requests',
  'planned payments',
  'sender of push messages',
  'zap receipts',
] as const;

const KEY_BYTES = 32;
