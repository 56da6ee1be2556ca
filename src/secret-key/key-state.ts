import { bytesEqual } from '../base/hex.ts';

/** A secret key, and the fingerprint that tells it apart from others. */
export interface SecretKey {
  readonly bytes: Uint8Array;
  readonly fingerprint: Uint8Array;
}

/** The secret keys that the settings or the data folder hold. */
export interface KeyPair {
  readonly current: SecretKey;
  /** The key that `current` replaces; null for none. */
  readonly old: SecretKey | null;
}

/** The secret keys to which the database belongs, by their fingerprints. */
export interface KeyState {
  /** The key under which everything is sealed from now on. */
  readonly bound: Uint8Array;
  /** The key that it replaces, while rows may still be sealed under that one; null for none. */
  readonly old: Uint8Array | null;
}

/** The keys with which a process works. */
export interface KeysInUse {
  readonly sealing: SecretKey;
  readonly opening: readonly SecretKey[];
}

/** The keys here are not those of the database. */
export class SecretKeyMismatchError extends Error {
  override readonly name = 'SecretKeyMismatchError';
}

/**
 * Decides under which key a process seals, and which keys it opens. Throws a
 * `SecretKeyMismatchError` that says what to set if it lacks a key under which something in the
 * database is sealed.
 *
 * Until the rotation begins, everything is sealed under the old key, so that processes which do not
 * know the new one yet can open it.
 */
export function keysInUse({ current, old }: KeyPair, state: KeyState): KeysInUse {
  const isBound = (key: SecretKey | null) => is(key, state.bound);
  if (state.old === null) {
    if (isBound(current)) return { sealing: current, opening: [current] };
    if (old !== null && isBound(old)) return { sealing: old, opening: [old, current] };
    throw new SecretKeyMismatchError(old === null ? OTHER_KEY : NEITHER_KEY);
  }
  const isOld = (key: SecretKey | null) => is(key, state.old);
  if (isBound(current) && old !== null && isOld(old)) {
    return { sealing: current, opening: [current, old] };
  }
  if (isBound(current)) throw new SecretKeyMismatchError(OLD_IS_MISSING);
  if (isOld(current)) throw new SecretKeyMismatchError(isBound(old) ? SWAPPED : WAS_REPLACED);
  throw new SecretKeyMismatchError(isBound(old) ? NOT_ENDED : NEITHER_KEY);
}

const is = (key: SecretKey | null, fingerprint: Uint8Array | null): boolean =>
  key !== null && fingerprint !== null && bytesEqual(key.fingerprint, fingerprint);

const OTHER_KEY =
  'the secret key does not fit the database, which was first started with another key: put the ' +
  'file secret-key back into the data folder, or set SATCHEL_SECRET_KEY to the same key in all ' +
  'processes';
const NEITHER_KEY =
  'neither the secret key nor the old one fits the database: set SATCHEL_SECRET_KEY to the key ' +
  'of the database, or SATCHEL_SECRET_KEY_OLD if you are replacing it';
const OLD_IS_MISSING =
  'secrets in the database may still be sealed under the secret key that this one replaces: set ' +
  'SATCHEL_SECRET_KEY_OLD to that key (or put the file secret-key-old back into the data folder) ' +
  'until `satchel keys end-old` has ended it';
const WAS_REPLACED =
  'this secret key was replaced: set SATCHEL_SECRET_KEY to the new key, and ' +
  'SATCHEL_SECRET_KEY_OLD to this one until `satchel keys end-old` has ended it';
const SWAPPED =
  'the two secret keys are swapped: SATCHEL_SECRET_KEY takes the new one, and ' +
  'SATCHEL_SECRET_KEY_OLD the one that it replaces';
const NOT_ENDED =
  'the secret key is being replaced already, and a third one must wait: go back to the two keys ' +
  'of before, and end the older one with `satchel keys rotate` and `satchel keys end-old`';
