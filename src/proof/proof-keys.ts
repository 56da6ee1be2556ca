import { bytesEqual } from '../base/hex.ts';
import type { SigningKey } from './checkpoint.ts';
import { MAX_PROOF_KEYS } from './limits.ts';

/**
 * Keys that sign checkpoints, one after the other, from 1. Which one is in use is not kept
 * anywhere: it is that of the newest checkpoint.
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

/** Finds the number of a key; null for one that is none of ours. */
export function findKey(keys: ProofKeys, publicKey: Uint8Array): NumberedKey | null {
  for (let number = 1; number <= MAX_PROOF_KEYS; number += 1) {
    const key = numbered(keys, number);
    if (bytesEqual(key.publicKey, publicKey)) return key;
  }
  return null;
}

/**
 * The key of the newest checkpoint. The first key before there is any, or where its key is none of
 * ours.
 */
export const keyInUse = (
  keys: ProofKeys,
  newest: { readonly key: Uint8Array } | null,
): NumberedKey => (newest === null ? null : findKey(keys, newest.key)) ?? numbered(keys, 1);
