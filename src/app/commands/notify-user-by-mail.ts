import { type SecurityEvent, securityMail } from '../../accounts/security-mails.ts';
import { authUrlOf } from '../../config/public-urls.ts';
import { mailerOf } from '../../system/mailer.ts';
import type { Context } from './context.ts';

/**
 * If mail is configured, tells the owner of a wallet what the operator has changed. The change
 * stands even if the mail cannot be sent.
 */
export async function notifyUserByMail(
  { config, log }: Pick<Context, 'config' | 'log'>,
  to: string,
  event: SecurityEvent,
): Promise<void> {
  const authUrl = (): string => authUrlOf(config);
  const mailer = mailerOf(config, authUrl);
  if (mailer === null) return;
  const site = new URL(authUrl()).host;
  try {
    await mailer.send(securityMail({ to, site, authUrl: authUrl() }, event));
  } catch (error) {
    log.error({ error }, 'a mail could not be sent');
  }
}
