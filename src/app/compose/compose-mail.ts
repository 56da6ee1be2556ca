import { readFileSync } from 'node:fs';
import type { AccountStores } from '../../accounts/sql/account-stores.ts';
import { readUtf8 } from '../../base/utf8.ts';
import { ConfigError } from '../../config/config-error.ts';
import { authUrlOf } from '../../config/public-urls.ts';
import { createMailParts, type MailOptions, type MailParts } from '../../outbox/outbox.ts';
import { mailerOf } from '../../system/mailer.ts';
import { pemCertificates } from '../../system/pem-certificates.ts';

export interface ComposeMailOptions extends Omit<MailOptions, 'mailer' | 'noteResetAsked'> {
  readonly accountStores: Pick<AccountStores, 'credentials'>;
  /** The public address of the pages, if the caller knows it better than the settings do. */
  readonly authUrl?: () => string;
}

/** Creates what this process needs to send mail. */
export function composeMail(options: ComposeMailOptions): MailParts {
  const { config } = options.context;
  const authUrl = options.authUrl ?? (() => authUrlOf(config));
  const smtpCaPem = config.smtpCaFile === null ? null : readCertificates(config.smtpCaFile);
  return createMailParts({
    ...options,
    mailer: mailerOf({ ...config, smtpCaPem }, authUrl),
    noteResetAsked: options.accountStores.credentials.noteResetAsked,
  });
}

/**
 * Reads certificates when the process starts, so that a bad file shows then and not at the first
 * mail.
 */
function readCertificates(path: string): string {
  const name = `the file ${path} of SATCHEL_SMTP_CA_FILE`;
  const text = readUtf8(readNamedFile(path, name)) ?? '';
  if (countCertificates(text) > 0) return text;
  throw new ConfigError([`${name} holds no certificate (PEM, saved as UTF-8)`]);
}

function readNamedFile(path: string, name: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch {
    throw new ConfigError([`${name} cannot be read`]);
  }
}

function countCertificates(text: string): number {
  try {
    return pemCertificates(text).length;
  } catch {
    return 0;
  }
}
