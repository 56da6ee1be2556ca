/** Old rows are removed in steps, so that no one has to wait for a sweep. */
export const SWEEP_STEP = 1000;

/** Removes steps until one is not full. */
export async function sweep(
  removeStep: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  let removed = SWEEP_STEP;
  while (removed >= SWEEP_STEP && !signal.aborted) removed = await removeStep(SWEEP_STEP);
}
