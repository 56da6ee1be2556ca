/** The number of old rows that one statement removes: few enough that no one has to wait for it. */
export const PRUNE_STEP = 1000;

/** Removes old rows step by step, until a step finds fewer than it could remove. */
export async function prune(
  removeStep: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  let removed = PRUNE_STEP;
  while (removed >= PRUNE_STEP && !signal.aborted) removed = await removeStep(PRUNE_STEP);
}
