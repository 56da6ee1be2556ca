import { bytesEqual } from '../../base/hex.ts';
import { readSecretKey, secretKeyFingerprint } from '../../config/secrets.ts';
import type { Database } from '../../database/db.ts';
import { bindSecretKey } from '../../database/sql/secret-key-store.ts';
import type { AppContext } from './app-context.ts';

export class SecretKeyMismatchError extends Error {
  override readonly name = 'SecretKeyMismatchError';
}

/**
 * Reads the secret key of the service, and throws if it is not the one that the database belongs
 * to.
 */
export async function readCheckedKey(
  { config, dataFolder, random }: AppContext,
  database: Database,
): Promise<Uint8Array> {
  const secretKey = await readSecretKey(config.secretKey, dataFolder, random);
  await checkSecretKey(database, secretKey);
  return secretKey;
}

/**
 * Throws if the secrets in the database were encrypted with another key. This is checked before the
 * key is used.
 */
export async function checkSecretKey(database: Database, secretKey: Uint8Array): Promise<void> {
  const fingerprint = secretKeyFingerprint(secretKey);
  if (bytesEqual(await bindSecretKey(database, fingerprint), fingerprint)) return;
  throw new SecretKeyMismatchError(
    'the secret key does not fit the database, which was first started with another key: put ' +
      'the file secret-key back into the data folder, or set SATCHEL_SECRET_KEY to the same key ' +
      'in all processes',
  );
}
