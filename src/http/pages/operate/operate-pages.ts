import type { Page } from '../kit/page.ts';
import { listActionPages } from './actions/list-actions.ts';
import { paymentActionPages } from './actions/payment-actions.ts';
import { serviceActionPages } from './actions/service-actions.ts';
import { operateAlarmPages } from './alarms.ts';
import { operateBookPages } from './books.ts';
import { operateJobPages } from './jobs.ts';
import { operateLogPages } from './log.ts';
import { adminNodePages } from './node.ts';
import { overviewPages } from './overview.ts';
import { operatePaymentPages } from './payments.ts';
import { operateSettingPages } from './settings.ts';
import { operateUnclaimedPages } from './unclaimed.ts';
import { operateWebhookPages } from './webhook-health.ts';

/** What operators see. Their places in the navigation stand in kit/places.ts. */
export const OPERATE_PAGES: readonly Page[] = [
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
export const OPERATE_ACTION_PAGES: readonly Page[] = [
  ...paymentActionPages,
  ...listActionPages,
  ...serviceActionPages,
];
