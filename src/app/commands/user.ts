import type { Command } from 'commander';
import type { Custody } from '../../access/user-limits.ts';
import { type ChangeUserInput, changeUser } from '../../accounts/change-user.ts';
import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { userOrder } from '../../accounts/switch-user.ts';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import { addUser } from '../../users/add-user.ts';
import { findUser } from '../../users/find-user.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import type { User } from '../../users/user-store.ts';
import {
  addReleaseAddressCommand,
  giveAddressName,
  lightningAddressOf,
  refuseTakenName,
} from './address-name.ts';
import { type Context, withContext, withNewContext } from './context.ts';
import { printAnswer } from './print.ts';
import { type PasswordOptions, passwordOf } from './read-password.ts';
import { orRefused, RefusedError } from './refused.ts';
import {
  addLimitOptions,
  checkLimits,
  custodyOf,
  custodyWords,
  type LimitOptions,
  presentCustody,
  setLimits,
} from './user-limits.ts';
import { addInviteCommand, addResetPasswordCommand } from './user-links.ts';

export function addUserCommands(program: Command): void {
  const user = program.command('user').description('users and their wallets');
  addAddCommand(user);
  addListCommand(user);
  addShowCommand(user);
  addSetCommand(user);
  addDisableCommand(user);
  addEnableCommand(user);
  addInviteCommand(user);
  addResetPasswordCommand(user);
  addReleaseAddressCommand(user);
}

interface AddOptions extends PasswordOptions {
  readonly email: string;
  readonly name?: string;
  readonly address?: string;
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
    .option('--address <name>', 'name of the lightning address, the part before the @')
    .option('--admin', 'make the user an admin of this service')
    .action(async (options: AddOptions, command: Command) => {
      const { email, name = null, admin = false } = options;
      const password = await passwordOf(options);
      if (password === null) throw new RefusedError('use --password-stdin or --password <text>');
      const added = await withNewContext(async (context) => {
        const person = { email, password, name, isAdmin: admin, actionOf: addition(context) };
        const { address = '' } = options;
        await refuseTakenName(context, address);
        const user = orRefused(await addUser(depsOf(context), person));
        if (address !== '') await giveAddressName(context, user.id, address);
        return await addressed(context, user);
      });
      printUser(command, added, `added ${added.user.email}`);
    });
}

function addListCommand(user: Command): void {
  user
    .command('list')
    .description('list all users')
    .action(async (_options: unknown, command: Command) => {
      const users = await withContext(async (context) => {
        const all = await depsOf(context).users.listUsers();
        return await Promise.all(all.map((one) => addressed(context, one)));
      });
      const lines = users.map(userLine);
      printAnswer(command, users.map(presentUser), lines);
    });
}

function addShowCommand(user: Command): void {
  user
    .command('show')
    .description('show a user, with what they have and may have here')
    .requiredOption('--user <address>', 'e-mail address of the user')
    .action(async (options: { user: string }, command: Command) => {
      const shown = await withContext(async (context) => {
        const found = orRefused(await findUser(depsOf(context), options.user));
        return await addressed(context, found);
      });
      printAnswer(command, presentUser(shown), [userLine(shown)]);
    });
}

interface SetOptions extends LimitOptions {
  readonly user?: string;
  readonly email?: string;
  readonly address?: string;
  readonly name?: string;
  readonly avatar?: string;
  readonly nostrPubkey?: string;
}

function addSetCommand(user: Command): void {
  const set = user
    .command('set')
    .description(
      'change the profile of a user, where an empty text clears a field, or their limits',
    )
    .option('--user <address>', 'e-mail address of the user')
    .option('--email <address>', 'the same')
    .option('--address <name>', 'name of the lightning address, the part before the @')
    .option('--name <text>', 'display name')
    .option('--avatar <url>', 'https URL of a picture')
    .option('--nostr-pubkey <key>', 'Nostr public key: npub1… or 64 hex digits');
  addLimitOptions(set).action(async (options: SetOptions, command: Command) => {
    const { user: named, email = named, address, maxBalance, maxSendDay, ...profile } = options;
    const limits = {
      ...(maxBalance === undefined ? {} : { maxBalance }),
      ...(maxSendDay === undefined ? {} : { maxSendDay }),
    };
    if (email === undefined) throw new RefusedError('say whom with --user <address>');
    const cleared = Object.fromEntries(
      Object.entries(profile).map(([name, text]) => [name, text === '' ? null : text]),
    );
    await change(
      command,
      { email, profile: cleared, password: null, disabledAt: null },
      { address, limits },
    );
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
        actionOf: switched(context, 'user_disable'),
      }));
    });
}

function addEnableCommand(user: Command): void {
  user
    .command('enable')
    .description('enable a disabled user again')
    .requiredOption('--email <address>', 'the user')
    .action(async ({ email }: { email: string }, command: Command) => {
      await change(command, (context) => ({
        email,
        profile: {},
        password: null,
        disabledAt: { value: null },
        actionOf: switched(context, 'user_enable'),
      }));
    });
}

const switched =
  (context: Context, kind: 'user_disable' | 'user_enable') =>
  (user: User): NewAction =>
    newAction(context, THE_COMMAND_LINE, userOrder(user, kind));

const addition =
  (context: Context) =>
  ({ id, identifier, isAdmin }: User): NewAction => {
    const detail = { user: identifier, role: isAdmin ? 'admin' : 'user' };
    return newAction(context, THE_COMMAND_LINE, { kind: 'user_add', subject: id, detail });
  };

interface Extras {
  readonly address?: string | undefined;
  readonly limits?: LimitOptions;
}

async function change(
  command: Command,
  input: ChangeUserInput | ((context: Context) => ChangeUserInput),
  { address, limits = {} }: Extras = {},
): Promise<void> {
  checkLimits(limits);
  const changed = await withContext(async (context) => {
    const order = typeof input === 'function' ? input(context) : input;
    const user = orRefused(await changeUser(depsOf(context), order));
    if (address !== undefined) await giveAddressName(context, user.id, address);
    await setLimits(context, user.id, limits);
    return await addressed(context, user);
  });
  printUser(command, changed, `changed ${changed.user.email}`);
}

const depsOf = ({ storage, clock, random }: Context) => ({
  users: createUserStore(storage.database),
  passwords: createArgon2Hasher(random),
  clock,
  random,
});

interface AddressedUser {
  readonly user: User;
  readonly lightningAddress: string | null;
  readonly custody: Custody;
}

const addressed = async (context: Context, user: User): Promise<AddressedUser> => ({
  user,
  lightningAddress: await lightningAddressOf(context, user.id),
  custody: await custodyOf(context, user.id),
});

function printUser(command: Command, added: AddressedUser, line: string): void {
  printAnswer(command, presentUser(added), [`${line} (${added.user.identifier})`]);
}

const userLine = ({ user, custody }: AddressedUser): string =>
  `${user.email}  ${user.identifier}${stateOf(user)}${custodyWords(custody)}`;

const presentUser = ({ user, lightningAddress, custody }: AddressedUser) => ({
  id: user.id,
  identifier: user.identifier,
  email: user.email,
  name: user.name,
  avatar: user.avatar,
  nostr_pubkey: user.nostrPubkey,
  lightning_address: lightningAddress,
  admin: user.isAdmin,
  disabled: user.disabledAt !== null,
  closed: user.closedAt !== null,
  ...presentCustody(custody),
});

function stateOf({ closedAt, disabledAt, isAdmin }: User): string {
  const end = closedAt !== null ? '  closed' : '  disabled';
  return (isAdmin ? '  admin' : '') + (disabledAt === null ? '' : end);
}
