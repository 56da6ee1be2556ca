import { LEAVING_PAGES } from '../../account-closure/account-closure.ts';
import { ACCOUNT_PAGES } from '../../accounts/accounts.ts';
import { ACTIVITY_PAGES } from '../../activity/activity.ts';
import { ADDRESS_PAGES } from '../../address/address.ts';
import { OPERATOR_PAGES } from '../../admin/admin.ts';
import { APPROVAL_PAGES } from '../../approvals/approvals.ts';
import { APP_PAGES } from '../../apps/apps.ts';
import { PEOPLE_PAGES } from '../../contacts/contacts.ts';
import { REQUEST_PAGES } from '../../money-requests/money-requests.ts';
import { NOTICE_PAGES } from '../../notifications/notifications.ts';
import { PROOF_PAGES } from '../../proof/proof.ts';
import { RECEIVE_PAGES } from '../../receive/receive.ts';
import { SEND_PAGES } from '../../send/send.ts';
import { STATEMENT_PAGES } from '../../statements/statements.ts';
import { livePages } from '../../web/live/live.ts';
import { offlinePages } from '../../web/pages/offline.ts';
import type { Page } from '../../web/pages/page.ts';
import { WEBHOOK_PAGES } from '../../webhooks/webhooks.ts';
import type { PageDeps } from './page-deps.ts';

/** Every page that people see. */
export const PAGES: readonly Page<PageDeps>[] = [
  ...ACTIVITY_PAGES,
  ...RECEIVE_PAGES,
  ...PEOPLE_PAGES,
  ...REQUEST_PAGES,
  ...SEND_PAGES,
  ...APPROVAL_PAGES,
  ...ADDRESS_PAGES,
  ...STATEMENT_PAGES,
  ...PROOF_PAGES,
  ...NOTICE_PAGES,
  ...ACCOUNT_PAGES,
  ...APP_PAGES,
  ...WEBHOOK_PAGES,
  ...LEAVING_PAGES,
  ...OPERATOR_PAGES,
  ...livePages,
  ...offlinePages,
];
