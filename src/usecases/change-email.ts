import { hashToken } from '../access/personal-token.ts';
import { EMAIL_LINK_MS, MAIL_ATTEMPTS } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { emailChangedMail, emailChangeMail } from '../wallet/account-mails.ts';
import type { EmailTakenRefusal, LinkRefusal, TooManyRefusal } from '../wallet/account-refusals.ts';
import { type EmailRefusal, parseEmail } from '../wallet/email.ts';
import type { User } from '../wallet/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { handOverLink } from './hand-over-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type ChangeEmailDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'credentials' | 'attempts' | 'mailer' | 'tasks' | 'log'>;

/**
 * Another address to sign in with. With mail it counts once the link that goes there is opened, and
 * whether somebody has it already is told to nobody; without, it counts at once.
 */
export async function changeEmail(
  deps: ChangeEmailDeps,
  user: User,
  emailText: string,
): Promise<
  Result<{ readonly isMailed: boolean }, EmailRefusal | EmailTakenRefusal | TooManyRefusal>
> {
  const email = parseEmail(emailText);
  if (!email.ok) return email;
  const counted = { what: `mail change ${user.id}`, rate: MAIL_ATTEMPTS };
  const taken = await takeAttempt(deps, counted);
  if (!taken.ok) return taken;
  if (deps.mailer !== null) {
    deps.tasks.start('a change of e-mail', () => mailLink(deps, user, email.value));
    return accept({ isMailed: true });
  }
  const outcome = await deps.credentials.changeEmail(user.id, email.value);
  return outcome === 'changed' ? accept({ isMailed: false }) : refuse({ kind: outcome });
}

async function mailLink(deps: ChangeEmailDeps, user: User, email: string): Promise<void> {
  if ((await deps.users.findUserByEmail(email)) !== null) return;
  const order = { kind: 'email_change', userId: user.id, email, lifeMs: EMAIL_LINK_MS } as const;
  const link = await makeLink(deps, order);
  await handOverLink(deps, link, emailChangeMail({ to: email, site: siteName(deps), ...link }));
}

/** By the link that went to the new address; the old one is told. */
export async function confirmEmail(
  deps: ChangeEmailDeps,
  token: string,
): Promise<Result<null, LinkRefusal | EmailTakenRefusal>> {
  const tokenHash = hashToken(token);
  const link = await deps.links.findLink(tokenHash, deps.clock.now());
  const user = link === null ? null : await deps.users.findUser(link.userId ?? '');
  if (link?.kind !== 'email_change' || link.email === null || user === null) {
    return refuse({ kind: 'link_over' });
  }
  const end = await deps.links.changeEmailByLink(tokenHash, deps.clock.now());
  if (end !== 'done') return refuse({ kind: end });
  const notice = { to: user.email, site: siteName(deps), email: link.email };
  deps.tasks.start('a notice of a changed e-mail', async () =>
    deps.mailer?.send(emailChangedMail(notice)),
  );
  return accept(null);
}
