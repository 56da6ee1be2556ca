import { hashToken } from '../authorization/personal-token.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { checkPassword, type PasswordRefusal } from '../users/password.ts';
import type { AccountDeps } from './account-deps.ts';
import type { BusyRefusal, LinkRefusal } from './account-refusals.ts';
import { newKnownBrowser } from './known-browser.ts';
import { type NotifyUserDeps, notifyUser } from './notify-user.ts';

export type ResetPasswordDeps = NotifyUserDeps &
  Pick<AccountDeps, 'users' | 'links' | 'passwords' | 'keys' | 'clock' | 'random'>;

export interface ResetPasswordInput {
  readonly token: string;
  readonly password: string;
  readonly network: string;
}

/**
 * Sets a new password by a one-time link. The link signs no one in: users with a second factor are
 * asked for it as always. The browser becomes known to the user, so that strangers who guess
 * passwords cannot lock them out of it.
 */
export async function resetPassword(
  deps: ResetPasswordDeps,
  { token, password, network }: ResetPasswordInput,
): Promise<Result<{ readonly knownBrowser: string }, LinkRefusal | PasswordRefusal | BusyRefusal>> {
  const { users, links, passwords, keys, clock, random } = deps;
  const tokenHash = hashToken(token);
  const link = await links.findLink(tokenHash, clock.now());
  if (link?.kind !== 'password_reset') return refuse({ kind: 'link_over' });
  const checked = checkPassword(password);
  if (!checked.ok) return checked;
  const hashed = await passwords.hash(checked.value, { network, knownUserId: link.userId });
  if (!hashed.ok) return hashed;
  const reset = await links.resetPasswordByLink(tokenHash, hashed.value, clock.now());
  if (reset === null) return refuse({ kind: 'link_over' });
  const user = await users.findUser(reset.userId);
  const kind = reset.removedSecondFactor ? 'access_reset' : 'password_changed';
  if (user !== null) notifyUser(deps, user, { kind });
  return accept({ knownBrowser: newKnownBrowser(keys.knownBrowser, reset.userId, random) });
}
