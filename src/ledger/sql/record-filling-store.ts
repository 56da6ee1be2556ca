import { assert } from '../../base/assert.ts';
import { bindQueries } from '../../database/bind-queries.ts';
import type { Database } from '../../database/db.ts';
import type { Sql } from '../../database/sql.ts';
import type { RecordFillingStore } from '../fill-records.ts';

export const createRecordFillingStore = (database: Pick<Database, 'query'>): RecordFillingStore =>
  bindQueries(database, { fillStep });

async function fillStep(sql: Sql, limit: number): Promise<number> {
  const [row] = await sql<{ looked: number }[]>`select fill_records(${limit}) as looked`;
  assert(row !== undefined, 'a function answers');
  return row.looked;
}
