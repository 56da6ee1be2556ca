import { Fault } from '../base/fault.ts';
import type { Mailer } from '../base/mailer.ts';

export interface MailerOptions {
  /** `smtp://` or `smtps://`, with name and password if the server requires them. */
  readonly url: string;
  readonly from: () => string;
}

/** The mail server did not accept a mail. */
export class MailFault extends Fault {
  override readonly name = 'MailFault';
  readonly isTransient = true;
}

const PATIENCE_MS = 15_000;

/**
 * Plain text over SMTP. A password is never sent in clear: if there is one, TLS is required. The
 * library is loaded with the first mail, as it takes memory.
 */
export function createMailer({ url, from }: MailerOptions): Mailer {
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    send: async ({ to, subject, text }) => {
      transport ??= openTransport(url);
      const mails = await transport;
      try {
        await mails.sendMail({ from: from(), to, subject, text });
      } catch (cause) {
        throw new MailFault('the mail server did not take the mail', { cause });
      }
    },
  };
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const hasLogin = username !== '';
  const transport = createTransport({
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: protocol === 'smtps:',
    requireTLS: hasLogin,
    ...(hasLogin
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return transport;
}

/** Null without a mail server: then links are shown to the operator. */
export function mailerOf(
  { smtpUrl, mailFrom }: { readonly smtpUrl: string | null; readonly mailFrom: string | null },
  authUrl: () => string,
): Mailer | null {
  if (smtpUrl === null) return null;
  const from = () => mailFrom ?? `satchel@${new URL(authUrl()).hostname}`;
  return createMailer({ url: smtpUrl, from });
}
