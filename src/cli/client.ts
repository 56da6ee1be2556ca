import type { Command } from 'commander';
import { createClientStore } from '../adapters/postgres/client-store.ts';
import { createUserStore } from '../adapters/postgres/user-store.ts';
import { addClient } from '../usecases/add-client.ts';
import { withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { orRefused } from './refused.ts';

interface AddOptions {
  readonly user: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly public?: true;
}

export function addClientCommands(program: Command): void {
  const client = program.command('client').description('apps that may ask users for access');
  client
    .command('add')
    .description('register an app; its secret is shown once')
    .requiredOption('--user <email>', 'who registers it')
    .requiredOption('--name <text>', 'name that users are shown')
    .requiredOption('--url <url>', 'where the app runs')
    .requiredOption('--callback <url>', 'where users return to, on the same domain')
    .option('--public', 'the app cannot keep a secret (browser-only or mobile)')
    .action(async (options: AddOptions, command: Command) => {
      const { user, name, url, callback, public: isPublic = false } = options;
      const added = await withContext(async ({ storage, clock, random }) => {
        const deps = {
          users: createUserStore(storage.database),
          clients: createClientStore(storage.database),
          clock,
          random,
        };
        return orRefused(await addClient(deps, { email: user, name, url, callback, isPublic }));
      });
      const answer = { client_id: added.client.id, client_secret: added.secret };
      printAnswer(command, answer, [
        `client id      ${answer.client_id}`,
        `client secret  ${answer.client_secret ?? 'none (public client)'}`,
      ]);
    });
}
