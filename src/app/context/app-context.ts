import type { Context } from '../../config/context.ts';
import type { AccessWatch } from '../../lightning/lnd/access-watch.ts';
import type { DataFolder } from '../../system/data-folder.ts';
import type { Storage } from './open-storage.ts';

/** What a program has before it opens the database or anything else. */
export interface AppContext extends Context {
  readonly dataFolder: DataFolder;
  /** The clients of LND in this process, all of which take up a macaroon that was replaced. */
  readonly accessWatch: AccessWatch;
}

/** What a program has once its database is open. */
export interface OpenContext extends AppContext {
  readonly storage: Storage;
}

/**
 * Which work a process of the service does: it answers calls (`api`), runs loops and jobs
 * (`worker`), or both (`all`).
 */
export type Role = 'api' | 'worker' | 'all';
