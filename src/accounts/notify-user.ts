import { mailTexts } from '../texts/mail-texts.ts';
import { mailReader } from '../users/mail-reader.ts';
import type { User } from '../users/user-store.ts';
import type { AccountDeps } from './account-deps.ts';
import { type SecurityEvent, securityMail } from './security-mails.ts';
import { siteName } from './site-name.ts';

export type NotifyUserDeps = Pick<AccountDeps, 'mailer' | 'textsOf' | 'tasks' | 'authUrl'>;

/**
 * Notifies owners by mail of changes to who can access their wallet, so that they notice changes
 * that they did not make. It is sent after the answer.
 */
export function notifyUser(deps: NotifyUserDeps, user: User, event: SecurityEvent): void {
  const { mailer, tasks, authUrl } = deps;
  if (mailer === null) return;
  const mail = { to: user.email, site: siteName(deps), authUrl: authUrl() };
  tasks.start('a notice of a change', () =>
    mailer.send(securityMail(mailTexts(deps, mailReader(user)), mail, event)),
  );
}
