import { type SecurityEvent, securityMail } from '../../account/security-mails.ts';
import type { AccountDeps } from './account-deps.ts';
import { siteName } from './site-name.ts';

export type TellUserDeps = Pick<AccountDeps, 'mailer' | 'tasks' | 'authUrl'>;

/**
 * What changes who gets at a wallet is told to its owner by mail, after the answer: one that they
 * did not do themselves is noticed that way.
 */
export function tellUser(deps: TellUserDeps, to: string, event: SecurityEvent): void {
  const { mailer, tasks, authUrl } = deps;
  if (mailer === null) return;
  tasks.start('a notice of a change', () =>
    mailer.send(securityMail({ to, site: siteName(deps), authUrl: authUrl() }, event)),
  );
}
