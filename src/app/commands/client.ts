import type { Command } from 'commander';
import { addClient } from '../../apps/add-client.ts';
import type { Client } from '../../apps/client.ts';
import { removeClient } from '../../apps/remove-client.ts';
import { rotateClientSecret } from '../../apps/rotate-client-secret.ts';
import { createClientStore } from '../../apps/sql/client-store.ts';
import { findUser } from '../../users/find-user.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { orRefused } from './refused.ts';

export function addClientCommands(program: Command): void {
  const client = program.command('client').description('apps that may ask users for access');
  addAddCommand(client);
  addListCommand(client);
  addRotateCommand(client);
  addRemoveCommand(client);
}

interface AddOptions {
  readonly user: string;
  readonly name: string;
  readonly url: string;
  readonly callback: string;
  readonly public?: true;
  readonly s256Only?: true;
  readonly issuer?: true;
}

function addAddCommand(client: Command): void {
  client
    .command('add')
    .description('register an app; its secret is shown once')
    .requiredOption('--user <email>', 'the user who owns the app')
    .requiredOption('--name <text>', 'name that users see')
    .requiredOption('--url <url>', 'URL of the app')
    .requiredOption('--callback <url>', 'callback URL, on the same host as the app')
    .option('--public', 'the app cannot keep a secret (browser-only or mobile)')
    .option('--s256-only', 'refuse the weaker PKCE method "plain"')
    .option('--issuer', 'name the issuer in each answer (RFC 9207), for apps that use discovery')
    .action(async (options: AddOptions, command: Command) => {
      const { user, name, url, callback } = options;
      const { public: isPublic = false, s256Only = false, issuer: sendsIssuer = false } = options;
      const added = await withContext(async (context) => {
        const deps = depsOf(context);
        const { id: ownerUserId } = orRefused(await findUser(deps, user));
        const input = { ownerUserId, name, url, callback, isPublic, s256Only, sendsIssuer };
        return orRefused(await addClient(deps, input));
      });
      printCredentials(command, added.client.id, added.secret);
    });
}

function addListCommand(client: Command): void {
  client
    .command('list')
    .description('list the apps of a user')
    .requiredOption('--user <email>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const clients = await withContext(async (context) => {
        const deps = depsOf(context);
        return await deps.clients.listClients(orRefused(await findUser(deps, user)).id);
      });
      printAnswer(
        command,
        clients.map(presentClient),
        clients.map(({ id, name, callback }) => `${id}  ${name}  ${callback}`),
      );
    });
}

function addRotateCommand(client: Command): void {
  client
    .command('rotate <id>')
    .description('give an app a new secret, shown once; the old one stops working immediately')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { secret } = await withContext(async (context) =>
        orRefused(await rotateClientSecret(depsOf(context), id, null)),
      );
      printCredentials(command, id, secret);
    });
}

function addRemoveCommand(client: Command): void {
  client
    .command('remove <id>')
    .description('remove an app; it loses its access to all wallets immediately')
    .action(async (id: string, _options: unknown, command: Command) => {
      await withContext(async (context) =>
        orRefused(await removeClient(depsOf(context), id, null)),
      );
      printAnswer(command, { client_id: id, removed: true }, [`removed ${id}`]);
    });
}

const depsOf = ({ storage, clock, random }: Context) => ({
  users: createUserStore(storage.database),
  clients: createClientStore(storage.database),
  clock,
  random,
});

const printCredentials = (command: Command, id: string, secret: string | null): void =>
  printAnswer(command, { client_id: id, client_secret: secret }, [
    `client id      ${id}`,
    `client secret  ${secret ?? 'none (public client)'}`,
  ]);

const presentClient = (client: Client) => ({
  client_id: client.id,
  name: client.name,
  url: client.url,
  callback: client.callback,
  public: client.secretHash === null,
  s256_only: client.s256Only,
  issuer: client.sendsIssuer,
  created_at: client.createdAt.toISOString(),
});
