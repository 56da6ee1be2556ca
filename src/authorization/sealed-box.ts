import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '../base/random.ts';

/**
 * Encrypts a secret for storage, by AES-256-GCM (NIST SP 800-38D), as nonce, ciphertext and tag.
 * `label` says to whom the secret belongs, so that a ciphertext that was moved to another row
 * cannot be decrypted.
 */
export function seal(key: Uint8Array, secret: Uint8Array, label: string, random: Random) {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return new Uint8Array(sealed);
}

/**
 * Decrypts what `seal` has encrypted; null if it was encrypted under another key or label, or was
 * changed since.
 */
export function unseal(key: Uint8Array, box: Uint8Array, label: string): Uint8Array | null {
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
