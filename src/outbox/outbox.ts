/**
 * Creates the outbox, in which mails wait until they are sent: its store, and the job that sends
 * them.
 */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import { MAIL_JOB, type Mailer } from '../base/mailer.ts';
import type { Context } from '../config/context.ts';
import type { Database } from '../database/db.ts';
import type { Outbox, OutboxDeps } from './outbox-deps.ts';
import { SEND_MAIL_JOB } from './outbox-store.ts';
import { createOutbox } from './post-mail.ts';
import { pruneOutbox } from './prune-outbox.ts';
import { sendStoredMail } from './send-stored-mail.ts';
import { createMailHealthStore } from './sql/mail-health-store.ts';
import { createOutboxStore } from './sql/outbox-store.ts';
import { watchMailer } from './watch-mailer.ts';

export const outboxJobs = (deps: OutboxDeps): Jobs => ({
  [SEND_MAIL_JOB]: { ...MAIL_JOB, work: (order, signal) => sendStoredMail(deps, order, signal) },
  'sweep-outbox': { work: (_, signal) => pruneOutbox(deps, signal), everySec: HOUR_SEC },
});

export interface MailOptions extends Pick<OutboxDeps, 'noteResetAsked'> {
  readonly alarms: Pick<AlarmStore, 'raiseAlarm' | 'endAlarm'>;
  readonly context: Context;
  readonly database: Database;
  readonly readServiceKeys: () => Promise<ServiceKeys>;
  /** Sends mails over the mail server; null when none is configured. */
  readonly mailer: Mailer | null;
}

/** The parts with which one process sends mail. */
export interface MailParts {
  /**
   * Sends mails directly, for jobs that write a new mail for each try; null without a mail server.
   */
  readonly mailer: Mailer | null;
  /**
   * Stores and sends mails; null without a mail server: then links are shown to the operator
   * instead.
   */
  readonly outbox: Outbox | null;
  readonly jobs: Jobs;
}

export function createMailParts(options: MailOptions): MailParts {
  const { context, database, readServiceKeys, alarms, noteResetAsked } = options;
  const { log } = context;
  const mailHealth = createMailHealthStore(database);
  const mailer = options.mailer && watchMailer({ mailer: options.mailer, mailHealth, alarms, log });
  const deps = {
    ...context,
    alarms,
    noteResetAsked,
    outboxRows: createOutboxStore(database),
    readMailKey: async () => (await readServiceKeys()).sealKey('mails in the outbox'),
  };
  return {
    mailer,
    outbox: mailer && createOutbox({ ...deps, mailer }),
    jobs: outboxJobs({ ...deps, mailer }),
  };
}
