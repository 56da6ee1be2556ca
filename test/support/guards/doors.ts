import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { TestDatabase } from '../database.ts';
import { waitForLocksUntilDeadlock } from '../money-model/many-at-once.ts';

/**
 * Doors that stop the money functions before they write their decisions, before they write
 * postings, and before they change balances. Calls that meet pass the doors in step, so that the
 * outcome does not depend on how fast each one runs.
 */
export interface Doors {
  /**
   * Starts the calls one after the other. The next one starts when the previous one waits or is
   * done.
   */
  rush<Answer>(calls: readonly Call<Answer>[]): Promise<readonly PromiseSettledResult<Answer>[]>;
  close(): Promise<void>;
}

export type Call<Answer> = () => Promise<Answer>;

const DOORS = [
  { lock: 1, statements: ['insert or update on payment', 'insert on receipt'] },
  { lock: 2, statements: ['insert on posting'] },
  { lock: 3, statements: ['update on wallet'] },
];

/**
 * Puts the doors into a database. `applicationName` is that of the connections that make the calls.
 */
export async function hangDoors(
  { ownerUrl, superuserUrl }: TestDatabase,
  applicationName: string,
): Promise<Doors> {
  await waitForLocksUntilDeadlock(ownerUrl);
  const keeper = postgres(superuserUrl, { max: 1 });
  await keeper.unsafe(DOORS_SQL);

  /**
   * Counts the calls that wait at a door. A call that was let through does not count, even if it
   * has not noticed that yet.
   */
  const countWaiting = async (): Promise<number> => {
    const [row] = await keeper<{ count: number }[]>`
      select count(distinct pid)::integer as count
      from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()
        and application_name = ${applicationName}`;
    return row?.count ?? 0;
  };

  return {
    rush: async (calls) => {
      const results = [];
      let done = 0;
      const onDone = (): void => {
        done += 1;
      };
      const stillness = () => until(async () => done + (await countWaiting()) === results.length);
      for (const { lock } of DOORS) await keeper`select pg_advisory_lock(${lock})`;
      for (const call of calls) {
        results.push(settled(call).finally(onDone));
        await stillness();
      }
      for (const { lock } of DOORS) {
        await keeper`select pg_advisory_unlock(${lock})`;
        await stillness();
      }
      return await Promise.all(results);
    },
    close: () => keeper.end(),
  };
}

async function settled<Answer>(call: Call<Answer>): Promise<PromiseSettledResult<Answer>> {
  const [result] = await Promise.allSettled([call()]);
  return result;
}

const DOORS_SQL = `
  create function stand_at_the_door() returns trigger language plpgsql as $$
  begin
    perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint);
    return null;
  end $$;
  ${DOORS.flatMap(({ lock, statements }) =>
    statements.map(
      (statement) => `create trigger door before ${statement}
        for each statement execute function stand_at_the_door(${lock});`,
    ),
  ).join('\n')}`;

const LOOK_EVERY_MS = 2;
const TIMEOUT_MS = 20_000;

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!(await isSo())) {
    assert(performance.now() < deadlineMs, 'each call waits or ends');
    await wait(LOOK_EVERY_MS);
  }
}
