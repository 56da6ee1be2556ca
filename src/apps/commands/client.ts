import type { Command } from 'commander';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { orRefused } from '../../cli/refused.ts';
import { findUser } from '../../users/find-user.ts';
import type { UserStore } from '../../users/user-store.ts';
import { type AddClientDeps, addClient } from '../add-client.ts';
import type { RegisteredClient } from '../client.ts';
import { type RemoveClientDeps, removeClient } from '../remove-client.ts';
import { type RotateClientSecretDeps, rotateClientSecret } from '../rotate-client-secret.ts';

export interface ClientCommandDeps extends AddClientDeps, RemoveClientDeps, RotateClientSecretDeps {
  readonly users: UserStore;
}

type Kit = CommandKit<ClientCommandDeps>;

export function addClientCommands(program: Command, kit: Kit): void {
  const client = program.command('client').description('apps that may ask users for access');
  addAddCommand(client, kit);
  addListCommand(client, kit);
  addRotateCommand(client, kit);
  addRemoveCommand(client, kit);
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

function addAddCommand(client: Command, kit: Kit): void {
  client
    .command('add')
    .description('register an app; its secret is shown once')
    .requiredOption('--user <user>', 'the user who owns the app')
    .requiredOption('--name <text>', 'name that users see')
    .requiredOption('--url <url>', 'URL of the app')
    .requiredOption('--callback <url>', 'callback URL, on the same host as the app')
    .option('--public', 'the app cannot keep a secret (browser-only or mobile)')
    .option('--s256-only', 'refuse the weaker PKCE method "plain"')
    .option(
      '--issuer',
      'name the issuer in each answer (RFC 9207), for apps that use several services',
    )
    .action(async (options: AddOptions, command: Command) => {
      const { user, name, url, callback } = options;
      const { public: isPublic = false, s256Only = false, issuer: sendsIssuer = false } = options;
      const added = await kit.open(async (deps) => {
        const { id: ownerUserId } = orRefused(await findUser(deps, user));
        const input = { ownerUserId, name, url, callback, isPublic, s256Only, sendsIssuer };
        return orRefused(await addClient(deps, input));
      });
      printCredentials(command, added.client.id, added.secret);
    });
}

function addListCommand(client: Command, kit: Kit): void {
  client
    .command('list')
    .description('list the apps of a user')
    .requiredOption('--user <user>', 'the user')
    .action(async ({ user }: { user: string }, command: Command) => {
      const clients = await kit.open(async (deps) =>
        deps.clients.listClients(orRefused(await findUser(deps, user)).id),
      );
      printAnswer(
        command,
        clients.map(presentClient),
        clients.map(({ id, name, callback }) => `${id}  ${name}  ${callback}`),
      );
    });
}

function addRotateCommand(client: Command, kit: Kit): void {
  client
    .command('rotate <id>')
    .description('give an app a new secret, shown once; the old one stops working immediately')
    .action(async (id: string, _options: unknown, command: Command) => {
      const { secret } = await kit.open(async (deps) =>
        orRefused(await rotateClientSecret(deps, id, null)),
      );
      printCredentials(command, id, secret);
    });
}

function addRemoveCommand(client: Command, kit: Kit): void {
  client
    .command('remove <id>')
    .description('remove an app; it loses its access to all wallets immediately')
    .action(async (id: string, _options: unknown, command: Command) => {
      await kit.open(async (deps) => orRefused(await removeClient(deps, id, null)));
      printAnswer(command, { client_id: id, removed: true }, [`removed ${id}`]);
    });
}

const printCredentials = (command: Command, id: string, secret: string | null): void =>
  printAnswer(command, { client_id: id, client_secret: secret }, [
    `client id      ${id}`,
    `client secret  ${secret ?? 'none (public client)'}`,
  ]);

const presentClient = (client: RegisteredClient) => ({
  client_id: client.id,
  name: client.name,
  url: client.url,
  callback: client.callback,
  public: client.secretHash === null,
  s256_only: client.s256Only,
  issuer: client.sendsIssuer,
  created_at: client.createdAt.toISOString(),
});
