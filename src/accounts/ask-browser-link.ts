import { parseEmail } from '../users/email.ts';
import type { AccountDeps } from './account-deps.ts';
import { knownBrowserMail } from './account-mails.ts';
import { takeAttempt } from './limit-attempts.ts';
import { MAIL_ATTEMPTS, RESET_LINK_MS } from './limits.ts';
import { type MakeLinkDeps, makeLink } from './make-link.ts';
import { siteName } from './site-name.ts';

export type AskBrowserLinkDeps = MakeLinkDeps &
  Pick<AccountDeps, 'credentials' | 'attempts' | 'mailer' | 'tasks'>;

/**
 * Strangers have guessed at an account so often that no new browser may try. Its owner gets a link
 * by mail that makes their browser known: there, wrong passwords are counted apart. The caller
 * learns nothing. Mails are limited per account: one that a stranger asked for serves the owner as
 * well.
 */
export function askBrowserLink(deps: AskBrowserLinkDeps, emailText: string): void {
  const email = parseEmail(emailText);
  if (email.ok) deps.tasks.start('a link for a browser', () => mailLink(deps, email.value));
}

async function mailLink(deps: AskBrowserLinkDeps, to: string): Promise<void> {
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
  await deps.mailer?.send(knownBrowserMail({ to, site: siteName(deps), ...link }));
}
