import type { Command } from 'commander';
import { changeUser } from '../../accounts/change-user.ts';
import type { DeliveredLink } from '../../accounts/deliver-link.ts';
import { type InviteUserDeps, inviteUser } from '../../accounts/invite-user.ts';
import { createArgon2Hasher } from '../../accounts/libraries/argon2.ts';
import { offerPasswordReset } from '../../accounts/offer-password-reset.ts';
import { createLinkStore } from '../../accounts/sql/link-store.ts';
import { userOrder } from '../../accounts/switch-user.ts';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import { authUrlOf } from '../../config/public-urls.ts';
import { mailerOf } from '../../system/mailer.ts';
import { createUserStore } from '../../users/sql/user-store.ts';
import type { User } from '../../users/user-store.ts';
import { type Context, withContext } from './context.ts';
import { notifyUserByMail } from './notify-user-by-mail.ts';
import { printAnswer } from './print.ts';
import { type PasswordOptions, passwordOf } from './read-password.ts';
import { orRefused, RefusedError } from './refused.ts';

interface InviteOptions {
  readonly email?: string;
  readonly admin?: true;
}

export function addInviteCommand(user: Command): void {
  user
    .command('invite')
    .description('create a one-time link with which a person can create an account')
    .option('--email <address>', 'address of the account (default: the invited person chooses it)')
    .option('--admin', 'make the user an admin of this service')
    .action(async (options: InviteOptions, command: Command) => {
      const { email, admin = false } = options;
      const input = { email: email ?? null, makesAdmin: admin, by: THE_COMMAND_LINE };
      const link = await withContext(async (context) =>
        orRefused(await inviteUser(linkDeps(context), input)),
      );
      printLink(command, link, { email: input.email, admin });
    });
}

interface ResetOptions extends PasswordOptions {
  readonly email: string;
  readonly removeSecondFactor?: true;
}

export function addResetPasswordCommand(user: Command): void {
  user
    .command('reset-password')
    .description('create a link for a user to set a new password, or set the password directly')
    .requiredOption('--email <address>', 'the user')
    .option('--password <text>', 'set this password; it is visible in the process list')
    .option('--password-stdin', 'set a password, read from stdin or prompted for on a terminal')
    .option(
      '--remove-second-factor',
      'the link also removes the authenticator app and passkeys, for a user who has lost them',
    )
    .action(async (options: ResetOptions, command: Command) => {
      const { email, removeSecondFactor = false } = options;
      const password = await passwordOf(options);
      if (password === null) return offerLink(command, email, removeSecondFactor);
      if (removeSecondFactor) {
        throw new RefusedError('--remove-second-factor goes with a link, not with --password');
      }
      return setPassword(command, email, password);
    });
}

async function offerLink(
  command: Command,
  email: string,
  removesSecondFactor: boolean,
): Promise<void> {
  const link = await withContext(async (context) =>
    orRefused(
      await offerPasswordReset(linkDeps(context), {
        email,
        removesSecondFactor,
        by: THE_COMMAND_LINE,
      }),
    ),
  );
  printLink(command, link, { email });
}

async function setPassword(command: Command, email: string, password: string): Promise<void> {
  const changed = await withContext(async (context) => {
    const { storage } = context;
    const deps = {
      users: createUserStore(storage.database),
      passwords: createArgon2Hasher(context.random),
    };
    const actionOf = (user: User): NewAction =>
      newAction(context, THE_COMMAND_LINE, userOrder(user, 'user_set_password'));
    const order = { email, profile: {}, password, disabledAt: null, actionOf };
    const user = orRefused(await changeUser(deps, order));
    await notifyUserByMail(context, user.email, { kind: 'password_changed' });
    return user;
  });
  const answer = { email: changed.email, identifier: changed.identifier };
  printAnswer(command, answer, [`changed ${changed.email} (${changed.identifier})`]);
}

function linkDeps({ config, storage, clock, random, log }: Context): InviteUserDeps {
  const { authUrl: pages, baseUrl, port } = config;
  if (port === 0 && pages === null && baseUrl === null) {
    throw new RefusedError('set SATCHEL_AUTH_URL: with SATCHEL_PORT=0 links have no address');
  }
  const authUrl = () => authUrlOf(config);
  return {
    users: createUserStore(storage.database),
    links: createLinkStore(storage.database),
    mailer: mailerOf(config, authUrl),
    authUrl,
    signup: config.signup,
    clock,
    random,
    log,
  };
}

/** A link that was mailed is not shown: only the recipient has it. */
function printLink(command: Command, link: DeliveredLink, answer: object): void {
  const { address, isMailed } = link;
  const expiresAt = link.expiresAt.toISOString();
  printAnswer(
    command,
    { ...answer, link: isMailed ? null : address, mailed: isMailed, expires_at: expiresAt },
    isMailed
      ? [`the link was mailed; it works once, until ${expiresAt}`]
      : [address, `works once, until ${expiresAt}; share it so that no one else can read it`],
  );
}
