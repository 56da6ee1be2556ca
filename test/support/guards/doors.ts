import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import postgres from 'postgres';
import type { TestDatabase } from '../database.ts';
import { waitForLocksUntilDeadlock } from '../money-model/many-at-once.ts';

/**
 * Doors in the way of the money functions: before they write what they have decided, before they
 * write postings, before they change balances. Callers who meet go through them in step, so that what
 * happens between them does not depend on how fast each runs.
 */
export interface Doors {
  /** Starts the calls one after the other, the next when the one before waits or is done. */
  rush<Answer>(calls: readonly Call<Answer>[]): Promise<readonly PromiseSettledResult<Answer>[]>;
  close(): Promise<void>;
}

export type Call<Answer> = () => Promise<Answer>;

const DOORS = [
  { lock: 1, statements: ['insert or update on payment', 'insert on receipt'] },
  { lock: 2, statements: ['insert on posting'] },
  { lock: 3, statements: ['update on wallet'] },
];

/** `applicationName` is that of the connections that the calls use. */
export async function hangDoors(
  { ownerUrl, superuserUrl }: TestDatabase,
  applicationName: string,
): Promise<Doors> {
  await waitForLocksUntilDeadlock(ownerUrl);
  const keeper = postgres(superuserUrl, { max: 1 });
  await keeper.unsafe(DOORS_SQL);

  /** Who was let through a door does not count any more, though he may not have noticed yet. */
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
