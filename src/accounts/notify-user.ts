import { mailTexts } from '../i18n/mail-texts.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { type SecurityEvent, securityMail } from './security-mails.ts';
import { siteName } from './site-name.ts';

export type NotifyUserDeps = Pick<AccountDeps, 'outbox' | 'textsOf' | 'tasks' | 'authUrl'>;

/**
 * Mails owners that access to their wallet has changed, so that they notice changes that they did
 * not make. The mail is sent after the answer to the request, but to the e-mail address that the
 * user had before it: someone who also changes the address cannot keep the mail from the owner.
 */
export function notifyUser(deps: NotifyUserDeps, user: User, event: SecurityEvent): void {
  const { outbox, tasks, authUrl } = deps;
  if (outbox === null || user.email === null) return;
  const mail = { to: user.email, site: siteName(deps), authUrl: authUrl() };
  const notice = securityMail(mailTexts(deps, mailReader(user)), mail, event);
  tasks.start('a notice of a change', async () => {
    await outbox.post(notice, { matter: 'notice', link: null });
  });
}
