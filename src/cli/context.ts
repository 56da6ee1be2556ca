import { openDataFolder } from '../adapters/data-folder.ts';
import { createLogger } from '../adapters/logger.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import type { AppContext } from '../compose/app-context.ts';
import { openStorage, type Storage } from '../compose/open-storage.ts';
import { readConfig } from '../config/config.ts';
import { readEnvironment, readNamesOfFile } from '../config/env.ts';
import { printProgress } from './print.ts';

export interface Context extends AppContext {
  readonly storage: Storage;
}

/** Commands report through their output, so the log shows warnings only, on stderr. */
export async function readAppContext(): Promise<AppContext> {
  const config = readConfig(readEnvironment(), readNamesOfFile());
  return {
    config,
    dataFolder: await openDataFolder(config.dataDir, systemRandom),
    clock: systemClock,
    random: systemRandom,
    log: createLogger({
      level: config.logLevel === 'info' ? 'warn' : config.logLevel,
      format: 'text',
      clock: systemClock,
      write: (line) => printProgress(line.trimEnd()),
    }),
  };
}

/** Opens the database for one command, with or without a running service. */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const context = await readAppContext();
  const storage = await openStorage({
    ...context,
    database: context.config.database,
    applicationName: 'satchel command',
  });
  try {
    return await work({ ...context, storage });
  } finally {
    await storage.close();
  }
}
