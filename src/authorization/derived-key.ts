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
   * The purpose of each key after the first that signs checkpoints of what users are owed, by the
   * key's number.
   */
  | `proof of what is owed ${number}`
  | 'webhook secret'
  | 'zap receipts';

const KEY_BYTES = 32;
