import type { Context } from '../../config/context.ts';
import type { DataFolder } from '../../system/data-folder.ts';
import type { Storage } from './open-storage.ts';

/** What every program has before it opens anything. */
export interface AppContext extends Context {
  readonly dataFolder: DataFolder;
}

/** With the database open. */
export interface OpenContext extends AppContext {
  readonly storage: Storage;
}

/** What one process of the service does. */
export type Role = 'api' | 'worker' | 'all';
