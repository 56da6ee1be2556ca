import { hashToken } from '../authorization/personal-token.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { mailTexts } from '../i18n/mail-texts.ts';
import { type EmailRefusal, parseEmail } from '../users/email.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { emailChangedMail, linkMail } from './account-mails.ts';
import type { EmailTakenRefusal, LinkRefusal, TooManyRefusal } from './account-refusals.ts';
import { deliverLink } from './deliver-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { EMAIL_LINK_MS, MAIL_ATTEMPTS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import {
  type Browser,
  type OpenedSession,
  type OpenSessionDeps,
  renewSession,
} from './open-session.ts';
import type { Session } from './session.ts';
import { siteName } from './site-name.ts';

export type ChangeEmailDeps = MakeLinkDeps &
  OpenSessionDeps &
  Pick<AccountDeps, 'users' | 'credentials' | 'attempts' | 'outbox' | 'textsOf' | 'tasks' | 'log'>;

/** The result, for the browser in which a change of the e-mail address took effect. */
export interface ChangedEmail {
  /**
   * The new session of the browser in which the address was changed; null if the user had no
   * session there.
   */
  readonly opened: OpenedSession | null;
}

/**
 * Changes the sign-in address. With mail, the change takes effect once the link sent there is
 * opened, and the answer never reveals whether the address already has an account. Without mail, it
 * takes effect immediately. Then all links and all other sessions of the user end: people change
 * their address because they lost the old mailbox.
 */
export async function changeEmail(
  deps: ChangeEmailDeps,
  user: User,
  emailText: string,
  browser: Browser & { readonly session: Session },
): Promise<Result<'mailed' | ChangedEmail, EmailRefusal | EmailTakenRefusal | TooManyRefusal>> {
  const email = parseEmail(emailText);
  if (!email.ok) return email;
  const counted = { what: `mail change ${user.id}`, rate: MAIL_ATTEMPTS };
  const taken = await takeAttempt(deps, counted);
  if (!taken.ok) return taken;
  if (deps.outbox !== null) {
    deps.tasks.start('a change of e-mail', () => mailLink(deps, user, email.value));
    return accept('mailed');
  }
  const epoch = await deps.credentials.changeEmail(user.id, email.value);
  if (epoch === 'email_taken') return refuse({ kind: epoch });
  return accept({ opened: await goOnIn(deps, browser, user.id, epoch) });
}

async function mailLink(deps: ChangeEmailDeps, user: User, email: string): Promise<void> {
  if ((await deps.users.findUserByEmail(email)) !== null) return;
  const order = { kind: 'email_change', userId: user.id, email, lifeMs: EMAIL_LINK_MS } as const;
  const link = await makeLink(deps, order);
  const texts = mailTexts(deps, mailReader(user));
  const mail = linkMail(texts, 'emailChange', { to: email, site: siteName(deps), ...link });
  await deliverLink(deps, link, { mail, matter: 'email_change', userId: user.id });
}

/**
 * Changes the e-mail address by the link that was mailed to the new address. A mail to the old
 * address, if there was one, tells of the change.
 */
export async function confirmEmail(
  deps: ChangeEmailDeps,
  token: string,
  browser: Browser,
): Promise<Result<ChangedEmail, LinkRefusal | EmailTakenRefusal>> {
  const tokenHash = hashToken(token);
  const link = await deps.links.findLink(tokenHash, deps.clock.now());
  const user = link === null ? null : await deps.users.findUser(link.userId ?? '');
  if (link?.kind !== 'email_change' || link.email === null || user === null) {
    return refuse({ kind: 'link_over' });
  }
  const epoch = await deps.links.changeEmailByLink(tokenHash, deps.clock.now());
  if (typeof epoch === 'string') return refuse({ kind: epoch });
  if (user.email !== null) {
    const notice = { to: user.email, site: siteName(deps), email: link.email };
    const mail = emailChangedMail(mailTexts(deps, mailReader(user)), notice);
    deps.tasks.start('a notice of a changed e-mail', async () => {
      await deps.outbox?.post(mail, { matter: 'notice', link: null });
    });
  }
  return accept({ opened: await goOnIn(deps, browser, user.id, epoch) });
}

/**
 * Gives the browser a new session if the user was signed in there, because the change of address
 * has ended all their sessions. The time when they last confirmed who they are is kept.
 */
async function goOnIn(
  deps: ChangeEmailDeps,
  browser: Browser,
  userId: string,
  sessionEpoch: number,
): Promise<OpenedSession | null> {
  const { session } = browser;
  if (session === null || session.userId !== userId || session.signedInAt === null) return null;
  const { confirmedAt } = session;
  const owner = { userId, sessionEpoch, isHalf: false, confirmedAt };
  return await renewSession(deps, { ...browser, session }, owner);
}
