import type { Command } from 'commander';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import type { Custody } from '../../authorization/user-limits.ts';
import type { CommandKit, Open } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { type PasswordOptions, passwordOf } from '../../cli/read-password.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import type { TypedLimits } from '../../ledger/limits/set-user-limits.ts';
import { accountName } from '../../users/account-name.ts';
import { type AddUserDeps, addUser } from '../../users/add-user.ts';
import { findUser } from '../../users/find-user.ts';
import type { User } from '../../users/user-store.ts';
import type { AddressNames } from '../address-names.ts';
import { type ChangeUserInput, changeUser } from '../change-user.ts';
import { userOrder } from '../switch-user.ts';
import {
  addLimitOptions,
  checkLimits,
  custodyOf,
  custodyWords,
  presentCustody,
  setLimits,
  type UserLimitCommandDeps,
} from './user-limits.ts';
import {
  addInviteCommand,
  addResetPasswordCommand,
  type UserLinkCommandDeps,
} from './user-links.ts';

export interface UserCommandDeps extends AddUserDeps, UserLimitCommandDeps, UserLinkCommandDeps {
  readonly operatorsAddressNames: AddressNames;
}

export interface UserKit extends CommandKit<UserCommandDeps> {
  /**
   * Opens the database for a command that may be the first one, and creates a missing data folder
   * or database.
   */
  readonly openNew: Open<UserCommandDeps>;
}

export function addUserCommands(program: Command, kit: UserKit): void {
  const user = program.command('user').description('users and their wallets');
  addAddCommand(user, kit);
  addListCommand(user, kit);
  addShowCommand(user, kit);
  addSetCommand(user, kit);
  addSwitchCommand(
    user,
    kit,
    'disable',
    'disable sessions, tokens and apps of a user; webhooks wait, the money stays',
  );
  addSwitchCommand(user, kit, 'enable', 'enable a disabled user again');
  addInviteCommand(user, kit);
  addResetPasswordCommand(user, kit);
}

interface AddOptions extends PasswordOptions {
  readonly email: string;
  readonly name?: string;
  readonly address?: string;
  readonly admin?: true;
}

function addAddCommand(user: Command, kit: UserKit): void {
  user
    .command('add')
    .description('add a user with an empty wallet')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--password <text>', 'at least 8 characters; it is visible in the process list')
    .option('--password-stdin', 'read the password from stdin, or prompt for it on a terminal')
    .option('--name <text>', 'display name')
    .option('--address <name>', 'name of the lightning address, the part before the @')
    .option('--admin', 'make the user an admin of this service')
    .action(async (options: AddOptions, command: Command) => {
      const { email, name = null, admin = false } = options;
      const password = await passwordOf(options);
      if (password === null) throw new RefusedError('use --password-stdin or --password <text>');
      const added = await kit.openNew(async (deps) => {
        const person = { email, password, name, isAdmin: admin, actionOf: addition(deps) };
        const { address = '' } = options;
        // The address name is checked before the user is added: a refusal afterwards would leave
        // the user behind.
        orRefused(await deps.operatorsAddressNames.checkFree(address));
        const user = orRefused(await addUser(deps, person));
        if (address !== '') await giveAddressName(deps, user.id, address);
        return await addressed(deps, user);
      });
      printUser(command, added, `added ${accountName(added.user)}`);
    });
}

function addListCommand(user: Command, kit: UserKit): void {
  user
    .command('list')
    .description('list all users')
    .action(async (_options: unknown, command: Command) => {
      const users = await kit.open(async (deps) => {
        const all = await deps.users.listUsers();
        return await Promise.all(all.map((one) => addressed(deps, one)));
      });
      const lines = users.map(userLine);
      printAnswer(command, users.map(presentUser), lines);
    });
}

function addShowCommand(user: Command, kit: UserKit): void {
  user
    .command('show')
    .description('show a user, with what they have and may have here')
    .requiredOption('--user <user>', 'e-mail address, address name or identifier')
    .action(async (options: { user: string }, command: Command) => {
      const shown = await kit.open(async (deps) =>
        addressed(deps, orRefused(await findUser(deps, options.user))),
      );
      printAnswer(command, presentUser(shown), [userLine(shown)]);
    });
}

interface SetOptions extends TypedLimits {
  readonly user?: string;
  readonly email?: string;
  readonly address?: string;
  readonly name?: string;
  readonly avatar?: string;
  readonly nostrPubkey?: string;
}

function addSetCommand(user: Command, kit: UserKit): void {
  const set = user
    .command('set')
    .description(
      'change the profile of a user, where an empty text clears a field, or their limits',
    )
    .option('--user <user>', 'e-mail address, address name or identifier')
    .option('--email <user>', 'the same')
    .option('--address <name>', 'name of the lightning address, the part before the @')
    .option('--name <text>', 'display name')
    .option('--avatar <url>', 'https URL of a picture')
    .option('--nostr-pubkey <key>', 'Nostr public key: npub1… or 64 hex digits');
  addLimitOptions(set).action(async (options: SetOptions, command: Command) => {
    const { user, email: named = user, address, name, avatar, nostrPubkey, ...limits } = options;
    if (named === undefined) throw new RefusedError('say whom with --user <user>');
    const cleared = Object.fromEntries(
      Object.entries({ name, avatar, nostrPubkey }).flatMap(([field, text]) =>
        text === undefined ? [] : [[field, text === '' ? null : text]],
      ),
    );
    const input = { user: named, profile: cleared, password: null, disabledAt: null };
    await change(command, kit, { inputOf: () => input, address, limits });
  });
}

/** Adds the command `disable` or `enable`. */
function addSwitchCommand(
  user: Command,
  kit: UserKit,
  name: 'disable' | 'enable',
  description: string,
): void {
  user
    .command(name)
    .description(description)
    .requiredOption('--email <user>', 'e-mail address, address name or identifier')
    .action(async ({ email }: { email: string }, command: Command) => {
      await change(command, kit, { inputOf: switching(email, `user_${name}`) });
    });
}

const switching =
  (named: string, kind: 'user_disable' | 'user_enable') =>
  (deps: UserCommandDeps): ChangeUserInput => ({
    user: named,
    profile: {},
    password: null,
    disabledAt: { value: kind === 'user_disable' ? deps.clock.now() : null },
    actionOf: (user) => newAction(deps, THE_COMMAND_LINE, userOrder(user, kind)),
  });

const addition =
  (deps: UserCommandDeps) =>
  ({ id, identifier, isAdmin }: User): NewAction => {
    const detail = { user: identifier, role: isAdmin ? 'admin' : 'user' };
    return newAction(deps, THE_COMMAND_LINE, { kind: 'user_add', subject: id, detail });
  };

interface UserChange {
  readonly inputOf: (deps: UserCommandDeps) => ChangeUserInput;
  readonly address?: string | undefined;
  readonly limits?: TypedLimits;
}

async function change(
  command: Command,
  kit: UserKit,
  { inputOf, address, limits = {} }: UserChange,
): Promise<void> {
  checkLimits(limits);
  const changed = await kit.open(async (deps) => {
    const user = orRefused(await changeUser(deps, inputOf(deps)));
    if (address !== undefined) await giveAddressName(deps, user.id, address);
    await setLimits(deps, user.id, limits);
    return await addressed(deps, user);
  });
  printUser(command, changed, `changed ${accountName(changed.user)}`);
}

async function giveAddressName(
  { operatorsAddressNames }: UserCommandDeps,
  userId: string,
  text: string,
): Promise<void> {
  orRefused(await operatorsAddressNames.give(userId, text));
}

interface AddressedUser {
  readonly user: User;
  readonly lightningAddress: string | null;
  readonly custody: Custody;
}

const addressed = async (deps: UserCommandDeps, user: User): Promise<AddressedUser> => ({
  user,
  lightningAddress: await deps.operatorsAddressNames.findAddress(user.id),
  custody: await custodyOf(deps, user.id),
});

function printUser(command: Command, added: AddressedUser, line: string): void {
  printAnswer(command, presentUser(added), [`${line} (${added.user.identifier})`]);
}

const userLine = ({ user, custody }: AddressedUser): string =>
  `${user.email ?? '-'}  ${user.identifier}${stateOf(user)}${custodyWords(custody)}`;

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
