import type { DrillServer } from './drill-server.ts';
import { eventually } from './eventually.ts';

/**
 * Controls which standbys follow a server, and which of them it waits for before it acknowledges a
 * write.
 */

/**
 * Makes the server acknowledge a write only after a standby of these names has it: `standby`, `a,
 * b`, or `*` for any. An empty text makes the server asynchronous again. Waits until such a standby
 * follows.
 */
export async function waitForStandbys(primary: DrillServer, names: string): Promise<void> {
  await nameStandbys(primary, names);
  await eventually('the server has read who is to follow it', () =>
    primary.run(async (sql) => {
      const [row] = await sql<{ is_read: boolean }[]>`
        select case when ${names} = '' then current_setting('synchronous_standby_names') = ''
          else exists (select from pg_stat_replication where sync_state in ('sync', 'quorum'))
        end as is_read`;
      return row?.is_read === true ? true : null;
    }),
  );
}

/**
 * Sets the names of the standbys to wait for. Returns when new connections know them; others learn
 * them with their next statement.
 */
export async function nameStandbys(server: DrillServer, names: string): Promise<void> {
  const list = names === '' ? '' : `ANY 1 (${names})`;
  await server.run(async (sql) => {
    await sql.unsafe(`alter system set synchronous_standby_names = '${list}'`);
    await sql`select pg_reload_conf()`;
  });
  await eventually('the server knows the names', () =>
    server.run(async (sql) => {
      const [row] = await sql<{ list: string }[]>`
        select current_setting('synchronous_standby_names') as list`;
      return row?.list === list ? true : null;
    }),
  );
}

/** Waits until a standby has everything that the server has written so far. */
export async function untilFollowed(primary: DrillServer): Promise<void> {
  const [mark] = await primary.run(
    (sql) => sql<{ lsn: string }[]>`select pg_current_wal_insert_lsn()::text as lsn`,
  );
  await eventually('the standby has caught up', async () => {
    const [row] = await primary.run(
      (sql) => sql`select from pg_stat_replication where replay_lsn >= ${mark?.lsn ?? ''}::pg_lsn`,
    );
    return row ?? null;
  });
}

/** Cuts a standby off, so that it receives nothing more from its server. */
export async function cutOff(standby: DrillServer): Promise<void> {
  await standby.run(async (sql) => {
    await sql`alter system set primary_conninfo = ''`;
    await sql`select pg_reload_conf()`;
  });
  await eventually('the standby is cut off', () =>
    standby.run(async (sql) => {
      const rows = await sql`select from pg_stat_wal_receiver`;
      return rows.length === 0 ? true : null;
    }),
  );
}

/**
 * Promotes a standby, which then accepts writes on a new timeline. It acknowledges a write once a
 * standby of these names has it. The old primary may continue to run.
 */
export async function promote(standby: DrillServer, names = ''): Promise<void> {
  if (names !== '') await nameStandbys(standby, names);
  await standby.run((sql) => sql`select pg_promote()`);
}
