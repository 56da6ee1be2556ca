import { mailTexts } from '../i18n/mail-texts.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { type SecurityEvent, securityMail } from './security-mails.ts';
import { siteName } from './site-name.ts';

export type NotifyUserByMailDeps = Pick<AccountDeps, 'outbox' | 'textsOf' | 'authUrl' | 'log'>;

/**
 * Mails the owner of a wallet what an operator has changed by a command, before the command ends.
 * The change stands even if the mail cannot be stored, or if the owner has no e-mail address.
 */
export async function notifyUserByMail(
  deps: NotifyUserByMailDeps,
  user: User,
  event: SecurityEvent,
): Promise<void> {
  const { outbox, authUrl, log } = deps;
  if (outbox === null || user.email === null) return;
  try {
    const mail = { to: user.email, site: siteName(deps), authUrl: authUrl() };
    const notice = securityMail(mailTexts(deps, mailReader(user)), mail, event);
    await outbox.post(notice, { matter: 'notice', link: null });
  } catch (error) {
    log.error({ error }, 'a mail could not be kept');
  }
}
