import { bytesEqual } from '../base/hex.ts';
import type { SigningKey } from './checkpoint.ts';
import { MAX_PROOF_KEYS } from './limits.ts';

/**
 * The keys that sign checkpoints, numbered from 1 in the order of their use. Which one is in use is
 * stored nowhere: it is that of the newest checkpoint.
 */
export interface ProofKeys {
  keyOf(number: number): SigningKey;
}

export interface NumberedKey extends SigningKey {
  readonly number: number;
}

export const numbered = (keys: ProofKeys, number: number): NumberedKey => ({
  ...keys.keyOf(number),
  number,
});

/**
 * Finds the number of a key by its public key; null for a key that is not derived from the
 * service's secret.
 */
export function findKey(keys: ProofKeys, publicKey: Uint8Array): NumberedKey | null {
  for (let number = 1; number <= MAX_PROOF_KEYS; number += 1) {
    const key = numbered(keys, number);
    if (bytesEqual(key.publicKey, publicKey)) return key;
  }
  return null;
}

/**
 * The number of the newest checkpoint's key. It is that of the first key if there is no checkpoint,
 * or if its key is not derived from the service's secret.
 */
export const keyInUse = (
  keys: ProofKeys,
  newest: { readonly key: Uint8Array } | null,
): NumberedKey => (newest === null ? null : findKey(keys, newest.key)) ?? numbered(keys, 1);
