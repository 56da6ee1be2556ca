import type { Mail } from '../base/mailer.ts';

export interface WebhookMail {
  readonly to: string;
  /** Host name of the pages. */
  readonly site: string;
  /** The page for managing the endpoint. */
  readonly address: string;
  readonly endpointUrl: string;
  readonly failingSince: Date | null;
}

export const failingEndpointMail = (mail: WebhookMail): Mail =>
  write(mail, `Webhooks from ${mail.site} do not arrive`, [
    'Several attempts in a row to tell your webhook endpoint of payments have failed. They are',
    'repeated over more than a day, and nothing is lost so far.',
  ]);

export const stillFailingEndpointMail = (mail: WebhookMail): Mail =>
  write(mail, `Webhooks from ${mail.site} have not arrived for a day`, [
    'For a day now no attempt to tell your webhook endpoint of payments has succeeded. If that',
    'stays so for days, nothing more will be sent to it.',
  ]);

export const disabledEndpointMail = (mail: WebhookMail): Mail =>
  write(mail, `Webhooks from ${mail.site} were switched off`, [
    'Your webhook endpoint failed for too long, or said that it wants nothing any more. Nothing',
    'more is sent to it. Switch it on again once it works, and have what it missed sent again.',
  ]);

const write = (mail: WebhookMail, subject: string, lines: readonly string[]): Mail => ({
  to: mail.to,
  subject,
  text: `${[
    ...lines,
    '',
    `Endpoint: ${mail.endpointUrl}`,
    ...(mail.failingSince === null ? [] : [`Failing since: ${minuteOf(mail.failingSince)}`]),
    '',
    'What was tried, and what was answered, is shown at',
    '',
    mail.address,
  ].join('\n')}\n`,
});

const minuteOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
