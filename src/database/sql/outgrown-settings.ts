import { ADVISED_SETTINGS, findOutgrown, type ServerSetting } from '../outgrown-settings.ts';
import type { Sql } from '../sql.ts';
import type { OutgrownSetting } from '../table-size-store.ts';

export async function listOutgrownSettings(sql: Sql): Promise<readonly OutgrownSetting[]> {
  const [row] = await sql<{ bytes: bigint }[]>`
    select pg_database_size(current_database()) as bytes`;
  return findOutgrown(row?.bytes ?? 0n, await readServerSettings(sql));
}

/** Reads the advised settings in bytes, seconds, or 1 for on. */
export async function readServerSettings(sql: Sql): Promise<readonly ServerSetting[]> {
  return await sql<ServerSetting[]>`
    select name, current_setting(name) as value,
      case unit
        when '8kB' then setting::bigint * 8192
        when 'kB' then setting::bigint * 1024
        when 'MB' then setting::bigint * 1048576
        when 's' then setting::bigint
        else (setting <> 'off')::integer::bigint
      end as amount
    from pg_settings
    where name = any(${ADVISED_SETTINGS}::text[])
    order by array_position(${ADVISED_SETTINGS}::text[], name)`;
}
