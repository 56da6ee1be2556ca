import { HOUR_MS } from '../base/durations.ts';

/** Limits of the proof of what is owed. Those that several features use stand in base/. */

/** Leaves of each user in a checkpoint, so that one amount tells little about a person. */
export const PARTS_PER_USER = 8;
/** No tree has fewer leaves than 2 to this power: a small service does not show how small it is. */
export const MIN_DEPTH = 6;
/** Trees are no deeper: this allows far more leaves than there are people. */
export const MAX_DEPTH = 40;
/** The number of leaves that are stored in one row. */
export const LEAVES_PER_CHUNK = 512;
/** The number of users that are stored in one row. */
export const USERS_PER_CHUNK = 256;
/** Wallets that one statement of a checkpoint reads. */
export const WALLETS_AT_ONCE = 2000;
/**
 * The number of newest checkpoints of which files of users can be made. All others are kept signed.
 */
export const WHOLE_CHECKPOINTS = 24;
/** Wallets whose chains one run brings up to date; the rest comes with the next checkpoint. */
export const MAX_CHAINS_PER_RUN = 100_000;
/** Wallets in one statement, and records of each of them. */
export const CHAINS_AT_ONCE = 20;
export const CHAIN_STEP = 500;
/** Checkpoints in one file, as in src/web/assets/proof.js, and on one page. */
export const MAX_CHECKPOINTS_PER_FILE = 200;
export const SHOWN_CHECKPOINTS = 48;
export const CHECKPOINT_EVERY_SEC = 3600;
/** The longest time between two checkpoints; a longer one shows that one is missing. */
export const CHECKPOINT_GAP_MS = 2 * HOUR_MS;
/** The time after which unused parts of runs that died are removed. */
export const LEFT_CHUNK_SEC = 7200;
/** Checkpoints that are read at once to be copied to the folder. */
export const COPIES_AT_ONCE = 1000;
/** Keys that follow each other; more changes than an operator ever makes. */
export const MAX_PROOF_KEYS = 100;
/** Bytes of a file that is given to be checked. */
export const MAX_PROOF_FILE_BYTES = 16 * 1024 * 1024;
