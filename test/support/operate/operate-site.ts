import postgres from 'postgres';
import type { Database } from '../../../src/database/db.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';

/** A database like that of a service with many users. No process works on it. */
export interface OperateSite {
  readonly database: Database;
  readonly money: MoneyWorld;
  /** A connection as the owner of the tables, for rows that are to look older. */
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
