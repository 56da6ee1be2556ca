import { HOUR_MS } from '../base/durations.ts';

/** Limits of the proof of what is owed. Limits that several features use are in base/. */

/**
 * The number of leaves of each user in a checkpoint: as money is split, one amount tells little
 * about a person.
 */
export const PARTS_PER_USER = 8;
/**
 * The depth of the smallest tree, which has 2 to this power leaves: a small service does not show
 * how small it is.
 */
export const MIN_DEPTH = 6;
/** The greatest depth of a tree, which then has far more leaves than there are people. */
export const MAX_DEPTH = 40;
/** The number of leaves of a checkpoint that one row of a table stores. */
export const LEAVES_PER_CHUNK = 512;
/** The number of users of a checkpoint that one row of a table stores. */
export const USERS_PER_CHUNK = 256;
/** The number of wallets that one SQL statement reads for a checkpoint. */
export const WALLETS_AT_ONCE = 2000;
/**
 * The number of the newest checkpoints whose trees are stored, so that users can get files. Of all
 * others only the signed checkpoint is kept.
 */
export const WHOLE_CHECKPOINTS = 24;
/**
 * The most wallets whose statement chains are extended before one checkpoint; the others follow
 * before the next one.
 */
export const MAX_CHAINS_PER_RUN = 100_000;
/** The most wallets whose chains one SQL statement extends, and the most records of each. */
export const CHAINS_AT_ONCE = 20;
export const CHAIN_STEP = 500;
/**
 * The most checkpoints in one file, and on one page. The script src/web/assets/proof.js contains
 * the same number.
 */
export const MAX_CHECKPOINTS_PER_FILE = 200;
export const SHOWN_CHECKPOINTS = 48;
export const CHECKPOINT_EVERY_SEC = 3600;
/**
 * The longest time between two checkpoints, as one is made each hour. A longer time shows that one
 * is missing.
 */
export const CHECKPOINT_GAP_MS = 2 * HOUR_MS;
/**
 * The age from which pieces of trees that were never published are removed, in seconds: their
 * process died.
 */
export const LEFT_CHUNK_SEC = 7200;
/** The number of checkpoints that are read at once to be copied to the folder. */
export const COPIES_AT_ONCE = 1000;
/** The most changes of the keys that sign checkpoints: more than an operator ever makes. */
export const MAX_PROOF_KEYS = 100;
/** The greatest size of a file that users give to check a proof. */
export const MAX_PROOF_FILE_BYTES = 16 * 1024 * 1024;
