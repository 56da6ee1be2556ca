import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';

const { serviceUrl, superuserUrl } = await testDatabase({ after });
const open = (url: string, applicationName: string): Database =>
  openDatabase({ url, applicationName, poolSize: 8, clock: systemClock, random: systemRandom });

/** Cuts off every connection of that name that it sees, until `signal`; answers how many. */
async function cutOff(applicationName: string, signal: AbortSignal): Promise<number> {
  const admin = open(superuserUrl, 'admin');
  let count = 0;
  while (!signal.aborted) {
    const killed = await admin.sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = ${applicationName}`;
    count += killed.count;
  }
  await admin.close();
  return count;
}

const ask = (database: Database, index: number) =>
  index % 2 === 0
    ? database.query((sql) => sql<{ n: number }[]>`select ${index}::int as n`)
    : database.transaction((sql) => sql<{ n: number }[]>`select ${index}::int as n`);

/** An opening lasts some round trips, and the cut may fall between any two of them. */
it('connections cut off while they open fail those who use them, and nothing else', async () => {
  const unhandled: unknown[] = [];
  const note = (error: unknown): void => void unhandled.push(error);
  process.on('unhandledRejection', note);
  const over = new AbortController();
  const cutting = cutOff('cut off', over.signal);
  const closing: Promise<void>[] = [];
  let failedCount = 0;
  for (let round = 0; round < 20; round += 1) {
    const database = open(serviceUrl, 'cut off');
    const asked = Array.from({ length: 16 }, (_, index) => ask(database, index));
    for (const answer of await Promise.allSettled(asked)) {
      if (answer.status === 'fulfilled') continue;
      failedCount += 1;
      assert(answer.reason instanceof DatabaseFault && answer.reason.isTransient);
    }
    closing.push(database.close());
  }
  over.abort();
  const cutCount = await cutting;
  await Promise.all(closing);
  process.off('unhandledRejection', note);

  assert.deepEqual(unhandled, []);
  assert(cutCount > 40 && failedCount > 40, `${cutCount} cut off, ${failedCount} failed`);
  const afterwards = open(serviceUrl, 'cut off');
  const answers = await Promise.all(Array.from({ length: 16 }, (_, i) => ask(afterwards, i)));
  assert.deepEqual(
    answers.map(([row]) => row?.n),
    answers.map((_, index) => index),
  );
  await afterwards.close();
});

/** The driver would ask each new server for its state without waiting for the answer. */
it('an address that makes the driver ask in the background is refused', () => {
  const asking = `${serviceUrl}?target_session_attrs=read-write`;
  assert.throws(() => open(asking, 'asking'), /target_session_attrs/);
});
