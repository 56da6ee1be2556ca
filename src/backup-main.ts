import { lowerPriority } from './adapters/quiet-program.ts';
import { withContext } from './cli/context.ts';
import { printError } from './cli/print.ts';
import { makeScheduledBackup } from './compose/scheduled-backup.ts';

/** Makes one scheduled backup for the service that started it, beside its payments. */
lowerPriority(process.pid);
try {
  await withContext(makeScheduledBackup);
} catch (error) {
  printError(error instanceof Error ? error.message : String(error), false);
  process.exitCode = 1;
}
