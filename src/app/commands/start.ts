import { type Command, Option } from 'commander';
import { wantsJson } from '../../cli/print.ts';
import type { Role } from '../context/app-context.ts';

export function addStartCommand(program: Command): void {
  program
    .command('start')
    .description('run the service until it is stopped (Ctrl-C)')
    .addOption(
      new Option('--role <role>', 'role of this process; several processes may share one database')
        .choices(['all', 'api', 'worker'])
        .default('all'),
    )
    .action(async ({ role }: { role: Role }, command: Command) => {
      // The module is imported only when the command runs, because it imports the whole service and
      // would slow down every other command.
      const { runStart } = await import('./run-start.ts');
      await runStart(role, wantsJson(command));
    });
}
