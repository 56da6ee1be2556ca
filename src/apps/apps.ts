/**
 * What apps read of their account, the operations and pages of OAuth and tokens, and the jobs that
 * remove what has ended.
 */

import type { AppGrantStore } from '../access/app-grant.ts';
import { HOUR_SEC, type Jobs, MINUTE_SEC } from '../base/jobs.ts';
import type { Page } from '../web/pages/page.ts';
import type { Route } from '../web/route.ts';
import { appGrantPages } from './pages/app-grant.ts';
import { appGrantBudgetPages } from './pages/app-grant-budget.ts';
import { appListPages } from './pages/app-list.ts';
import type { AppPageDeps } from './pages/app-page-deps.ts';
import { authorizePages } from './pages/authorize.ts';
import { clientPages } from './pages/client.ts';
import { clientSecretPages } from './pages/client-secret.ts';
import { clientsPages } from './pages/clients.ts';
import { consentPages } from './pages/consent.ts';
import { deleteClientPages } from './pages/delete-client.ts';
import { endDevicePages } from './pages/end-device.ts';
import { newClientPages } from './pages/new-client.ts';
import { newConnectionPages } from './pages/new-connection.ts';
import { newDevicePages } from './pages/new-device.ts';
import { newTokenPages } from './pages/new-token.ts';
import { pairingPages } from './pages/pairing.ts';
import { revokeAppGrantPages } from './pages/revoke-app-grant.ts';
import { revokeTokenPages } from './pages/revoke-token.ts';
import { tokenBudgetPages } from './pages/token-budget.ts';
import { tokensPages } from './pages/tokens.ts';
import {
  type PruneLndhubDeps,
  type PruneOauthDeps,
  pruneLndhub,
  pruneOauth,
} from './prune-tokens.ts';
import { route as readBalance } from './routes/balance.get.ts';
import { route as introspectOwnToken } from './routes/oauth.introspect.post.ts';
import { route as revokeToken } from './routes/oauth.revoke.post.ts';
import { route as introspectToken } from './routes/oauth.token.introspect.get.ts';
import { route as obtainTokens } from './routes/oauth.token.post.ts';
import type { PresentAccountDeps } from './routes/present-account.ts';
import { route as readPerson } from './routes/user.me.get.ts';
import { route as readSummary } from './routes/user.summary.get.ts';
import { route as readValue4Value } from './routes/user.value4value.get.ts';
import { route as readOauthMetadata } from './routes/well-known.oauth-authorization-server.get.ts';

export interface AppRouteDeps extends PresentAccountDeps {
  readonly appGrants: AppGrantStore;
  /** RFC 8414, as JSON text. */
  readonly oauthMetadata: () => Promise<string>;
}

/** What apps read of the account that they act for. */
export const ACCOUNT_ROUTES: readonly Route<AppRouteDeps>[] = [
  readBalance,
  readSummary,
  readValue4Value,
  readPerson,
];

export const OAUTH_ROUTES: readonly Route<AppRouteDeps>[] = [
  obtainTokens,
  introspectToken,
  revokeToken,
  introspectOwnToken,
  readOauthMetadata,
];

/** What may use a wallet beside its owner, and the apps that users develop. */
export const APP_PAGES: readonly Page<AppPageDeps>[] = [
  ...authorizePages,
  ...consentPages,
  ...appListPages,
  ...newConnectionPages,
  ...pairingPages,
  ...appGrantPages,
  ...appGrantBudgetPages,
  ...revokeAppGrantPages,
  ...newDevicePages,
  ...endDevicePages,
  ...clientsPages,
  ...newClientPages,
  ...clientPages,
  ...clientSecretPages,
  ...deleteClientPages,
  ...tokensPages,
  ...newTokenPages,
  ...tokenBudgetPages,
  ...revokeTokenPages,
];

export const appJobs = (deps: PruneOauthDeps & PruneLndhubDeps): Jobs => ({
  'sweep-lndhub': { work: (_, signal) => pruneLndhub(deps, signal), everySec: HOUR_SEC },
  'sweep-oauth': { work: (_, signal) => pruneOauth(deps, signal), everySec: MINUTE_SEC },
});
