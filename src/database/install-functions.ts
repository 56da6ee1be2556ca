/**
 * Compares the SQL functions in the database with those of this program, and installs what differs.
 */

import { errorCode } from './database-fault.ts';
import { nameServiceRole } from './name-service-role.ts';
import { type FunctionFile, type FunctionSet, SchemaMismatchError } from './schema-files.ts';
import { ARRAY_OF, type Sql } from './sql.ts';

export interface FunctionChanges {
  readonly changed: readonly FunctionFile[];
  /** Functions in the database that this program no longer has a file for. */
  readonly gone: readonly { readonly name: string }[];
}

interface RecordedFunction {
  readonly name: string;
  readonly checksum: string;
  readonly revision: number;
}

/**
 * Finds the functions of the database that differ from those of this program. Throws if a newer
 * program has installed them.
 */
export async function findFunctionChanges(sql: Sql, set: FunctionSet): Promise<FunctionChanges> {
  const recorded = await sql<RecordedFunction[]>`
    select name, checksum, revision from schema_function order by name`;
  const revision = Math.max(0, ...recorded.map((row) => row.revision));
  if (revision > set.revision) {
    throw new SchemaMismatchError(
      `the functions of the database have revision ${revision}, those of this program ` +
        `${set.revision}: it was used by a newer Satchel; run that one`,
    );
  }
  const checksums = new Map(recorded.map(({ name, checksum }) => [name, checksum]));
  const names = new Set(set.files.map(({ name }) => name));
  const changed = set.files.filter(({ name, checksum }) => checksums.get(name) !== checksum);
  const gone = recorded.filter(({ name }) => !names.has(name));
  const [first] = [...changed, ...gone];
  if (revision === set.revision && first !== undefined) {
    throw new SchemaMismatchError(
      `function ${first.name} is another in this database, though both have revision ` +
        `${revision}: after a change in sql/functions "npm run generate" makes the next revision`,
    );
  }
  return { changed, gone };
}

/**
 * Creates and drops functions, in the same transaction as the migrations. A changed function is
 * replaced and stays the same object, so running processes of the older version can go on calling
 * it.
 */
export async function installFunctions(
  sql: Sql,
  { revision, files }: FunctionSet,
  { changed, gone }: FunctionChanges,
  serviceRole: string,
): Promise<void> {
  if (changed.length === 0 && gone.length === 0) return;
  const present = await readNames(sql, changed);
  await takeBackGrants(sql, present, serviceRole);
  for (const file of changed) {
    await installOne(sql, file, serviceRole, present.includes(file.name));
  }
  await requireOneEach(sql, changed, present);
  if (changed.length > 0) {
    await sql`revoke execute on routine ${sql(changed.map(({ name }) => name))} from public`;
  }
  await dropTriggers(sql, changed, gone);
  for (const { name } of gone) await sql`drop routine if exists ${sql(name)}`;
  await sql`delete from schema_function`;
  await sql`
    insert into schema_function (name, checksum, revision)
    select name, checksum, ${revision} from unnest(
      ${sql.array(
        files.map(({ name }) => name),
        ARRAY_OF.text,
      )},
      ${sql.array(
        files.map(({ checksum }) => checksum),
        ARRAY_OF.text,
      )}
    ) as file (name, checksum)`;
}

/**
 * Reads for which of the given names the database has functions. A name is repeated for each
 * overload.
 */
async function readNames(sql: Sql, functions: readonly Named[]): Promise<readonly string[]> {
  const rows = await sql<Named[]>`
    select proname as name from pg_proc
    where pronamespace = 'public'::regnamespace and proname = any (${namesOf(sql, functions)})`;
  return rows.map(({ name }) => name);
}

interface Named {
  readonly name: string;
}

const namesOf = (sql: Sql, functions: readonly Named[]) =>
  sql.array(
    functions.map(({ name }) => name),
    ARRAY_OF.text,
  );

/**
 * Revokes all earlier grants of the service's role on functions, as each file of a function grants
 * again exactly what the service needs.
 */
async function takeBackGrants(
  sql: Sql,
  present: readonly string[],
  serviceRole: string,
): Promise<void> {
  const [row] = await sql<{ owner: string }[]>`select current_user as owner`;
  if (row?.owner === serviceRole) return;
  for (const name of present) {
    await sql`revoke execute on routine ${sql(name)} from ${sql(serviceRole)}`;
  }
}

async function installOne(
  sql: Sql,
  { name, text }: FunctionFile,
  serviceRole: string,
  isPresent: boolean,
): Promise<void> {
  try {
    await sql.unsafe(nameServiceRole(text, serviceRole));
  } catch (error) {
    if (isPresent && errorCode(error) === INVALID_DEFINITION) throw changedSignature(name, error);
    throw new Error(`${name}.sql of the functions failed`, { cause: error });
  }
}

/**
 * PostgreSQL's error code when a new version of a function has another return type or other
 * parameter names.
 */
const INVALID_DEFINITION = '42P13';

const changedSignature = (name: string, cause?: unknown): Error =>
  new SchemaMismatchError(
    `${name}.sql changes the arguments or the result of ${name}, which older processes still ` +
      'call: give the new function a new name, and remove the old file a release later',
    { cause },
  );

async function requireOneEach(
  sql: Sql,
  changed: readonly FunctionFile[],
  before: readonly string[],
): Promise<void> {
  const names = await readNames(sql, changed);
  for (const { name } of changed) {
    const count = names.filter((other) => other === name).length;
    if (count === 1) continue;
    if (before.includes(name)) throw changedSignature(name);
    throw new SchemaMismatchError(`${name}.sql does not create one function of this name`);
  }
}

/**
 * Drops triggers that no file creates any more. Triggers that a file still creates were created
 * again by this transaction, as the `xmin` of their rows shows, and stay.
 */
async function dropTriggers(
  sql: Sql,
  changed: readonly Named[],
  gone: readonly Named[],
): Promise<void> {
  const rows = await sql<{ name: string; table: string }[]>`
    select tgname as name, tgrelid::regclass::text as table
    from pg_trigger join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and pronamespace = 'public'::regnamespace
      and (proname = any (${namesOf(sql, gone)})
        or proname = any (${namesOf(sql, changed)})
          and pg_trigger.xmin <> pg_current_xact_id()::xid)`;
  for (const { name, table } of rows) await sql.unsafe(`drop trigger "${name}" on ${table}`);
}
