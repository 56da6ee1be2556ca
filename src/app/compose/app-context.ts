import type { Context } from '../../config/context.ts';
import type { DataFolder } from '../../system/data-folder.ts';

/** What every program has before it opens anything. */
export interface AppContext extends Context {
  readonly dataFolder: DataFolder;
}

/** What one process of the service does. */
export type Role = 'api' | 'worker' | 'all';
