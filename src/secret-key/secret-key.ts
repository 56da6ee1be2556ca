/** Opens the keys of one process, and the job that seals again what is under an old secret key. */

import { deriveKey } from '../authorization/derived-key.ts';
import { unseal } from '../authorization/sealed-box.ts';
import { createServiceKeys, type ServiceKeys } from '../authorization/service-keys.ts';
import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { bytesEqual, bytesToHex } from '../base/hex.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Database } from '../database/db.ts';
import { type KeyPair, type KeyState, type KeysInUse, keysInUse } from './key-state.ts';
import { type SealAgainDeps, sealAgain } from './seal-again.ts';
import { type AnnouncedKeys, keptLabel, SEAL_AGAIN_JOB } from './secret-key-store.ts';
import { createSecretKeyStore } from './sql/secret-key-store.ts';

export interface OpenKeys {
  readonly keyPair: KeyPair;
  readonly serviceKeys: ServiceKeys;
  /** The keys in use now. They change while the secret key is being replaced. */
  inUse(): KeysInUse;
  /** Tells the others once which keys this process has. Its heartbeat must have been stored. */
  announce(processId: string): Promise<void>;
  /** Follows the state of the database, so that all processes change to the new key. */
  follow(deps: RunPeriodicallyDeps, processId: string, signal: AbortSignal): Promise<void>;
}

/** Opens the keys of this process. Throws if they are not those to which the database belongs. */
export async function openKeys(database: Database, keyPair: KeyPair): Promise<OpenKeys> {
  const store = createSecretKeyStore(database);
  let inUse = keysInUse(keyPair, await store.readState());
  const bound = inUse.sealing.bytes;
  const kept = new Map<string, Uint8Array>();
  for (const { purpose, sealed } of await store.listKept()) {
    const keys = inUse.opening.map(({ bytes }) => deriveKey(bytes, 'kept keys'));
    const key = keys.map((one) => unseal(one, sealed, keptLabel(purpose))).find((one) => one);
    if (!key) throw new Error(`the key for ${purpose} is sealed under another secret key`);
    kept.set(purpose, key);
  }
  const announced = (): AnnouncedKeys => ({
    known: knownTo(keyPair),
    sealing: bytesToHex(inUse.sealing.fingerprint),
  });
  const take = (state: KeyState): boolean => {
    const before = inUse.sealing;
    inUse = keysInUse(keyPair, state);
    return !bytesEqual(before.fingerprint, inUse.sealing.fingerprint);
  };
  const announce = async (processId: string): Promise<void> => {
    if (take(await store.announce(processId, announced()))) {
      await store.announce(processId, announced());
    }
  };
  return {
    keyPair,
    serviceKeys: createServiceKeys({
      sealing: () => inUse.sealing.bytes,
      opening: () => inUse.opening.map(({ bytes }) => bytes),
      bound,
      kept,
    }),
    inUse: () => inUse,
    announce,
    follow: (deps, processId, signal) => {
      const options = { name: 'following the secret key', everyMs: FOLLOW_EVERY_MS };
      return runPeriodically(deps, options, signal, () => announce(processId));
    },
  };
}

const FOLLOW_EVERY_MS = 5000;

const knownTo = ({ current, old }: KeyPair): readonly string[] =>
  [current, ...(old === null ? [] : [old])].map(({ fingerprint }) => bytesToHex(fingerprint));

export const secretKeyJobs = (deps: SealAgainDeps & { readonly keyPair: KeyPair }): Jobs => ({
  [SEAL_AGAIN_JOB]: {
    work: async (_, signal) => {
      const { current, old } = deps.keyPair;
      if (old === null) return;
      await sealAgain(deps, { current: current.bytes, old: old.bytes }, signal);
    },
  },
});
