import assert from 'node:assert/strict';
import {
  composeServiceParts,
  type ServiceParts,
} from '../src/app/compose/compose-service-parts.ts';
import { composeStores, type Stores } from '../src/app/compose/compose-stores.ts';
import { connectRunningNode } from '../src/app/compose/connect-node.ts';
import { identifyNode } from '../src/app/compose/identify-node.ts';
import type { AppContext } from '../src/app/context/app-context.ts';
import { readConfig } from '../src/config/config.ts';
import { type Database, openDatabase } from '../src/database/db.ts';
import { EmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { openLockSession } from '../src/database/lock-session.ts';
import { createAccessWatch } from '../src/lightning/lnd/access-watch.ts';
import { openDataFolder } from '../src/system/data-folder.ts';
import { createLogger } from '../src/system/logger.ts';
import { systemClock } from '../src/system/system-clock.ts';
import { systemRandom } from '../src/system/system-random.ts';

/**
 * Access from this process to the database and the logic of a running service. It serves to prepare
 * the benchmark, and for yardsticks that use the database directly.
 */
export interface Beside {
  readonly database: Database;
  readonly parts: ServiceParts;
  readonly stores: Stores;
  readonly context: AppContext;
  readonly config: AppContext['config'];
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  close(): Promise<void>;
}

/**
 * Opens the database of a service. Its addresses are given if it is not the one in the data folder.
 */
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
  const lightning = await connectRunningNode(context, stores);
  const node = await identifyNode(context, lightning, stores);
  const parts = composeServiceParts({ context, stores, lightning, node, onchain: null });
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
    accessWatch: createAccessWatch(),
    log: createLogger({ ...ports, level: 'silent', format: 'json', write: () => undefined }),
  };
}
