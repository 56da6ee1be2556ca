import assert from 'node:assert/strict';
import { openDataFolder } from '../src/adapters/data-folder.ts';
import { EmbeddedPostgres } from '../src/adapters/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '../src/adapters/logger.ts';
import { type Database, openDatabase } from '../src/adapters/postgres/connection/db.ts';
import { openLockSession } from '../src/adapters/postgres/connection/lock-session.ts';
import { systemClock } from '../src/adapters/system-clock.ts';
import { systemRandom } from '../src/adapters/system-random.ts';
import type { AppContext } from '../src/compose/app-context.ts';
import { composeServiceParts } from '../src/compose/compose-service-parts.ts';
import { composeStores } from '../src/compose/compose-stores.ts';
import { connectRunningNode } from '../src/compose/connect-node.ts';
import { identifyNode } from '../src/compose/identify-node.ts';
import { readConfig } from '../src/config/config.ts';

/**
 * Database and logic of a running service, used from this process: to prepare the benchmark, and
 * for the yardsticks that access the database directly.
 */
export interface Beside {
  readonly database: Database;
  readonly parts: ReturnType<typeof composeServiceParts>;
  readonly stores: ReturnType<typeof composeStores>;
  readonly context: AppContext;
  readonly config: AppContext['config'];
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/** Addresses are given where the database is not the one in the data folder. */
export async function openBeside(
  dataDir: string,
  urls: Pick<Beside, 'serviceUrl' | 'ownerUrl'> | null = null,
): Promise<Beside> {
  const context = await readAppContext(dataDir);
  const embedded =
    urls === null ? await EmbeddedPostgres.open({ ...context, openLockSession }) : null;
  const { serviceUrl, ownerUrl } = embedded ?? urls ?? assert.fail('there is a database');
  const database = openDatabase({ ...context, url: serviceUrl, applicationName: 'bench' });
  const { config } = context;
  const stores = composeStores({ ...context, database, batchMax: config.payments.batchMax });
  const lightning = await connectRunningNode(context);
  const node = await identifyNode(context, lightning, stores);
  const parts = composeServiceParts({ context, stores, lightning, node });
  return {
    database,
    parts,
    stores,
    context,
    config,
    serviceUrl,
    ownerUrl,
    close: async () => {
      await lightning.close();
      await database.close();
      await embedded?.close();
    },
  };
}

async function readAppContext(dataDir: string): Promise<AppContext> {
  const ports = { clock: systemClock, random: systemRandom };
  return {
    ...ports,
    config: readConfig({ SATCHEL_DATA_DIR: dataDir }),
    dataFolder: await openDataFolder(dataDir, systemRandom),
    log: createLogger({ ...ports, level: 'silent', format: 'json', write: () => undefined }),
  };
}
