import type { Command } from 'commander';
import { withNewContext } from './context.ts';
import { printAnswer } from './print.ts';

export function addMigrateCommands(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date (every start does this too)')
    .action(async (_options: unknown, command: Command) => {
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
