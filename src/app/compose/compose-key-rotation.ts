import { makeNewKeyFile } from '../../config/secrets.ts';
import type { RotateKeyDeps } from '../../secret-key/rotate-key.ts';
import { createSealedRowStore } from '../../secret-key/sql/sealed-row-store.ts';
import { createSecretKeyStore } from '../../secret-key/sql/secret-key-store.ts';
import type { OpenContext } from '../context/app-context.ts';
import { readCheckedKeys } from '../context/check-secret-key.ts';
import { composeProof, findProofPurposes } from './compose-proof.ts';

/** Creates what replaces the secret key, for the commands that do so. */
export async function composeKeyRotation(
  context: OpenContext,
): Promise<Omit<RotateKeyDeps, 'tell'>> {
  const { config, dataFolder, random, storage } = context;
  const { keyPair, serviceKeys } = await readCheckedKeys(context, storage.database);
  return {
    keyPair,
    serviceKeys,
    random,
    secretKeys: createSecretKeyStore(storage.database),
    sealedRows: createSealedRowStore(storage.database),
    proofPurposes: async () => findProofPurposes(await composeProof(context, storage.database)),
    newKeyFile: config.secretKey === null ? () => makeNewKeyFile(dataFolder, random) : null,
  };
}
