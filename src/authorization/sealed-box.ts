import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * With what something is sealed and opened: one key, or the keys of a service whose secret key is
 * being replaced.
 */
export type SealKey = Uint8Array | SealKeys;

export interface SealKeys {
  /** The key with which something is sealed or signed now. */
  sealing(): Uint8Array;
  /** The keys with which something may have been sealed or signed. */
  opening(): readonly Uint8Array[];
}

export const sealingKey = (key: SealKey): Uint8Array =>
  key instanceof Uint8Array ? key : key.sealing();

export const openingKeys = (key: SealKey): readonly Uint8Array[] =>
  key instanceof Uint8Array ? [key] : key.opening();

/**
 * Encrypts a secret for storage, by AES-256-GCM (NIST SP 800-38D), as nonce, ciphertext and tag.
 * `label` says to whom the secret belongs, so that a ciphertext that was moved to another row
 * cannot be decrypted.
 */
export function seal(key: SealKey, secret: Uint8Array, label: string, random: Random) {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, sealingKey(key), nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/**
 * Decrypts what `seal` has encrypted; null if it was encrypted under other keys or another label,
 * or was changed since.
 */
export function unseal(key: SealKey, box: Uint8Array, label: string): Uint8Array | null {
  for (const one of openingKeys(key)) {
    const secret = unsealWith(one, box, label);
    if (secret !== null) return secret;
  }
  return null;
}

function unsealWith(key: Uint8Array, box: Uint8Array, label: string): Uint8Array | null {
  if (box.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(label)).setAuthTag(box.subarray(-TAG_BYTES));
  try {
    const opened = decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES));
    return new Uint8Array(Buffer.concat([opened, decipher.final()]));
  } catch {
    return null;
  }
}

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
