import type { Command } from 'commander';
import type { User } from '../account/user-store.ts';
import { argon2Hasher } from '../adapters/argon2.ts';
import { createUserStore } from '../adapters/postgres/accounts/user-store.ts';
import { addUser } from '../usecases/accounts/add-user.ts';
import { type ChangeUserInput, changeUser } from '../usecases/accounts/change-user.ts';
import { type Context, withContext } from './context.ts';
import { printAnswer } from './print.ts';
import { type PasswordOptions, passwordOf } from './read-password.ts';
import { orRefused, RefusedError } from './refused.ts';
import { addInviteCommand, addResetPasswordCommand } from './user-links.ts';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users and their wallets');
  addAddCommand(user);
  addListCommand(user);
  addSetCommand(user);
  addDisableCommand(user);
  addEnableCommand(user);
  addInviteCommand(user);
  addResetPasswordCommand(user);
}

interface AddOptions extends PasswordOptions {
  readonly email: string;
  readonly name?: string;
  readonly admin?: true;
}

function addAddCommand(user: Command): void {
  user
    .command('add')
    .description('add a user with an empty wallet')
    .requiredOption('--email <address>', 'e-mail address, by which commands identify the user')
    .option('--password <text>', 'at least 8 characters; it is visible in the process list')
    .option('--password-stdin', 'read the password from stdin, or prompt for it on a terminal')
    .option('--name <text>', 'display name')
    .option('--admin', 'make the user an admin of this service')
    .action(async (options: AddOptions, command: Command) => {
      const { email, name = null, admin = false } = options;
      const password = await passwordOf(options);
      if (password === null) throw new RefusedError('use --password-stdin or --password <text>');
      const added = await withContext(async (context) =>
        orRefused(await addUser(depsOf(context), { email, password, name, isAdmin: admin })),
      );
      printUser(command, added, `added ${added.email}`);
    });
}

function addListCommand(user: Command): void {
  user
    .command('list')
    .description('list all users')
    .action(async (_options: unknown, command: Command) => {
      const users = await withContext((context) => depsOf(context).users.listUsers());
      const lines = users.map((one) => `${one.email}  ${one.identifier}${stateOf(one)}`);
      printAnswer(command, users.map(presentUser), lines);
    });
}

interface SetOptions {
  readonly email: string;
  readonly name?: string;
  readonly avatar?: string;
  readonly nostrPubkey?: string;
}

function addSetCommand(user: Command): void {
  user
    .command('set')
    .description('change the profile of a user; an empty text clears a field')
    .requiredOption('--email <address>', 'the user')
    .option('--name <text>', 'display name')
    .option('--avatar <url>', 'https URL of a picture')
    .option('--nostr-pubkey <key>', 'Nostr public key: npub1… or 64 hex digits')
    .action(async (options: SetOptions, command: Command) => {
      const { email, ...profile } = options;
      const cleared = Object.fromEntries(
        Object.entries(profile).map(([name, text]) => [name, text === '' ? null : text]),
      );
      await change(command, { email, profile: cleared, password: null, disabledAt: null });
    });
}

function addDisableCommand(user: Command): void {
  user
    .command('disable')
    .description('disable sessions, tokens and apps of a user; webhooks wait, the money stays')
    .requiredOption('--email <address>', 'the user')
    .action(async ({ email }: { email: string }, command: Command) => {
      await change(command, (context) => ({
        email,
        profile: {},
        password: null,
        disabledAt: { value: context.clock.now() },
      }));
    });
}

function addEnableCommand(user: Command): void {
  user
    .command('enable')
    .description('enable a disabled user again')
    .requiredOption('--email <address>', 'the user')
    .action(async ({ email }: { email: string }, command: Command) => {
      await change(command, { email, profile: {}, password: null, disabledAt: { value: null } });
    });
}

async function change(
  command: Command,
  input: ChangeUserInput | ((context: Context) => ChangeUserInput),
): Promise<void> {
  const changed = await withContext(async (context) => {
    const order = typeof input === 'function' ? input(context) : input;
    return orRefused(await changeUser(depsOf(context), order));
  });
  printUser(command, changed, `changed ${changed.email}`);
}

const depsOf = ({ storage, clock, random }: Context) => ({
  users: createUserStore(storage.database),
  passwords: argon2Hasher,
  clock,
  random,
});

function printUser(command: Command, user: User, line: string): void {
  printAnswer(command, presentUser(user), [`${line} (${user.identifier})`]);
}

const presentUser = (user: User) => ({
  id: user.id,
  identifier: user.identifier,
  email: user.email,
  name: user.name,
  avatar: user.avatar,
  nostr_pubkey: user.nostrPubkey,
  admin: user.isAdmin,
  disabled: user.disabledAt !== null,
});

const stateOf = (user: User): string =>
  (user.isAdmin ? '  admin' : '') + (user.disabledAt === null ? '' : '  disabled');
