import { composeStores, type Stores } from '../../src/app/compose/compose-stores.ts';
import { createSharedStores, type SharedStores } from '../../src/app/shared-stores.ts';
import type { Database } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/** The stores of the service. `backupEverySec` is the interval of backups in its settings. */
export const createTestStores = (
  database: Database,
  backupEverySec: number | null = null,
): Stores & SharedStores => ({
  ...composeStores({ database, clock: systemClock, random: systemRandom, batchMax: 64 }),
  ...createSharedStores(database, { backup: { everySec: backupEverySec, keep: null } }),
});
