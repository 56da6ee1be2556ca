import { newAction } from '../../src/alarms/audited-action.ts';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { LOCKDOWN_PARTS, type LockdownPart } from '../../src/lockdown/held-parts.ts';
import type { LockdownStore } from '../../src/lockdown/lockdown-store.ts';
import { createLockdownStore } from '../../src/lockdown/sql/lockdown-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import type { Cleanup } from './database.ts';

/** Locks a service down and lifts that, as a command does. */
export interface LockdownBench {
  readonly lockdowns: LockdownStore;
  /** Ends all sessions, except the one with this id. */
  press(keptSessionId?: string | null): Promise<void>;
  lift(parts?: readonly LockdownPart[], number?: number | null): Promise<readonly LockdownPart[]>;
}

export function lockdownBench(database: Database): LockdownBench {
  const lockdowns = createLockdownStore(database);
  const action = (kind: 'lockdown' | 'lockdown_lift') =>
    newAction({ clock, random }, { adminId: null }, { kind, subject: '' });
  return {
    lockdowns,
    press: (keptSessionId = null) =>
      lockdowns.lockDown({ reason: 'a stolen key', keptSessionId }, action('lockdown')),
    lift: (parts = LOCKDOWN_PARTS, number = null) =>
      lockdowns.lift(parts, number, action('lockdown_lift')),
  };
}

/** Locks a service down whose database is open elsewhere. */
export function lockdownBenchAt(cleanup: Cleanup, url: string): LockdownBench {
  const database = openDatabase({ url, applicationName: 'satchel lockdown test', clock, random });
  cleanup.after(() => database.close());
  return lockdownBench(database);
}
