import { ACCOUNT_PAGES } from './account/account-pages.ts';
import { APP_PAGES } from './apps/app-pages.ts';
import { authorizePages } from './authorize.ts';
import { clientPages } from './client.ts';
import { clientSecretPages } from './client-secret.ts';
import { clientsPages } from './clients.ts';
import { consentPages } from './consent.ts';
import { deleteClientPages } from './delete-client.ts';
import { offlinePages } from './install/offline.ts';
import type { Page } from './kit/page.ts';
import { LEAVE_PAGES } from './leave/leave-pages.ts';
import { newClientPages } from './new-client.ts';
import { newTokenPages } from './new-token.ts';
import { OPERATE_ACTION_PAGES, OPERATE_PAGES } from './operate/operate-pages.ts';
import { payPages } from './pay/pay.ts';
import { payInvoicePages } from './pay/pay-invoice.ts';
import { playPages } from './play/play.ts';
import { receivePages } from './receive/receive.ts';
import { receiveInvoicePages } from './receive/receive-invoice.ts';
import { withdrawPages } from './receive/withdraw.ts';
import { revokeTokenPages } from './revoke-token.ts';
import { payDraftPages } from './send/pay-draft.ts';
import { scanPages } from './send/scan.ts';
import { sendPages } from './send/send.ts';
import { sendDraftPages } from './send/send-draft.ts';
import { tokenBudgetPages } from './token-budget.ts';
import { tokensPages } from './tokens.ts';
import { WALLET_PAGES } from './wallet/wallet-pages.ts';
import { WEBHOOK_PAGES } from './webhooks/webhook-pages.ts';

/** Every page that people see. */
export const PAGES: readonly Page[] = [
  ...WALLET_PAGES,
  ...receivePages,
  ...receiveInvoicePages,
  ...withdrawPages,
  ...sendPages,
  ...scanPages,
  ...sendDraftPages,
  ...payDraftPages,
  ...playPages,
  ...offlinePages,
  ...ACCOUNT_PAGES,
  ...LEAVE_PAGES,
  ...OPERATE_PAGES,
  ...OPERATE_ACTION_PAGES,
  ...authorizePages,
  ...consentPages,
  ...APP_PAGES,
  ...clientsPages,
  ...newClientPages,
  ...clientPages,
  ...clientSecretPages,
  ...deleteClientPages,
  ...tokensPages,
  ...newTokenPages,
  ...tokenBudgetPages,
  ...revokeTokenPages,
  ...WEBHOOK_PAGES,
  ...payPages,
  ...payInvoicePages,
];
