import type { MailRun } from '../../src/base/mailer.ts';

/** The run of a job that sends a mail, and that no one stops. */
export const MAIL_RUN: MailRun = { signal: new AbortController().signal, jobId: 1n };
