import { operateAlarmPages } from '../../operate/pages/alarms.ts';
import { operateBookPages } from '../../operate/pages/books.ts';
import { operateJobPages } from '../../operate/pages/jobs.ts';
import { listActionPages } from '../../operate/pages/list-actions.ts';
import { operateLogPages } from '../../operate/pages/log.ts';
import { adminNodePages } from '../../operate/pages/node.ts';
import { overviewPages } from '../../operate/pages/overview.ts';
import { paymentActionPages } from '../../operate/pages/payment-actions.ts';
import { operatePaymentPages } from '../../operate/pages/payments.ts';
import { serviceActionPages } from '../../operate/pages/service-actions.ts';
import { operateSettingPages } from '../../operate/pages/settings.ts';
import { operateUnclaimedPages } from '../../operate/pages/unclaimed.ts';
import { operateWebhookPages } from '../../operate/pages/webhook-health.ts';
import type { Page } from '../../web/pages/page.ts';

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
