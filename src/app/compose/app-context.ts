import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { Config } from '../../config/config.ts';
import type { DataFolder } from '../../system/data-folder.ts';

/** What every program has before it opens anything. */
export interface AppContext {
  readonly config: Config;
  readonly dataFolder: DataFolder;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** What one process of the service does. */
export type Role = 'api' | 'worker' | 'all';
