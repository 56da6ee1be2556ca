import assert from 'node:assert/strict';
import postgres from 'postgres';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { migrate } from '../../src/database/migrate.ts';
import { SCHEMA_FOLDERS } from '../../src/database/schema-files.ts';
import type { BooksStore } from '../../src/ledger/books/books-store.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { BASELINE, creditKeysend, NODE_PUBKEY } from '../../test/support/money-model/events.ts';
import type { MoneyWorld } from '../../test/support/money-model/money-world.ts';
import { createPostgresWorld } from '../../test/support/money-model/postgres-world.ts';
import type { DatabaseServer } from '../profile/database-server.ts';

/**
 * The groups of users. Those of one group pay only each other, so that lists which run at the same
 * time never wait for each other's wallets.
 */
export const LANES = 4;
const FUNDED_SAT = 1_000_000;
const CREDITED_AT_ONCE = 500;
const PATIENCE_MS = 600_000;

/** A database with many users, in which payments are made by the money functions alone. */
export interface GrownDatabase {
  readonly name: string;
  readonly ownerUrl: string;
  readonly database: Database;
  readonly world: MoneyWorld;
  readonly books: BooksStore;
  /** The users by lane. Those of one lane pay only each other. */
  readonly lanes: readonly (readonly string[])[];
  readonly superuser: postgres.Sql;
  close(): Promise<void>;
}

export async function openGrownDatabase(
  server: DatabaseServer,
  name: string,
  users: number,
): Promise<GrownDatabase> {
  const [url = '', ownerUrl = ''] = Object.values(await server.createDatabase(name));
  await migrate({ url: ownerUrl, serviceRole: 'satchel', folders: SCHEMA_FOLDERS });
  const database = openDatabase({
    url,
    applicationName: 'satchel bench',
    clock,
    random,
    // A list of 500 may wait for a checkpoint, and is not made twice.
    writeTimeoutMs: PATIENCE_MS,
    statementTimeoutMs: PATIENCE_MS,
  });
  const world = createPostgresWorld(database, false);
  const superuser = server.open(name);
  const lanes = await addUsers({ ownerUrl, world }, users);
  return {
    name,
    ownerUrl,
    database,
    world,
    books: createBooksStore(database),
    lanes,
    superuser,
    close: async () => {
      await superuser.end();
      await database.close();
    },
  };
}

/** Adds users, each with money that arrived over the node. Returns their ids by lane. */
async function addUsers(
  { ownerUrl, world }: Pick<GrownDatabase, 'ownerUrl' | 'world'>,
  count: number,
): Promise<readonly (readonly string[])[]> {
  await world.setBaseline(NODE_PUBKEY, BASELINE);
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined });
  const rows = await owner<{ id: string }[]>`
    insert into wallet_user (id, identifier, email, password_hash, created_at)
      select uuidv7(), substr(replace(gen_random_uuid()::text, '-', ''), 1, 20),
        'many-' || n || '@example.com', '', now()
      from generate_series(1, ${count}) n
      returning id`;
  await owner.end();
  for (let at = 0; at < rows.length; at += CREDITED_AT_ONCE) {
    const some = rows.slice(at, at + CREDITED_AT_ONCE);
    const outcomes = await world.store.credit(
      some.map(({ id }) => creditKeysend(id, { amountSat: FUNDED_SAT })),
    );
    for (const { kind } of outcomes) assert.equal(kind, 'credited');
  }
  return Array.from({ length: LANES }, (_, lane) =>
    rows.filter((_row, place) => place % LANES === lane).map(({ id }) => id),
  );
}
