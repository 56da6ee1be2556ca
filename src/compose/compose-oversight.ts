import { NO_LIMITS, type UserLimits } from '../access/user-limits.ts';
import { createPeopleStore } from '../adapters/postgres/accounts/people-store.ts';
import { createPersonAccessStore } from '../adapters/postgres/accounts/person-access-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createOpenPaymentsStore } from '../adapters/postgres/money/open-payments-store.ts';
import { createUnclaimedStore } from '../adapters/postgres/money/unclaimed-store.ts';
import { createUserLimitStore } from '../adapters/postgres/money/user-limit-store.ts';
import { createAlarmListStore } from '../adapters/postgres/operations/alarm-store.ts';
import { createJobListStore, createJobStore } from '../adapters/postgres/operations/job-store.ts';
import {
  createBooksFindingsStore,
  createOutsideStopStore,
} from '../adapters/postgres/operations/outside-stop-store.ts';
import { createTableSizeStore } from '../adapters/postgres/operations/table-size-store.ts';
import { createBacklogStore } from '../adapters/postgres/webhooks/backlog-store.ts';
import type { Setting } from '../base/operate/setting.ts';
import type { OversightPort } from '../http/pages/operate/oversight-port.ts';

/** What admins see of the service in lists. */
export const composeOversight = (
  database: Database,
  settings: readonly Setting[],
  limits: UserLimits = NO_LIMITS,
): OversightPort => ({
  alarmList: createAlarmListStore(database),
  openPayments: createOpenPaymentsStore(database),
  unclaimed: createUnclaimedStore(database),
  people: createPeopleStore(database),
  personAccess: createPersonAccessStore(database),
  userLimits: createUserLimitStore(database, limits),
  jobs: createJobStore(database),
  jobList: createJobListStore(database),
  books: createOutsideStopStore(database),
  booksFindings: createBooksFindingsStore(database),
  tableSizes: createTableSizeStore(database),
  backlog: createBacklogStore(database),
  settings,
});
