import { hkdfSync } from 'node:crypto';

/** Derives a key for one purpose from the service's single secret (RFC 5869). */
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
  /** Purposes of checkpoint keys after the first, by number. */
  | `proof of what is owed ${number}`
  | 'webhook secret'
  | 'zap receipts';

const KEY_BYTES = 32;
