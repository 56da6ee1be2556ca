import { type MailReader, mailTexts } from '../i18n/mail-texts.ts';
import { parseEmail } from '../users/email.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkMail } from './account-mails.ts';
import { deliverLink } from './deliver-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { MAIL_ATTEMPTS, RESET_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type AskPasswordResetDeps = MakeLinkDeps &
  Pick<AccountDeps, 'users' | 'credentials' | 'attempts' | 'outbox' | 'textsOf' | 'tasks' | 'log'>;

/**
 * Mails a link to someone who forgot their password. The caller does not learn whether the account
 * exists, because all work for an existing account happens after the answer. If there is no mail,
 * or the mail cannot be delivered, the operator sees who asked.
 */
export function askPasswordReset(
  deps: AskPasswordResetDeps,
  emailText: string,
  asker: MailReader,
): void {
  const email = parseEmail(emailText);
  if (email.ok) deps.tasks.start('a password reset', () => beginReset(deps, email.value, asker));
}

async function beginReset(
  deps: AskPasswordResetDeps,
  email: string,
  asker: MailReader,
): Promise<void> {
  const credentials = await deps.credentials.findCredentials(email);
  if (credentials === null || credentials.user.disabledAt !== null) return;
  const { user, sessionEpoch } = credentials;
  if (!(await takeAttempt(deps, { what: `mail ${email}`, rate: MAIL_ATTEMPTS })).ok) return;
  if (deps.outbox === null) return tellOperator(deps, user);
  const link = await makeLink(deps, {
    kind: 'password_reset',
    userId: user.id,
    // The link works only as long as the user's session epoch, a number, stays the same. A change
    // of address raises it, so a link that still goes to the old address does not work.
    sessionEpoch,
    lifeMs: RESET_LINK_MS,
  });
  const texts = mailTexts(deps, mailReader(user, asker));
  const mail = linkMail(texts, 'passwordReset', { to: email, site: siteName(deps), ...link });
  await deliverLink(deps, link, { mail, matter: 'password_reset', userId: user.id });
}

async function tellOperator(
  { credentials, clock, log }: AskPasswordResetDeps,
  { id: userId }: User,
): Promise<void> {
  await credentials.noteResetAsked(userId, clock.now());
  log.warn({ userId }, 'a user asked for a new password: see /operate/users');
}
