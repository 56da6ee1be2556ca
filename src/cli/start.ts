import { type Command, Option } from 'commander';
import type { Role } from '../compose/surroundings.ts';
import { wantsJson } from './print.ts';

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('run the service until it is told to stop (Ctrl-C)')
    .addOption(
      new Option('--role <role>', 'what this process does; several processes share one database')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .action(async ({ role }: { role: Role }, command: Command) => {
      // Loaded when it is needed: the whole service would slow every other command.
      const { runStart } = await import('./run-start.ts');
      await runStart(role, wantsJson(command));
    });
}
