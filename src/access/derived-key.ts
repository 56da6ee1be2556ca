import { hkdfSync } from 'node:crypto';

/** Keys of one service, each for one purpose, from the one secret that it keeps (RFC 5869). */
export const deriveKey = (secretKey: Uint8Array, purpose: KeyPurpose): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secretKey, '', `satchel ${purpose}`, KEY_BYTES));

export type KeyPurpose = 'authenticator' | 'known browser' | 'webhook secret';

const KEY_BYTES = 32;
