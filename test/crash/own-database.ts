import { EmbeddedPostgres } from '../../src/database/embedded/embedded-postgres.ts';
import { openLockSession } from '../../src/database/lock-session.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { createLogger } from '../../src/system/logger.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/** A database that several processes of the service share and none of them looks after. */
export interface OwnDatabase {
  readonly serviceUrl: string;
  readonly ownerUrl: string;
  /** Closes the database; its files go with the data folder, or stay there. */
  close(keepsFiles?: boolean): Promise<void>;
}

/** Durable, and started again on the same port when it was killed, as an operator's would be. */
export async function openOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  const ports = { clock: systemClock, random: systemRandom };
  const database = await EmbeddedPostgres.open({
    ...ports,
    openLockSession,
    dataFolder: await openDataFolder(dataDir, systemRandom),
    log: createLogger({ ...ports, level: 'silent', format: 'json', write: () => undefined }),
  });
  const isOurs = await database.becomeService((error) => {
    throw error;
  });
  if (!isOurs) throw new Error('somebody else uses the database of a fresh folder');
  const { serviceUrl, ownerUrl } = database;
  return { serviceUrl, ownerUrl, close: () => database.close() };
}
