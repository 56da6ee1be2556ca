import { readOldSecretKey, readSecretKey, secretKeyFingerprint } from '../../config/secrets.ts';
import type { Database } from '../../database/db.ts';
import { bindSecretKey } from '../../database/sql/secret-key-store.ts';
import type { KeyPair, SecretKey } from '../../secret-key/key-state.ts';
import { type OpenKeys, openKeys } from '../../secret-key/secret-key.ts';
import type { AppContext } from './app-context.ts';

/** Reads the secret keys of the service, and makes the first one at the first start. */
export async function readKeyPair({ config, dataFolder, random }: AppContext): Promise<KeyPair> {
  const current = await readSecretKey(config.secretKey, dataFolder, random);
  const old = await readOldSecretKey(config, dataFolder);
  return { current: withFingerprint(current), old: old && withFingerprint(old) };
}

/**
 * Opens the secret keys of the service, and throws if they are not those to which the database
 * belongs.
 */
export const readCheckedKeys = async (context: AppContext, database: Database): Promise<OpenKeys> =>
  await checkSecretKeys(database, await readKeyPair(context));

/**
 * Throws if the secrets in the database were encrypted with other keys. This is checked before a
 * key is used. A new database is bound to the key with which it is first started.
 */
export async function checkSecretKeys(database: Database, keyPair: KeyPair): Promise<OpenKeys> {
  await bindSecretKey(database, keyPair.current.fingerprint);
  return await openKeys(database, keyPair);
}

export const withFingerprint = (bytes: Uint8Array): SecretKey => ({
  bytes,
  fingerprint: secretKeyFingerprint(bytes),
});
