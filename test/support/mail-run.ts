import type { MailRun } from '../../src/base/mailer.ts';

/** A run of a mail job that no one stops. */
export const MAIL_RUN: MailRun = { signal: new AbortController().signal, jobId: 1n };
