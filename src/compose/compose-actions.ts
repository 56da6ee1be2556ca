import type { Database } from '../adapters/postgres/connection/db.ts';
import { createUnclaimedStore } from '../adapters/postgres/money/unclaimed-store.ts';
import { createAlarmListStore } from '../adapters/postgres/operations/alarm-store.ts';
import { createJobListStore } from '../adapters/postgres/operations/job-store.ts';
import { createOperatorStopStore } from '../adapters/postgres/operations/outside-stop-store.ts';
import type { ActionsPort } from '../http/pages/operate/actions/actions-port.ts';
import type { AppContext } from './app-context.ts';
import type { ServiceParts } from './compose-service-parts.ts';

/** What operators do on pages. */
export const composeActions = (
  parts: ServiceParts,
  { config }: Pick<AppContext, 'config'>,
  database: Database,
): ActionsPort => ({
  ...parts,
  config: config.payments,
  unclaimed: createUnclaimedStore(database),
  alarmList: createAlarmListStore(database),
  jobList: createJobListStore(database),
  operatorStops: createOperatorStopStore(database),
});
