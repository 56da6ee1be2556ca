import type { Command } from 'commander';
import { printAnswer } from '../../cli/print.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date (every start does this too)')
    .action(async (_options: unknown, command: Command) => {
      // The module is imported only when the command runs, because code that opens a database would
      // slow down all commands, even the help.
      const { withNewContext } = await import('./context.ts');
      const { applied, version, functions } = await withNewContext(
        async ({ storage }) => storage.migrated,
      );
      printAnswer(command, { applied, version, functions }, [
        ...applied.map((name) => `applied ${name}`),
        ...(functions.length > 0 ? [`changed ${functions.length} functions`] : []),
        `the database has schema version ${version}`,
      ]);
    });
}
