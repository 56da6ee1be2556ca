import postgres from 'postgres';
import { migrate } from '../../src/database/migrate.ts';
import { type Cleanup, testDatabase } from './database.ts';
import { emptySchema } from './schema-copy.ts';

/** An empty database, and a schema without files. */
export async function freshGround(t: Cleanup) {
  const { ownerUrl, serviceUrl, superuserUrl } = await testDatabase(t);
  const sql = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  await sql`drop owned by satchel_owner`;
  const schema = await emptySchema();
  t.after(async () => {
    await sql.end();
    await schema.dispose();
  });
  const { folders } = schema;
  return {
    sql,
    ownerUrl,
    serviceUrl,
    superuserUrl,
    schema,
    write: (name: string, text: string) => schema.write(`migrations/${name}`, text),
    remove: (name: string) => schema.remove(`migrations/${name}`),
    writeFunction: (name: string, text: string) => schema.write(`functions/${name}.sql`, text),
    run: (url = ownerUrl) => migrate({ url, folders, serviceRole: 'satchel' }),
  };
}

/** The text of an SQL function that the service may call. */
export const two = (answer: number): string => `
  create or replace function two() returns integer language sql as 'select ${answer}';
  grant execute on function two to :service_role;`;
