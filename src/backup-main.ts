import { makeScheduledBackup } from './app/backup/scheduled-backup.ts';
import { withContext } from './app/commands/context.ts';
import { printError } from './cli/print.ts';
import { dropForeignVariables } from './config/env.ts';
import { lowerPriority } from './system/low-priority-child.ts';

/** Makes one scheduled backup for the service that started it, beside its payments. */
dropForeignVariables();
lowerPriority(process.pid);
try {
  await withContext(makeScheduledBackup);
} catch (error) {
  printError(error instanceof Error ? error.message : String(error), false);
  process.exitCode = 1;
}
