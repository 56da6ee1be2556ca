import type { Command } from 'commander';
import { newAction, THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import type { NewAction } from '../../alarms/operator-log/operator-action.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { type PasswordOptions, passwordOf } from '../../cli/read-password.ts';
import { orRefused, RefusedError } from '../../cli/refused.ts';
import type { Config } from '../../config/config.ts';
import { UNKNOWN_READER } from '../../i18n/mail-texts.ts';
import { accountName } from '../../users/account-name.ts';
import { findUser } from '../../users/find-user.ts';
import type { User } from '../../users/user-store.ts';
import { type ChangeUserDeps, changeUser } from '../change-user.ts';
import type { DeliveredLink } from '../deliver-link.ts';
import { type InviteUserDeps, inviteUser } from '../invite-user.ts';
import { type NotifyUserByMailDeps, notifyUserByMail } from '../notify-user-by-mail.ts';
import { offerPasswordReset } from '../offer-password-reset.ts';
import { userOrder } from '../switch-user.ts';

export interface UserLinkCommandDeps extends InviteUserDeps, ChangeUserDeps, NotifyUserByMailDeps {
  readonly config: Pick<Config, 'authUrl' | 'baseUrl' | 'port'>;
}

type Kit = CommandKit<UserLinkCommandDeps>;

interface InviteOptions {
  readonly email?: string;
  readonly admin?: true;
}

export function addInviteCommand(user: Command, kit: Kit): void {
  user
    .command('invite')
    .description('create a one-time link with which a person can create an account')
    .option('--email <address>', 'address of the account (default: the invited person chooses it)')
    .option('--admin', 'make the user an admin of this service')
    .action(async (options: InviteOptions, command: Command) => {
      const { email, admin = false } = options;
      const input = {
        email: email ?? null,
        makesAdmin: admin,
        by: THE_COMMAND_LINE,
        reader: UNKNOWN_READER,
      };
      const link = await kit.open(async (deps) => {
        requireAddress(deps);
        return orRefused(await inviteUser(deps, input));
      });
      printLink(command, link, { email: input.email, admin });
    });
}

interface ResetOptions extends PasswordOptions {
  readonly email: string;
  readonly removeSecondFactor?: true;
}

export function addResetPasswordCommand(user: Command, kit: Kit): void {
  user
    .command('reset-password')
    .description('create a link for a user to set a new password, or set the password directly')
    .requiredOption('--email <user>', 'e-mail address, address name or identifier')
    .option('--password <text>', 'set this password; it is visible in the process list')
    .option('--password-stdin', 'set a password, read from stdin or prompted for on a terminal')
    .option(
      '--remove-second-factor',
      'the link also removes the authenticator app and passkeys, for a user who has lost them',
    )
    .action(async (options: ResetOptions, command: Command) => {
      const { email: named, removeSecondFactor: removesSecondFactor = false } = options;
      const password = await passwordOf(options);
      if (password === null) return offerLink(command, kit, { named, removesSecondFactor });
      if (removesSecondFactor) {
        throw new RefusedError('--remove-second-factor goes with a link, not with --password');
      }
      return setPassword(command, kit, { named, password });
    });
}

async function offerLink(
  command: Command,
  kit: Kit,
  { named, removesSecondFactor }: { named: string; removesSecondFactor: boolean },
): Promise<void> {
  const { link, email } = await kit.open(async (deps) => {
    requireAddress(deps);
    const user = orRefused(await findUser(deps, named));
    const input = { user, removesSecondFactor, by: THE_COMMAND_LINE };
    return { link: await offerPasswordReset(deps, input), email: user.email };
  });
  printLink(command, link, { email });
}

async function setPassword(
  command: Command,
  kit: Kit,
  { named, password }: { named: string; password: string },
): Promise<void> {
  const changed = await kit.open(async (deps) => {
    const actionOf = (user: User): NewAction =>
      newAction(deps, THE_COMMAND_LINE, userOrder(user, 'user_set_password'));
    const order = { user: named, profile: {}, password, disabledAt: null, actionOf };
    const user = orRefused(await changeUser(deps, order));
    await notifyUserByMail(deps, user, { kind: 'password_changed' });
    return user;
  });
  const answer = { email: changed.email, identifier: changed.identifier };
  printAnswer(command, answer, [`changed ${accountName(changed)} (${changed.identifier})`]);
}

/** Throws while the public address of the pages is not known, because a link would lead nowhere. */
function requireAddress({ config }: UserLinkCommandDeps): void {
  const { authUrl, baseUrl, port } = config;
  if (port !== 0 || authUrl !== null || baseUrl !== null) return;
  throw new RefusedError('set SATCHEL_AUTH_URL: with SATCHEL_PORT=0 links have no address');
}

/** Prints a link, unless it was mailed: then only the recipient of the mail should have it. */
function printLink(command: Command, link: DeliveredLink, answer: object): void {
  const { address, mailed } = link;
  const expiresAt = link.expiresAt.toISOString();
  const isMailed = mailed?.kind === 'sent';
  const body = {
    ...answer,
    link: isMailed ? null : address,
    mailed: isMailed,
    mail_refused: mailed?.kind === 'refused' ? mailed.answer : null,
    mail_tried_until: mailed?.kind === 'delayed' ? mailed.until.toISOString() : null,
    expires_at: expiresAt,
  };
  printAnswer(
    command,
    body,
    isMailed
      ? [`the mail server took the mail with the link; it works once, until ${expiresAt}`]
      : [
          address,
          `works once, until ${expiresAt}; share it so that no one else can read it`,
          ...problemsOf(mailed),
        ],
  );
}

function problemsOf(mailed: DeliveredLink['mailed']): readonly string[] {
  if (mailed?.kind === 'refused') {
    return [`the mail server refused the mail with it: ${mailed.answer}`];
  }
  if (mailed?.kind !== 'delayed') return [];
  const until = mailed.until.toISOString();
  return [`the mail with it has not left yet; it is tried again until ${until}`];
}
