import { HOUR_SEC, type Jobs } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import { GAUGE_EVERY_SEC } from './gauges/gauge-limits.ts';
import { type PruneGaugesDeps, pruneGauges } from './gauges/prune-gauges.ts';
import { operateAlarmPages } from './pages/alarms.ts';
import { operateBookPages } from './pages/books.ts';
import { operateJobPages } from './pages/jobs.ts';
import { listActionPages } from './pages/list-actions.ts';
import { operateLogPages } from './pages/log.ts';
import { adminNodePages } from './pages/node.ts';
import type { OperatorPageDeps } from './pages/operator-page-deps.ts';
import { overviewPages } from './pages/overview.ts';
import { paymentActionPages } from './pages/payment-actions.ts';
import { operatePaymentPages } from './pages/payments.ts';
import { serviceActionPages } from './pages/service-actions.ts';
import { operateSettingPages } from './pages/settings.ts';
import { operateUnclaimedPages } from './pages/unclaimed.ts';
import { operateWebhookPages } from './pages/webhook-health.ts';
import { type SampleGaugesDeps, sampleGauges } from './sample-gauges.ts';
import { adminUserPages } from './users/admin-user.ts';
import { adminUsersPages } from './users/admin-users.ts';

/** What operators see. The places in their navigation stand in web/pages/places.ts. */
export const OVERSIGHT_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...overviewPages,
  ...adminNodePages,
  ...operatePaymentPages,
  ...operateAlarmPages,
  ...operateUnclaimedPages,
  ...operateWebhookPages,
  ...operateJobPages,
  ...operateBookPages,
  ...operateSettingPages,
  ...operateLogPages,
];

/** What they do there. */
export const ACTION_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...paymentActionPages,
  ...listActionPages,
  ...serviceActionPages,
];

export const OPERATOR_PAGES: readonly Page<OperatorPageDeps>[] = [
  ...adminUsersPages,
  ...adminUserPages,
  ...OVERSIGHT_PAGES,
  ...ACTION_PAGES,
];

export const operatorJobs = (deps: SampleGaugesDeps & PruneGaugesDeps): Jobs => ({
  'sample-gauges': { work: () => sampleGauges(deps), everySec: GAUGE_EVERY_SEC },
  'sweep-gauges': { work: (_, signal) => pruneGauges(deps, signal), everySec: HOUR_SEC },
});
