import { MAX_CHECKPOINTS_PER_FILE } from '../limits.ts';

export const PROOF_PATH = '/proof';
export const OWN_PROOF_PATH = '/proof/mine';
export const OWN_FILE_PATH = '/proof/mine.json';

/**
 * The path of a user's file for the checkpoint that a page shows, even if there is a newer one by
 * then.
 */
export const ownFilePath = (epoch: bigint): string => `${OWN_FILE_PATH}?epoch=${epoch}`;

export const checkpointPath = (epoch: bigint): string => `${PROOF_PATH}/${epoch}.json`;

/** The numbers of checkpoints that a file is to contain, both ends included. */
export interface EpochRange {
  readonly first: bigint;
  readonly last: bigint;
  /** Whether a single checkpoint was asked for. */
  readonly isOne: boolean;
}

/**
 * Reads file names such as `12.json` and `3-12.json`; null for any other, and for too many
 * checkpoints.
 */
export function readEpochs(name: string): EpochRange | null {
  const found = /^([1-9]\d{0,17})(?:-([1-9]\d{0,17}))?\.json$/.exec(name);
  if (found === null) return null;
  const first = BigInt(found[1] ?? '');
  const last = found[2] === undefined ? first : BigInt(found[2]);
  if (last < first || last - first >= BigInt(MAX_CHECKPOINTS_PER_FILE)) return null;
  return { first, last, isOne: found[2] === undefined };
}

/** Reads the number of a checkpoint from a query; null for any other text. */
export const readEpoch = (text: string): bigint | null =>
  /^[1-9]\d{0,17}$/.test(text) ? BigInt(text) : null;
