/**
 * Reads the secret key of the service from the operator's settings, or from a file in the data
 * folder that is made at the first start.
 */

import { createHmac } from 'node:crypto';
import { bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import { ConfigError } from './config-error.ts';
import { secretKeyHex } from './forms.ts';

/** The folder where the key is kept if the operator has not configured one. */
export interface SecretFolder {
  readOrCreate(name: string, makeText: () => string): Promise<string>;
}

const KEY_FILE = 'secret-key';
const KEY_BYTES = 32;

export async function readSecretKey(
  configured: Uint8Array | null,
  folder: SecretFolder,
  random: Random,
): Promise<Uint8Array> {
  if (configured !== null) return configured;
  const text = await folder.readOrCreate(KEY_FILE, () => bytesToHex(random.bytes(KEY_BYTES)));
  const key = secretKeyHex.parse(text.trim());
  if (key === undefined) {
    throw new ConfigError([`the file ${KEY_FILE} in the data folder does not hold a key`]);
  }
  return key;
}

/**
 * Finds the secret key on the machine where a backup is restored: the configured key, or else the
 * key in the data folder, or else the key of the backup, which is then written to the folder. Null
 * if there is none of them.
 */
export async function restoreSecretKey(
  configured: Uint8Array | null,
  folder: SecretFolder,
  broughtHex: string | null,
): Promise<Uint8Array | null> {
  const brought = {
    bytes: (count: number): Uint8Array => {
      const key = broughtHex === null ? undefined : secretKeyHex.parse(broughtHex);
      if (key?.length !== count) throw new NoKeyError();
      return key;
    },
  };
  try {
    return await readSecretKey(configured, folder, brought);
  } catch (error) {
    if (error instanceof NoKeyError) return null;
    throw error;
  }
}

class NoKeyError extends Error {}

/** A fingerprint that tells keys apart. Nothing can be decrypted with it. */
export const secretKeyFingerprint = (key: Uint8Array): Uint8Array =>
  new Uint8Array(createHmac('sha256', key).update('satchel: which secret key is this').digest());
