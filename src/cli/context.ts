import { type DataFolder, openDataFolder } from '../adapters/data-folder.ts';
import { createLogger } from '../adapters/logger.ts';
import { systemClock } from '../adapters/system-clock.ts';
import { systemRandom } from '../adapters/system-random.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import { type Config, readConfig } from '../config/config.ts';
import { readEnvironment } from '../config/env.ts';
import { openStorage, type Storage } from './open-storage.ts';
import { printProgress } from './print.ts';

/** What every command has, before it opens anything. */
export interface Surroundings {
  readonly config: Config;
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
  readonly random: Random;
  /** Warnings only, beside the answer: commands speak through their answers. */
  readonly log: Log;
}

export interface Context extends Surroundings {
  readonly storage: Storage;
}

export async function readSurroundings(): Promise<Surroundings> {
  const config = readConfig(readEnvironment());
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

/** Opens the database for one command, beside a running service or without one. */
export async function withContext<T>(work: (context: Context) => Promise<T>): Promise<T> {
  const surroundings = await readSurroundings();
  const storage = await openStorage({
    ...surroundings,
    database: surroundings.config.database,
    applicationName: 'satchel command',
  });
  try {
    return await work({ ...surroundings, storage });
  } finally {
    await storage.close();
  }
}
