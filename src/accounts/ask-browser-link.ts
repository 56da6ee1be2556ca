import { type MailReader, mailTexts } from '../i18n/mail-texts.ts';
import { parseEmail } from '../users/email.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { AccountDeps } from './account-deps.ts';
import { linkMail } from './account-mails.ts';
import { deliverLink } from './deliver-link.ts';
import { takeAttempt } from './limit-attempts.ts';
import { MAIL_ATTEMPTS, RESET_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type AskBrowserLinkDeps = MakeLinkDeps &
  Pick<AccountDeps, 'credentials' | 'attempts' | 'outbox' | 'textsOf' | 'tasks'>;

/**
 * Mails a link to the owner of an account whose password strangers have tried to guess so often
 * that new browsers may not try for a while. Opening the link makes the owner's browser a known
 * one, as if they had signed in there before, and wrong passwords in known browsers have a limit of
 * their own. The caller does not learn whether the account exists. Anyone can ask for such a mail,
 * but only the owner gets it, and the mails to one account are limited.
 */
export function askBrowserLink(
  deps: AskBrowserLinkDeps,
  emailText: string,
  asker: MailReader,
): void {
  const email = parseEmail(emailText);
  if (email.ok) deps.tasks.start('a link for a browser', () => mailLink(deps, email.value, asker));
}

async function mailLink(deps: AskBrowserLinkDeps, to: string, asker: MailReader): Promise<void> {
  const credentials = await deps.credentials.findCredentials(to);
  if (credentials === null || credentials.user.disabledAt !== null) return;
  const { user, sessionEpoch } = credentials;
  const counted = { what: `mail browser ${user.id}`, rate: MAIL_ATTEMPTS };
  if (!(await takeAttempt(deps, counted)).ok) return;
  const link = await makeLink(deps, {
    kind: 'known_browser',
    userId: user.id,
    sessionEpoch,
    lifeMs: RESET_LINK_MS,
  });
  const texts = mailTexts(deps, mailReader(user, asker));
  const mail = linkMail(texts, 'knownBrowser', { to, site: siteName(deps), ...link });
  await deliverLink(deps, link, { mail, matter: 'known_browser', userId: user.id });
}
