import { type RaiseAlarmDeps, raiseAlarm } from '../../alarms/raise-alarm.ts';
import type { ComparisonStore } from '../comparison-store.ts';

export interface StopAsRewoundDeps extends RaiseAlarmDeps {
  readonly comparisons: Pick<ComparisonStore, 'stopAsRewound'>;
}

/** Stops all payments over the node because something shows that the database has lost data. */
export async function stopAsRewound(deps: StopAsRewoundDeps, why: string): Promise<void> {
  const detail =
    `${why}: the database has gone back to an earlier state, or others pay from this node, by ` +
    'your leave (SATCHEL_NODE_SHARED) or with a stolen macaroon; look at `satchel node ' +
    'compare`, then `satchel node release`';
  await deps.comparisons.stopAsRewound(detail);
  await raiseAlarm(deps, { kind: 'database_gone_back', subject: 'database', detail });
}
