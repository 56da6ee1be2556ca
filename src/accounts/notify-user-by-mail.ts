import type { AccountDeps } from './account-deps.ts';
import { type SecurityEvent, securityMail } from './security-mails.ts';
import { siteName } from './site-name.ts';

export type NotifyUserByMailDeps = Pick<AccountDeps, 'mailer' | 'authUrl' | 'log'>;

/**
 * If mail is configured, tells the owner of a wallet what the operator has changed, before the
 * command ends. The change stands even if the mail cannot be sent.
 */
export async function notifyUserByMail(
  deps: NotifyUserByMailDeps,
  to: string,
  event: SecurityEvent,
): Promise<void> {
  const { mailer, authUrl, log } = deps;
  if (mailer === null) return;
  try {
    await mailer.send(securityMail({ to, site: siteName(deps), authUrl: authUrl() }, event));
  } catch (error) {
    log.error({ error }, 'a mail could not be sent');
  }
}
