/**
 * Reads the secret key of the service from the operator's settings, or from a file in the data
 * folder that is made at the first start.
 */

import { createHmac } from 'node:crypto';
import { bytesEqual, bytesToHex } from '../base/hex.ts';
import type { Random } from '../base/random.ts';
import { ConfigError } from './config-error.ts';
import { secretKeyHex } from './forms.ts';

/** The folder where the key is kept if the operator has not configured one. */
export interface SecretFolder {
  readOrCreate(name: string, makeText: () => string): Promise<string>;
  /** Reads the text of a file; null when there is none. */
  read(name: string): Promise<string | null>;
  /** Replaces a file as a whole, so that it survives a power cut. */
  replace(name: string, content: string): Promise<void>;
}

const KEY_FILE = 'secret-key';
const OLD_KEY_FILE = 'secret-key-old';
const KEY_BYTES = 32;

export async function readSecretKey(
  configured: Uint8Array | null,
  folder: SecretFolder,
  random: Random,
): Promise<Uint8Array> {
  if (configured !== null) return configured;
  const text = await folder.readOrCreate(KEY_FILE, () => bytesToHex(random.bytes(KEY_BYTES)));
  return parseKeyFile(KEY_FILE, text);
}

function parseKeyFile(name: string, text: string): Uint8Array {
  const key = secretKeyHex.parse(text.trim());
  if (key !== undefined) return key;
  throw new ConfigError([`the file ${name} in the data folder does not hold a key`]);
}

/** The secret keys as the operator has configured them; null for a key that is not set. */
export interface ConfiguredKeys {
  readonly secretKey: Uint8Array | null;
  readonly oldSecretKey: Uint8Array | null;
}

/**
 * Reads the key that the secret key replaces, from where the secret key is; null if there is none.
 */
export async function readOldSecretKey(
  { secretKey, oldSecretKey }: ConfiguredKeys,
  folder: SecretFolder,
): Promise<Uint8Array | null> {
  if (secretKey !== null) return oldSecretKey;
  const text = await folder.read(OLD_KEY_FILE);
  if (text === null) return null;
  const old = parseKeyFile(OLD_KEY_FILE, text);
  const current = await folder.read(KEY_FILE);
  // A process that made a new key died between the two files: there is only one key.
  return current !== null && bytesEqual(parseKeyFile(KEY_FILE, current), old) ? null : old;
}

/** Writes the key that was being replaced when a backup was made, where the backup brings it. */
export async function bringOldKeyFile(folder: SecretFolder, hex: string): Promise<void> {
  const key = parseKeyFile(OLD_KEY_FILE, hex);
  await folder.replace(OLD_KEY_FILE, bytesToHex(key));
}

/**
 * Makes a new secret key in the data folder, beside the present one. The present key is written
 * first, so that it is in a file at any moment.
 */
export async function makeNewKeyFile(folder: SecretFolder, random: Random): Promise<void> {
  const present = parseKeyFile(KEY_FILE, (await folder.read(KEY_FILE)) ?? '');
  await folder.replace(OLD_KEY_FILE, bytesToHex(present));
  await folder.replace(KEY_FILE, bytesToHex(random.bytes(KEY_BYTES)));
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
