import { createAlarmListStore } from '../../alarms/sql/alarm-store.ts';
import { createJobListStore } from '../../background/sql/job-store.ts';
import type { Database } from '../../database/db.ts';
import { createOperatorHaltStore } from '../../node/sql/payment-halt-store.ts';
import type { ActionsPort } from '../../operate/pages/actions-port.ts';
import { createUnclaimedStore } from '../../receipts/sql/unclaimed-store.ts';
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
  operatorStops: createOperatorHaltStore(database),
});
