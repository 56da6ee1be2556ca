import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from the single secret key of the service (RFC 5869). */
export const deriveKey = (secretKey: Uint8Array, purpose: KeyPurpose): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', `satchel ${purpose}`, KEY_BYTES));

export type KeyPurpose =
  | 'authenticator'
  | 'forms of users'
  | 'known browser'
  | 'mails in the outbox'
  | 'nwc requests'
  | 'nwc wallet keys'
  | 'planned payments'
  | 'proof of what is owed'
  /**
   * The purpose of every key but the first that signs checkpoints of what users are owed. It ends
   * with the number of the key.
   */
  | `proof of what is owed ${number}`
  | 'sender of push messages'
  | 'webhook secret'
  | 'zap receipts';

const KEY_BYTES = 32;
