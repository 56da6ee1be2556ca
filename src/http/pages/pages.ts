import { ACCOUNT_PAGES } from './account/account-pages.ts';
import { page as adminNode } from './admin-node.ts';
import * as appGrant from './app-grant.ts';
import * as appGrantBudget from './app-grant-budget.ts';
import * as authorize from './authorize.ts';
import * as client from './client.ts';
import * as clientSecret from './client-secret.ts';
import { page as clients } from './clients.ts';
import { page as connectedApps } from './connected-apps.ts';
import * as consent from './consent.ts';
import * as deleteClient from './delete-client.ts';
import { page as home } from './home.ts';
import type { Page } from './kit/page.ts';
import * as newClient from './new-client.ts';
import * as newToken from './new-token.ts';
import * as revokeAppGrant from './revoke-app-grant.ts';
import { revokeTokenPages } from './revoke-token.ts';
import * as tokenBudget from './token-budget.ts';
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
  appGrantBudget.askPage,
  appGrantBudget.page,
  revokeAppGrant.askPage,
  revokeAppGrant.page,
  clients,
  newClient.formPage,
  newClient.page,
  client.formPage,
  client.page,
  clientSecret.askPage,
  clientSecret.page,
  deleteClient.askPage,
  deleteClient.page,
  ...tokensPages,
  newToken.formPage,
  newToken.page,
  tokenBudget.askPage,
  tokenBudget.page,
  ...revokeTokenPages,
  ...WEBHOOK_PAGES,
];
