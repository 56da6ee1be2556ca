import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';
import type { KeyState } from '../key-state.ts';
import {
  type AnnouncedKeys,
  type KeptKey,
  type ProcessWithKeys,
  SEAL_AGAIN_JOB,
  type SecretKeyStore,
} from '../secret-key-store.ts';

export const createSecretKeyStore = (database: Database): SecretKeyStore => ({
  ...bindQueries(database, { readState, listKept, announce, listProcesses, end }),
  begin: (keys, kept) => database.transaction((sql) => begin(sql, keys, kept)),
});

interface StateRow {
  readonly fingerprint: Uint8Array;
  readonly old_fingerprint: Uint8Array | null;
}

async function readState(sql: Sql): Promise<KeyState> {
  const rows = await sql<StateRow[]>`select fingerprint, old_fingerprint from bound_secret_key`;
  return parseState(rows);
}

function parseState([row]: readonly StateRow[]): KeyState {
  assert(row !== undefined, 'a key is bound before others are asked for');
  return { bound: row.fingerprint, old: row.old_fingerprint };
}

async function listKept(sql: Sql): Promise<readonly KeptKey[]> {
  return await sql<KeptKey[]>`select purpose, sealed from kept_key order by purpose`;
}

async function announce(
  sql: Sql,
  processId: string,
  { known, sealing }: AnnouncedKeys,
): Promise<KeyState> {
  const rows = await sql<StateRow[]>`
    with announced as (
      update process
      set known_keys = ${sql.array([...known], ARRAY_OF.text)}, sealing_key = ${sealing}
      where id = ${processId}
        and (known_keys, sealing_key)
          is distinct from (${sql.array([...known], ARRAY_OF.text)}::text[], ${sealing}::text)
    )
    select fingerprint, old_fingerprint from bound_secret_key`;
  return parseState(rows);
}

async function listProcesses(sql: Sql, withinMs: number): Promise<readonly ProcessWithKeys[]> {
  return await sql<ProcessWithKeys[]>`
    select id, role, coalesce(known_keys, '{}') as known, sealing_key as sealing from process
    where not is_gone
      and heartbeat_at > clock_timestamp() - ${withinMs} * interval '1 millisecond'
    order by started_at, id`;
}

async function begin(
  sql: Sql,
  { old, current }: { readonly old: Uint8Array; readonly current: Uint8Array },
  kept: readonly KeptKey[],
): Promise<boolean> {
  const [row] = await sql<{ begun: boolean }[]>`
    select begin_key_rotation(${old}, ${current}) as begun`;
  if (row?.begun !== true) return false;
  for (const { purpose, sealed } of kept) {
    await sql`
      insert into kept_key (purpose, sealed) values (${purpose}, ${sealed}) on conflict do nothing`;
  }
  await sql`select enqueue_job(${SEAL_AGAIN_JOB}, '{}', ${SEAL_AGAIN_JOB})`;
  return true;
}

async function end(sql: Sql, current: Uint8Array): Promise<boolean> {
  const [row] = await sql<{ ended: boolean }[]>`select end_key_rotation(${current}) as ended`;
  return row?.ended === true;
}
