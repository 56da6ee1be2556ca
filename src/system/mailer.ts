import { type ConnectionOptions, checkServerIdentity, getCACertificates } from 'node:tls';
import { type Mailer, MailFault, type MailProblem } from '../base/mailer.ts';
import { cleanText } from '../base/text.ts';
import { pemCertificates } from './pem-certificates.ts';

export interface MailerOptions {
  /**
   * The URL of the mail server: `smtp://` or `smtps://`, with name and password if the server
   * requires them.
   */
  readonly url: string;
  /** Certificates (PEM) to trust beside those of public authorities; null for none. */
  readonly caPem: string | null;
  readonly from: () => string;
  /**
   * The host name of the pages. The greeting to the mail server contains it, and Message-IDs end
   * with it.
   */
  readonly host: () => string;
}

/** The time limit for each step of talking to the mail server. */
const TIMEOUT_MS = 15_000;
/**
 * The time limit for a whole mail: a server that answers a little now and then must not hold up
 * other mails.
 */
const WHOLE_MS = 25_000;
const MAX_ANSWER_LENGTH = 300;

/**
 * Creates a mailer for plain text over SMTP. A password is never sent in clear: if there is one,
 * TLS is required. The SMTP library is loaded with the first mail, as it takes memory.
 */
export function createMailer(options: MailerOptions): Mailer {
  const { from, host } = options;
  let transport: ReturnType<typeof openTransport> | null = null;
  return {
    send: async ({ to, subject, text, id }, signal) => {
      transport ??= openTransport(options);
      const mails = await transport;
      const limit = AbortSignal.timeout(WHOLE_MS);
      const sending = mails.sendMail({
        from: from(),
        to: { name: '', address: to },
        subject,
        text,
        ...(id === undefined ? {} : { messageId: `<${id}@${host()}>` }),
        headers: AUTOMATIC,
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      try {
        await sending;
      } catch (error) {
        throw new MailFault(problemOf(error), answerOf(error, to), { cause: error });
      }
    },
  };
}

/**
 * Headers that keep automatic replies, such as absence notes, from being sent back (RFC 3834, 5;
 * the second one is Microsoft's).
 */
const AUTOMATIC = {
  'Auto-Submitted': 'auto-generated',
  'X-Auto-Response-Suppress': 'OOF, AutoReply',
};

async function openTransport({ url, caPem, host }: MailerOptions) {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const hasLogin = username !== '';
  return createTransport({
    host: withoutBrackets(hostname),
    ...(port === '' ? {} : { port: Number(port) }),
    name: greetingOf(host()),
    secure: protocol === 'smtps:',
    requireTLS: hasLogin || caPem !== null,
    opportunisticTLS: !hasLogin && caPem === null,
    tls: trustOf(caPem, hasLogin || protocol === 'smtps:'),
    ...(hasLogin
      ? { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
      : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, '$1');

/**
 * The host in the greeting; if it is an IP address, it is written in brackets (RFC 5321, 4.1.3).
 */
function greetingOf(hostname: string): string {
  if (hostname.startsWith('[')) return `[IPv6:${withoutBrackets(hostname)}]`;
  return /^[\d.]+$/.test(hostname) ? `[${hostname}]` : hostname;
}

/**
 * Chooses how TLS is used. Without a login and an expected certificate, the server may offer TLS or
 * not (RFC 7435), and its certificate is not checked. Checking would protect no one: an attacker
 * who could show a wrong certificate could also hide the offer of TLS, and the mail would go out in
 * clear.
 */
function trustOf(caPem: string | null, isStrict: boolean): ConnectionOptions {
  if (caPem === null) return { rejectUnauthorized: isStrict };
  const own = pemCertificates(caPem);
  return {
    ca: [...getCACertificates(), ...own.map((certificate) => certificate.toString())],
    // A mail server's certificate that is itself in the operator's file is trusted, whatever name
    // it states.
    checkServerIdentity: (name, peer) =>
      own.some(({ raw }) => raw.equals(peer.raw)) ? undefined : checkServerIdentity(name, peer),
  };
}

interface SmtpError {
  readonly code: string;
  /** The status of the server's answer; 0 if there was none. */
  readonly status: number;
  readonly command: string;
  readonly text: string;
}

function readError(error: unknown): SmtpError {
  const field = (name: string): unknown => (error instanceof Error ? Reflect.get(error, name) : '');
  const [code, status, command, response] = ['code', 'responseCode', 'command', 'response'].map(
    field,
  );
  const message = error instanceof Error ? error.message : String(error);
  return {
    code: typeof code === 'string' ? code : '',
    status: typeof status === 'number' ? status : 0,
    command: typeof command === 'string' ? command : '',
    text: typeof response === 'string' && response !== '' ? response : message,
  };
}

function problemOf(error: unknown): MailProblem {
  const { code, status, command, text } = readError(error);
  if (code === 'ETLS' || /certificate|altname/i.test(text)) return 'setup';
  if (status === 0)
    return code === 'EENVELOPE' ? 'recipient' : code === 'EAUTH' ? 'setup' : 'later';
  if (status < 500) return 'later';
  if (command === 'RCPT TO') return isAboutPolicy(text) ? 'mail' : 'recipient';
  return command === 'DATA' ? 'mail' : 'setup';
}

/**
 * Whether an answer of the mail server is about who may send, and not about the recipient's mailbox
 * (RFC 3463, 3.8).
 */
const isAboutPolicy = (answer: string): boolean => /^\d{3}[ -]5\.7\./.test(answer);

const answerOf = (error: unknown, to: string): string =>
  cleanText(readError(error).text.replaceAll(to, 'the recipient'), MAX_ANSWER_LENGTH);

export interface MailSettings {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly smtpCaPem: string | null;
}

/**
 * Creates the mailer; null without a mail server, in which case the operator is shown the links
 * that mails would contain.
 */
export function mailerOf(
  { smtpUrl, mailFrom, smtpCaPem }: MailSettings,
  authUrl: () => string,
): Mailer | null {
  if (smtpUrl === null) return null;
  const host = () => new URL(authUrl()).hostname;
  const from = () => mailFrom ?? `satchel@${host()}`;
  return createMailer({ url: smtpUrl, caPem: smtpCaPem, from, host });
}
