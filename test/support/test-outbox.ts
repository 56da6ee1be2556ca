import { createCredentialStore } from '../../src/accounts/sql/credential-store.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Mailer } from '../../src/base/mailer.ts';
import type { Database } from '../../src/database/db.ts';
import { createOutbox, type PostMailDeps } from '../../src/outbox/post-mail.ts';
import { createMailHealthStore } from '../../src/outbox/sql/mail-health-store.ts';
import { createOutboxStore } from '../../src/outbox/sql/outbox-store.ts';
import { watchMailer } from '../../src/outbox/watch-mailer.ts';
import { systemRandom } from '../../src/system/system-random.ts';

export interface TestOutboxOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly mailer: Mailer;
}

/** An outbox on a database, as in the service. */
export const createTestOutbox = (options: TestOutboxOptions) =>
  createOutbox(testOutboxDeps(options));

/** The dependencies of the outbox and of its job. */
export function testOutboxDeps({ database, clock, log, mailer }: TestOutboxOptions): PostMailDeps {
  const alarms = createAlarmStore(database);
  const mailHealth = createMailHealthStore(database);
  return {
    outboxRows: createOutboxStore(database),
    mailer: watchMailer({ mailer, mailHealth, alarms, log }),
    readMailKey: async () => new Uint8Array(32).fill(4),
    alarms,
    noteResetAsked: createCredentialStore(database).noteResetAsked,
    clock,
    random: systemRandom,
    log,
  };
}
