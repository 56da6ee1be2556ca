import postgres from 'postgres';
import type { Cleanup } from './database.ts';

export interface OutflowClock {
  /** Moves the time by which what leaves is counted, which stands still otherwise. */
  move(ms: number): Promise<void>;
  set(at: Date): Promise<void>;
}

/** Lets a test say at what time, by the clock of this database, money leaves. */
export async function setOutflowClock(
  cleanup: Cleanup,
  ownerUrl: string,
  start = new Date(),
): Promise<OutflowClock> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  cleanup.after(() => owner.end());
  await owner.unsafe(`
    create table test_time (at timestamptz);
    grant select on test_time to public;
    create or replace function outflow_now() returns timestamptz
      language sql as 'select at from test_time';
  `);
  await owner`insert into test_time values (${start})`;
  return {
    set: async (at) => {
      await owner`update test_time set at = ${at}`;
    },
    move: async (ms) => {
      await owner`update test_time set at = at + ${ms} * interval '1 millisecond'`;
    },
  };
}
