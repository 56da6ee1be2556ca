import { mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import type { MailTexts } from '../i18n/mail-texts.ts';
import type { EndpointNotice } from './notice-store.ts';

export interface WebhookMail {
  readonly to: string;
  /** The host name of the pages. */
  readonly site: string;
  /** The address of the endpoint's page. */
  readonly address: string;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

/**
 * Makes the mail about an endpoint whose deliveries fail, that has failed for a day, or that was
 * disabled.
 */
export function webhookMail(
  { webhookMails: words, moment }: MailTexts,
  notice: EndpointNotice,
  { to, site, address, endpointUrl, failingSince }: WebhookMail,
): Mail {
  const { subject, text } = words.notices[notice];
  return {
    to,
    subject: subject({ site }),
    text: mailText([
      text,
      [
        words.endpoint({ url: endpointUrl }),
        ...(failingSince === null ? [] : [words.failingSince({ time: moment(failingSince) })]),
      ],
      words.log,
      [address],
    ]),
  };
}
