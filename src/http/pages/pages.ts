import { ACCOUNT_PAGES } from './account/account-pages.ts';
import { page as adminNode } from './admin-node.ts';
import * as appGrant from './app-grant.ts';
import { appGrantBudgetPages } from './app-grant-budget.ts';
import * as authorize from './authorize.ts';
import { clientPages } from './client.ts';
import { clientSecretPages } from './client-secret.ts';
import { clientsPages } from './clients.ts';
import { page as connectedApps } from './connected-apps.ts';
import * as consent from './consent.ts';
import { deleteClientPages } from './delete-client.ts';
import { page as home } from './home.ts';
import type { Page } from './kit/page.ts';
import { newClientPages } from './new-client.ts';
import { newTokenPages } from './new-token.ts';
import * as revokeAppGrant from './revoke-app-grant.ts';
import { revokeTokenPages } from './revoke-token.ts';
import { tokenBudgetPages } from './token-budget.ts';
import { tokensPages } from './tokens.ts';
import { WEBHOOK_PAGES } from './webhooks/webhook-pages.ts';

/** Every page that people see. */
export const PAGES: readonly Page[] = [
  home,
  ...ACCOUNT_PAGES,
  adminNode,
  authorize.page,
  authorize.resumePage,
  consent.askPage,
  consent.page,
  consent.switchPage,
  connectedApps,
  appGrant.page,
  appGrant.endPage,
  ...appGrantBudgetPages,
  revokeAppGrant.askPage,
  revokeAppGrant.page,
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
];
