/** Mails about an endpoint that fails, that still fails, or that was disabled. */

import { mailMoment, mailText } from '../base/mail-text.ts';
import type { Mail } from '../base/mailer.ts';
import { en } from './texts/en.ts';

export interface WebhookMail {
  readonly to: string;
  /** Host name of the pages. */
  readonly site: string;
  /** The page of the endpoint. */
  readonly address: string;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

export const failingEndpointMail = (mail: WebhookMail): Mail => write(mail, en.failing);

export const stillFailingEndpointMail = (mail: WebhookMail): Mail => write(mail, en.stillFailing);

export const disabledEndpointMail = (mail: WebhookMail): Mail => write(mail, en.disabled);

interface Words {
  readonly subject: (site: string) => string;
  readonly text: string;
}

const write = (
  { to, site, address, endpointUrl, failingSince }: WebhookMail,
  { subject, text }: Words,
): Mail => ({
  to,
  subject: subject(site),
  text: mailText([
    text,
    [
      en.endpoint(endpointUrl),
      ...(failingSince === null ? [] : [en.failingSince(mailMoment(failingSince))]),
    ],
    en.log,
    [address],
  ]),
});
