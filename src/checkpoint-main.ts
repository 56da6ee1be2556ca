import { withContext } from './app/commands/context.ts';
import { composeProof } from './app/compose/compose-proof.ts';
import { printError } from './cli/print.ts';
import { dropForeignVariables } from './config/env.ts';
import { type CheckpointRefusal, makeCheckpoint } from './proof/make-checkpoint.ts';
import { lowerPriority } from './system/low-priority-child.ts';

/**
 * Reasons for not making a checkpoint that have raised an alarm already: sums or copies that
 * differ. Trying again soon would change nothing.
 */
const TOLD: readonly CheckpointRefusal['kind'][] = ['unequal', 'copies_differ'];

dropForeignVariables();
lowerPriority(process.pid);
try {
  const made = await withContext(async (context) =>
    makeCheckpoint(await composeProof(context, context.storage.database)),
  );
  if (!made.ok && !TOLD.includes(made.refusal.kind)) throw new Error(made.refusal.message);
} catch (error) {
  printError(error instanceof Error ? error.message : String(error), false);
  process.exitCode = 1;
}
