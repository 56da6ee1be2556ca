import { assert } from '../../base/assert.ts';
import { ARRAY_OF, type Sql } from '../../database/sql.ts';

/**
 * A table of the schema with the columns that a backup contains. Columns that the database computes
 * itself are left out.
 */
export interface BackedUpTable {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Tables that backups leave out, because the migrations fill them when a backup is restored. */
const BOOKKEEPING_TABLES = ['schema_migration', 'schema_function'];

/**
 * Reads all tables of the schema in the order in which they can be loaded: each comes after those
 * to which its foreign keys refer.
 */
export async function readTables(sql: Sql): Promise<readonly BackedUpTable[]> {
  const tables = await sql<{ name: string; columns: string }[]>`
    select c.relname as name,
      json_agg(a.attname order by a.attnum) filter (where a.attgenerated = '') as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
      and c.relname <> all (${sql.array(BOOKKEEPING_TABLES, ARRAY_OF.text)})
    group by c.relname order by c.relname`;
  const references = await sql<{ name: string; target: string }[]>`
    select t.relname as name, r.relname as target
    from pg_constraint k
    join pg_class t on t.oid = k.conrelid
    join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace and t.oid <> r.oid`;
  const targets = Map.groupBy(references, ({ name }) => name);
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: BackedUpTable[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(({ name }) =>
      (targets.get(name) ?? []).every(({ target }) => !waiting.has(target)),
    );
    assert(free.length > 0, 'no tables point at each other in a circle');
    for (const { name, columns } of free) {
      waiting.delete(name);
      ordered.push({ name, columns: JSON.parse(columns) });
    }
  }
  return ordered;
}

/**
 * Switches off the server's time-out for idle transactions in the present transaction, so that it
 * may last as long as a backup takes.
 */
export async function waitForCopy(sql: Sql): Promise<void> {
  await sql.unsafe('set local idle_in_transaction_session_timeout = 0');
}

/**
 * Quotes a name for SQL. Names come from a catalogue or a file, and are only looked up in `public`.
 */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const copyTarget = (table: string, columns: readonly string[]): string =>
  `public.${quoted(table)} (${columns.map(quoted).join(', ')})`;

/**
 * Tables that are backed up without their rows. The hash trees of checkpoints, with which users
 * prove that their balance is counted, take more room than all else, and each checkpoint brings a
 * new one. After a restore, users get no proofs until the next checkpoint.
 */
const WITHOUT_ROWS = ['proof_chunk'];
const WITHOUT_VALUES = ['proof_checkpoint.run_id', 'proof_checkpoint.seed'];

/**
 * Conditions on the rows that a backup contains, by table. A mail with a link is left out, as its
 * link opens an account. By the time a backup is restored, the link was used, or its user has asked
 * for another one.
 */
const ROWS_OF: Readonly<Record<string, string>> = { outbox: 'link_hash is null' };

/** The source from which COPY writes a table, in SQL. */
export function copySource(table: string, columns: readonly string[]): string {
  const isLeftOut = (column: string): boolean => WITHOUT_VALUES.includes(`${table}.${column}`);
  const which = WITHOUT_ROWS.includes(table) ? 'false' : ROWS_OF[table];
  if (which === undefined && !columns.some(isLeftOut)) return copyTarget(table, columns);
  const values = columns.map((name) => (isLeftOut(name) ? 'null' : quoted(name)));
  const filter = which === undefined ? '' : ` where ${which}`;
  return `(select ${values.join(', ')} from public.${quoted(table)}${filter})`;
}
