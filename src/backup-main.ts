import { makeScheduledBackup } from './app/backup/scheduled-backup.ts';
import { withContext } from './app/commands/context.ts';
import { printError } from './cli/print.ts';
import { dropForeignVariables } from './config/env.ts';
import { lowerPriority } from './system/low-priority-child.ts';

/**
 * A program that makes one scheduled backup, started by the service so that its payments go on
 * beside it.
 */
dropForeignVariables();
lowerPriority(process.pid);
try {
  await withContext(makeScheduledBackup);
} catch (error) {
  printError(error instanceof Error ? error.message : String(error), false);
  process.exitCode = 1;
}
