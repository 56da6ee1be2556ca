import type { Context } from '../../config/context.ts';
import type { DataFolder } from '../../system/data-folder.ts';
import type { Storage } from './open-storage.ts';

/** Everything that a program has before it opens anything. */
export interface AppContext extends Context {
  readonly dataFolder: DataFolder;
}

/** What a program has once its database is open. */
export interface OpenContext extends AppContext {
  readonly storage: Storage;
}

/** The work of one process of the service: answering calls, loops and jobs, or both. */
export type Role = 'api' | 'worker' | 'all';
