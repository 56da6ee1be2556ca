import { testDatabase } from '../support/database.ts';
import { createMemoryWorld } from '../support/money-model/memory-world.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { moneyStoreSuite } from '../support/money-store/money-store-suite.ts';

moneyStoreSuite('money store in memory', async () => createMemoryWorld());
moneyStoreSuite('money store in PostgreSQL', async (cleanup) =>
  createPostgresWorld((await testDatabase(cleanup)).database),
);
