import { createMailer } from '../adapters/mailer.ts';
import type { Mailer } from '../base/mailer.ts';
import type { Config } from '../config/config.ts';

/** Null where no mail server is set: links are shown to the operator then. */
export function composeMailer(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  authUrl: () => string,
): Mailer | null {
  if (smtpUrl === null) return null;
  const from = () => mailFrom ?? `satchel@${new URL(authUrl()).hostname}`;
  return createMailer({ url: smtpUrl, from });
}
