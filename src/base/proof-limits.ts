/** From then on pages say that the last checkpoint is too old. */
export const STALE_CHECKPOINT_MS = 3 * 3_600_000;
