import { printProgress } from '../../cli/print.ts';
import { type Config, readConfig } from '../../config/config.ts';
import { readEnvironment, readNamesOfFile } from '../../config/env.ts';
import { createAccessWatch } from '../../lightning/lnd/access-watch.ts';
import { type DataFolder, dataFolderAt, openDataFolder } from '../../system/data-folder.ts';
import { createLogger } from '../../system/logger.ts';
import { systemClock } from '../../system/system-clock.ts';
import { systemRandom } from '../../system/system-random.ts';
import type { AppContext, OpenContext } from '../context/app-context.ts';
import { openStorage } from '../context/open-storage.ts';

/**
 * Reads the settings and the data folder for a command. A command speaks through its output, so its
 * log shows only warnings, on stderr.
 */
export async function readAppContext(): Promise<AppContext> {
  const config = readConfig(readEnvironment(), readNamesOfFile());
  return appContext(config, await openDataFolder(config.dataDir, systemRandom));
}

function appContext(config: Config, dataFolder: DataFolder): AppContext {
  return {
    config,
    dataFolder,
    accessWatch: createAccessWatch(),
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

/**
 * Opens the database for one command, whether or not a service is running. If there is no service
 * in the data folder, the command is refused and creates nothing.
 */
export async function withContext<T>(work: (context: OpenContext) => Promise<T>): Promise<T> {
  const config = readConfig(readEnvironment(), readNamesOfFile());
  const context = appContext(config, dataFolderAt(config.dataDir, systemRandom));
  return await withStorage(context, true, work);
}

/**
 * Opens the database for a command that sets a service up, and creates a missing data folder or
 * database.
 */
export async function withNewContext<T>(work: (context: OpenContext) => Promise<T>): Promise<T> {
  return await withStorage(await readAppContext(), false, work);
}

async function withStorage<T>(
  context: AppContext,
  mustExist: boolean,
  work: (context: OpenContext) => Promise<T>,
): Promise<T> {
  const storage = await openStorage({
    ...context,
    database: context.config.database,
    applicationName: 'satchel command',
    mustExist,
  });
  try {
    return await work({ ...context, storage });
  } finally {
    await storage.close();
  }
}
