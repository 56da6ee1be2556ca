import type { Page } from '../kit/page.ts';
import { operateAlarmPages } from './alarms.ts';
import { operateBookPages } from './books.ts';
import { operateJobPages } from './jobs.ts';
import { operatePaymentPages } from './payments.ts';
import { operateSettingPages } from './settings.ts';
import { operateUnclaimedPages } from './unclaimed.ts';
import { operateWebhookPages } from './webhook-health.ts';

/** Lists for admins, which change nothing. */
export const OPERATE_PAGES: readonly Page[] = [
  ...operateAlarmPages,
  ...operatePaymentPages,
  ...operateUnclaimedPages,
  ...operateWebhookPages,
  ...operateJobPages,
  ...operateBookPages,
  ...operateSettingPages,
];
