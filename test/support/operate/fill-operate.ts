import postgres from 'postgres';
import type { Database } from '../../../src/adapters/postgres/connection/db.ts';
import { NODE_PUBKEY } from '../money-model/events.ts';
import type { MoneyWorld } from '../money-model/money-world.ts';
import { createPostgresWorld } from '../money-model/postgres-world.ts';
import { addGauges } from './add-gauges.ts';
import { addOpenPayments, addUnclaimed } from './add-money.ts';
import { addPeople } from './add-people.ts';
import { addAlarms, addBackups, addEndpoints, addJobs } from './add-rows.ts';
import { noteBooks } from './break-operate.ts';

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

/** Rows for every list of operators, long ones too. The books balance. */
export async function fillOperate(site: OperateSite): Promise<void> {
  await site.money.setBaseline(NODE_PUBKEY, 0n);
  const users = await addPeople(site);
  await addOpenPayments(site, users);
  await addUnclaimed(site);
  await addEndpoints(site, users);
  await addAlarms(site);
  await addJobs(site);
  await addBackups(site);
  await addGauges(site);
  await noteBooks(site, []);
}
