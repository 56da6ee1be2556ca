import { readFileSync } from 'node:fs';
import { createCredentialStore } from '../../accounts/sql/credential-store.ts';
import { readUtf8 } from '../../base/utf8.ts';
import { ConfigError } from '../../config/config-error.ts';
import type { Context } from '../../config/context.ts';
import { authUrlOf } from '../../config/public-urls.ts';
import type { Database } from '../../database/db.ts';
import { createMailParts, type MailParts } from '../../outbox/outbox.ts';
import { mailerOf } from '../../system/mailer.ts';
import { pemCertificates } from '../../system/pem-certificates.ts';

export interface ComposeMailOptions {
  readonly context: Context;
  readonly database: Database;
  readonly readSecretKey: () => Promise<Uint8Array>;
  /** Public address of the pages, if it is known better than by the settings. */
  readonly authUrl?: () => string;
}

/** How this process sends mail. */
export function composeMail(options: ComposeMailOptions): MailParts {
  const { context, database, readSecretKey } = options;
  const { config } = context;
  const authUrl = options.authUrl ?? (() => authUrlOf(config));
  const smtpCaPem = config.smtpCaFile === null ? null : readCertificates(config.smtpCaFile);
  return createMailParts({
    context,
    database,
    readSecretKey,
    mailer: mailerOf({ ...config, smtpCaPem }, authUrl),
    noteResetAsked: createCredentialStore(database).noteResetAsked,
  });
}

/** A file that does not fit ends the start, instead of the first mail. */
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
