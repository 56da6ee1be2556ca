import { payPages } from '../../address/pages/pay.ts';
import { payInvoicePages } from '../../address/pages/pay-invoice.ts';
import { authorizePages } from '../../apps/pages/authorize.ts';
import { clientPages } from '../../apps/pages/client.ts';
import { clientSecretPages } from '../../apps/pages/client-secret.ts';
import { clientsPages } from '../../apps/pages/clients.ts';
import { consentPages } from '../../apps/pages/consent.ts';
import { deleteClientPages } from '../../apps/pages/delete-client.ts';
import { newClientPages } from '../../apps/pages/new-client.ts';
import { newTokenPages } from '../../apps/pages/new-token.ts';
import { revokeTokenPages } from '../../apps/pages/revoke-token.ts';
import { tokenBudgetPages } from '../../apps/pages/token-budget.ts';
import { tokensPages } from '../../apps/pages/tokens.ts';
import { receivePages } from '../../receive/pages/receive.ts';
import { receiveInvoicePages } from '../../receive/pages/receive-invoice.ts';
import { playPages } from '../../receive/play/play.ts';
import { payDraftPages } from '../../send/pages/pay-draft.ts';
import { scanPages } from '../../send/pages/scan.ts';
import { sendPages } from '../../send/pages/send.ts';
import { sendDraftPages } from '../../send/pages/send-draft.ts';
import { withdrawPages } from '../../send/pages/withdraw.ts';
import { offlinePages } from '../../web/pages/offline.ts';
import type { Page } from '../../web/pages/page.ts';
import { ACCOUNT_PAGES } from './account-pages.ts';
import { APP_PAGES } from './app-pages.ts';
import { LEAVE_PAGES } from './leave-pages.ts';
import { OPERATE_ACTION_PAGES, OPERATE_PAGES } from './operate-pages.ts';
import { WALLET_PAGES } from './wallet-pages.ts';
import { WEBHOOK_PAGES } from './webhook-pages.ts';

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
