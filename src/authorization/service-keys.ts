import { bytesToHex } from '../base/hex.ts';
import { deriveKey, type KeptPurpose, type SealPurpose } from './derived-key.ts';
import type { SealKeys } from './sealed-box.ts';

/** Everything that is derived from the secret key of the service. */
export interface ServiceKeys {
  /** The keys with which something of this purpose is sealed and opened, or signed and checked. */
  sealKey(purpose: SealPurpose): SealKeys;
  /** A key that stays the same when the secret key is replaced. */
  keptKey(purpose: KeptPurpose): Uint8Array;
}

export interface SecretKeys {
  /** The secret key under which this process seals now. It changes while a rotation begins. */
  readonly sealing: () => Uint8Array;
  /** The secret keys under which something may be sealed that this process opens. */
  readonly opening: () => readonly Uint8Array[];
  /** Derives the keys that have no stored value. */
  readonly bound: Uint8Array;
  /** Keys that were stored when the secret key from which they follow was replaced. */
  readonly kept: ReadonlyMap<string, Uint8Array>;
}

export function createServiceKeys(secret: SecretKeys): ServiceKeys {
  const derived = new Map<string, Uint8Array>();
  const derive = (key: Uint8Array, purpose: SealPurpose): Uint8Array => {
    const name = `${purpose} ${bytesToHex(key)}`;
    const known = derived.get(name) ?? deriveKey(key, purpose);
    derived.set(name, known);
    return known;
  };
  return {
    sealKey: (purpose) => ({
      sealing: () => derive(secret.sealing(), purpose),
      opening: () => secret.opening().map((key) => derive(key, purpose)),
    }),
    keptKey: (purpose) => secret.kept.get(purpose) ?? deriveKey(secret.bound, purpose),
  };
}
