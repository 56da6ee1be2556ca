import type { Context } from '../../config/context.ts';
import type { DataFolder } from '../../system/data-folder.ts';
import type { Storage } from './open-storage.ts';

/** Everything that a program has before it opens anything. */
export interface AppContext extends Context {
  readonly dataFolder: DataFolder;
}

/** A context with the database open. */
export interface OpenContext extends AppContext {
  readonly storage: Storage;
}

/** The work of one process of the service. */
export type Role = 'api' | 'worker' | 'all';
