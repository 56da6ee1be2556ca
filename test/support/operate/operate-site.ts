import postgres from 'postgres';
import type { Database } from '../../../src/database/db.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';

/** A database as a service has it that many use; no process works on it meanwhile. */
export interface OperateSite {
  readonly database: Database;
  readonly money: MoneyWorld;
  /** The owner of the tables: some of the rows were written some time ago. */
  readonly owner: postgres.Sql;
}

export async function withOperateSite<T>(
  { database, ownerUrl }: { readonly database: Database; readonly ownerUrl: string },
  work: (site: OperateSite) => Promise<T>,
): Promise<T> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    return await work({ database, owner, money: createPostgresWorld(database, false) });
  } finally {
    await owner.end();
  }
}
