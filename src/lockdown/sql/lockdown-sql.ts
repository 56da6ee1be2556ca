import type { HeldParts } from '../held-parts.ts';

/** SQL that tells whether apps, tokens and connections wait until operators lift a lockdown. */
export const ARE_APPS_HELD = 'exists (select from lockdown where holds_apps)';

/**
 * SQL for the number of the newest lockdown; 0 before the first. A session of a user that began
 * under a lower number has ended, and so has the push device of such a session.
 */
export const LOCKDOWN_NUMBER = 'coalesce((select number from lockdown), 0)';

/** SQL for the columns of a HeldRow. */
export const HELD_PARTS = `
  exists (select from outside_stop where reason = 'lockdown') as holds_payments,
  ${ARE_APPS_HELD} as holds_apps,
  exists (select from lockdown where holds_changes) as holds_changes`;

export interface HeldRow {
  readonly holds_payments: boolean;
  readonly holds_apps: boolean;
  readonly holds_changes: boolean;
}

export const parseHeld = (row: HeldRow): HeldParts => ({
  payments: row.holds_payments,
  apps: row.holds_apps,
  changes: row.holds_changes,
});
