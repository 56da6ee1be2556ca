import { ALWAYS_KEPT, deriveKey, type KeptPurpose } from '../authorization/derived-key.ts';
import { seal } from '../authorization/sealed-box.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import { bytesEqual, bytesToHex } from '../base/hex.ts';
import { type KeyPair, keysInUse, type SecretKey } from './key-state.ts';
import { type KeyChange, type SealAgainDeps, type SealedAgain, sealAgain } from './seal-again.ts';
import { keptLabel, type ProcessWithKeys, type SecretKeyStore } from './secret-key-store.ts';

export interface RotateKeyDeps extends SealAgainDeps {
  readonly secretKeys: SecretKeyStore;
  readonly keyPair: KeyPair;
  readonly serviceKeys: Pick<ServiceKeys, 'keptKey'>;
  /** Finds the purposes of keys that sign checkpoints, and that have been in use. */
  readonly proofPurposes: () => Promise<readonly KeptPurpose[]>;
  /**
   * Makes a new secret key in the data folder, beside the old one; null where the settings of the
   * operator name the key.
   */
  readonly newKeyFile: (() => Promise<void>) | null;
  readonly tell: (line: string) => void;
}

/** Says in a sentence for operators why the secret key is not replaced now. */
export class KeyRotationRefused extends Error {
  override readonly name = 'KeyRotationRefused';
}

export type KeyRotation =
  /** A new key was made in the data folder. The service has to be started again with it. */
  { readonly kind: 'made' } | ({ readonly kind: 'rotated' } & SealedAgain);

/**
 * Replaces the secret key: from now on all processes seal under the new one, and what is sealed
 * under the old one is sealed again. It can be repeated at any point, and goes on where it stopped.
 */
export async function rotateKey(deps: RotateKeyDeps, signal: AbortSignal): Promise<KeyRotation> {
  const { secretKeys, keyPair, newKeyFile, tell } = deps;
  const state = await secretKeys.readState();
  keysInUse(keyPair, state);
  const { current, old } = keyPair;
  if (old === null) {
    if (newKeyFile === null) throw new KeyRotationRefused(SET_BOTH);
    await newKeyFile();
    return { kind: 'made' };
  }
  if (bytesEqual(state.bound, old.fingerprint)) {
    for (const line of STAYS) tell(line);
    await begin(deps, { current, old });
  } else if (state.old === null) {
    throw new KeyRotationRefused(newKeyFile === null ? HAS_ENDED : HAS_ENDED_IN_FOLDER);
  }
  const change = { current: current.bytes, old: old.bytes };
  return { kind: 'rotated', ...(await sealAgain(deps, change, signal, tell)) };
}

async function begin(deps: RotateKeyDeps, keys: SecretKeys): Promise<void> {
  const { secretKeys, serviceKeys, random } = deps;
  const { current, old } = keys;
  const needed = [current, old].map(({ fingerprint }) => bytesToHex(fingerprint));
  const behind = (await secretKeys.listProcesses(SILENT_MS)).filter(
    ({ known }) => !needed.every((key) => known.includes(key)),
  );
  if (behind.length > 0) throw new KeyRotationRefused(restartFirst(behind));
  const keepKey = deriveKey(current.bytes, 'kept keys');
  const kept = [...ALWAYS_KEPT, ...(await deps.proofPurposes())].map((purpose) => ({
    purpose,
    sealed: seal(keepKey, serviceKeys.keptKey(purpose), keptLabel(purpose), random),
  }));
  const fingerprints = { old: old.fingerprint, current: current.fingerprint };
  if (!(await secretKeys.begin(fingerprints, kept))) {
    throw new KeyRotationRefused('another command replaces the secret key just now: try again');
  }
}

interface SecretKeys {
  readonly current: SecretKey;
  readonly old: SecretKey;
}

/**
 * Ends the old secret key, once all processes seal under the new one and nothing is sealed under
 * the old one any more. Returns what the last look has found.
 */
export async function endOldKey(deps: RotateKeyDeps, signal: AbortSignal): Promise<SealedAgain> {
  const { secretKeys, keyPair, tell } = deps;
  const state = await secretKeys.readState();
  keysInUse(keyPair, state);
  const { current, old } = keyPair;
  if (state.old === null || old === null) {
    const isReady = old !== null && bytesEqual(state.bound, old.fingerprint);
    throw new KeyRotationRefused(isReady ? NOT_BEGUN : NO_OLD_KEY);
  }
  const sealing = bytesToHex(current.fingerprint);
  const behind = (await secretKeys.listProcesses(SILENT_MS)).filter(
    (process) => process.sealing !== sealing,
  );
  if (behind.length > 0) throw new KeyRotationRefused(waitFor(behind));
  const change: KeyChange = { current: current.bytes, old: old.bytes };
  const found = await sealAgain(deps, change, signal, tell);
  await secretKeys.end(current.fingerprint);
  return found;
}

/** The silence after which a process counts as gone. */
const SILENT_MS = 30_000;

const namesOf = (processes: readonly ProcessWithKeys[]): string =>
  processes.map(({ id, role }) => `${role} (${id})`).join(', ');

const restartFirst = (processes: readonly ProcessWithKeys[]): string =>
  `these processes do not have both secret keys yet: ${namesOf(processes)}. Start them again ` +
  'with both, and repeat this command. A process that was killed counts as gone after 30 seconds';

const waitFor = (processes: readonly ProcessWithKeys[]): string =>
  `these processes still seal under the old secret key: ${namesOf(processes)}. Repeat this ` +
  'command in some seconds';

const SET_BOTH =
  'set SATCHEL_SECRET_KEY to a new key (openssl rand -hex 32) and SATCHEL_SECRET_KEY_OLD to the ' +
  'present one, start all processes again with both, and repeat this command';
const HAS_ENDED =
  'the old secret key has ended: remove SATCHEL_SECRET_KEY_OLD. To replace the key once more, ' +
  'set it to the present key, and SATCHEL_SECRET_KEY to a new one';
const HAS_ENDED_IN_FOLDER =
  'the old secret key has ended: take the file secret-key-old out of the data folder and keep it ' +
  'with the backups from before. Then this command makes another key';
const NOT_BEGUN = 'the secret key was not replaced yet: run `satchel keys rotate` first';
const NO_OLD_KEY = 'there is no old secret key: nothing is left to end';

/** What operators are told before the key is replaced. */
const STAYS: readonly string[] = [
  'These keys stay as they are, because others know this service by them. They are kept sealed',
  'under the new key. A thief who has the old key keeps them too:',
  '- the keys that sign zap receipts of lightning addresses',
  '- the key by which push services know this service',
  '- the keys that have signed checkpoints of what users are owed (`satchel proof rotate`',
  '  makes the next one from the new key)',
  '- the keys that give planned payments and requests of apps their ids',
  'Browsers stay signed in. Forms that are open now stay valid until the old key ends.',
];
