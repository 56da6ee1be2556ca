import type { KeyState } from './key-state.ts';

/** The kind of job that seals again what is sealed under an old secret key. */
export const SEAL_AGAIN_JOB = 'seal-again';

export interface KeptKey {
  readonly purpose: string;
  /** Encrypted under the key for the purpose `kept keys`, with `keptLabel(purpose)`. */
  readonly sealed: Uint8Array;
}

export const keptLabel = (purpose: string): string => `kept key: ${purpose}`;

/** What a process says of its secret keys, as fingerprints in hex. */
export interface AnnouncedKeys {
  /** The keys that it could open or seal with. */
  readonly known: readonly string[];
  readonly sealing: string;
}

export interface ProcessWithKeys extends Pick<AnnouncedKeys, 'known'> {
  readonly id: string;
  readonly role: string;
  /** Null for a process that has not said it yet, or that is of an earlier version. */
  readonly sealing: string | null;
}

/** Port: to which secret keys the database belongs, and which of them processes have. */
export interface SecretKeyStore {
  readState(): Promise<KeyState>;
  listKept(): Promise<readonly KeptKey[]>;
  /** Notes the keys of a process, and returns the state of the database. */
  announce(processId: string, keys: AnnouncedKeys): Promise<KeyState>;
  /** Lists processes that have had a heartbeat within the last `withinMs`. */
  listProcesses(withinMs: number): Promise<readonly ProcessWithKeys[]>;
  /**
   * Binds the database to a new key, keeps the given keys if they were not kept before, and orders
   * the job that seals again. False if the database is bound to another key or is rotated already.
   */
  begin(keys: { old: Uint8Array; current: Uint8Array }, kept: readonly KeptKey[]): Promise<boolean>;
  /** Ends the old key; false if it has ended already. */
  end(current: Uint8Array): Promise<boolean>;
}
