import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { AlarmKind } from '../alarm-store.ts';
import type { OpenAlarmStore } from '../open-alarm-store.ts';
import { createAlarmListStore } from './alarm-store.ts';

export function createOpenAlarmStore(database: Database): OpenAlarmStore {
  const { listAlarmPage } = createAlarmListStore(database);
  return {
    ...bindQueries(database, { countOpenByKind }),
    listNewestOpen: (limit) => listAlarmPage({ isOpen: true, kind: null, after: null, limit }),
  };
}

async function countOpenByKind(sql: Sql, limit: number): Promise<ReadonlyMap<AlarmKind, number>> {
  const rows = await sql<{ kind: AlarmKind; open: number }[]>`
    select kind, count(*)::integer as open
    from (select kind from alarm where acknowledged_at is null
      order by last_at desc, id desc limit ${limit}) newest
    group by kind`;
  return new Map(rows.map(({ kind, open }) => [kind, open]));
}
