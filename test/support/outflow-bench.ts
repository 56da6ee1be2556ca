import { newAction, THE_COMMAND_LINE } from '../../src/alarms/audited-action.ts';
import { type Sat, sat } from '../../src/base/amount.ts';
import type { Database } from '../../src/database/db.ts';
import { NO_OUTFLOW_LIMITS, type OutflowLimits } from '../../src/outflow/outflow-limits.ts';
import { createOutflowStore } from '../../src/outflow/sql/outflow-store.ts';
import { systemClock as clock } from '../../src/system/system-clock.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';

/** The limits of a database, as operators change them. */
export function createOutflowBench(database: Database) {
  const store = createOutflowStore(database);
  const action = (kind: 'outflow_limit' | 'outflow_allow') =>
    newAction({ clock, random }, THE_COMMAND_LINE, { kind, subject: '' });
  return {
    ...store,
    /** Sets these limits by the settings, and no others. */
    limit: (
      changes: Partial<OutflowLimits>,
      mode: Parameters<typeof store.setBySettings>[1] = null,
    ) => store.setBySettings({ ...NO_OUTFLOW_LIMITS, ...changes }, mode),
    chooseOnly: (changes: Partial<OutflowLimits>) =>
      store.choose({ ...NO_OUTFLOW_LIMITS, ...changes }, action('outflow_limit')),
    lift: (beyondSat: Sat = sat(0n)) => store.release(beyondSat, action('outflow_allow')),
  };
}
