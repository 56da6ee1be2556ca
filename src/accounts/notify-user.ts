import type { AccountDeps } from './account-deps.ts';
import { type SecurityEvent, securityMail } from './security-mails.ts';
import { siteName } from './site-name.ts';

export type NotifyUserDeps = Pick<AccountDeps, 'mailer' | 'tasks' | 'authUrl'>;

/**
 * Notifies owners by mail of changes to who can access their wallet, so that they notice changes
 * that they did not make. It is sent after the answer.
 */
export function notifyUser(deps: NotifyUserDeps, to: string, event: SecurityEvent): void {
  const { mailer, tasks, authUrl } = deps;
  if (mailer === null) return;
  tasks.start('a notice of a change', () =>
    mailer.send(securityMail({ to, site: siteName(deps), authUrl: authUrl() }, event)),
  );
}
