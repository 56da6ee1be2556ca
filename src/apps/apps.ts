/**
 * The parts of this feature that the program puts together: routes about the account and for OAuth,
 * pages, and jobs that remove what has ended.
 */

import type { AppGrantStore } from '../authorization/app-grant.ts';
import { createAppGrantUses } from '../authorization/app-grant-uses.ts';
import type { Clock } from '../base/clock.ts';
import { HOUR_SEC, MINUTE_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/db.ts';
import type { Page } from '../web/pages/page.ts';
import type { PublicUrls } from '../web/public-urls.ts';
import type { Route } from '../web/route.ts';
import type { ConnectionKind } from './connection-kind.ts';
import { createLndhubKind } from './lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from './lndhub-devices/sql/lndhub-store.ts';
import type { AppPairing } from './nwc-keys/pair-app.ts';
import { createLateAuthorizationServer } from './oauth/provider/late-authorization-server.ts';
import { consentPath } from './oauth/routes/authorization.ts';
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
import { createAppGrantStore } from './sql/app-grant-store.ts';
import { createClientStore } from './sql/client-store.ts';
import { createConnectionStore } from './sql/connection-store.ts';
import { createOauthStore } from './sql/oauth-store.ts';
import { createPayerStore } from './sql/payer-store.ts';
import { createTokenFamilyStore } from './sql/token-family-store.ts';

export interface AppRouteDeps extends PresentAccountDeps {
  readonly appGrants: AppGrantStore;
  /** The metadata of the authorization server (RFC 8414), as JSON text. */
  readonly oauthMetadata: () => Promise<string>;
}

/** Routes by which an app reads the account that it may act for. */
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

/** Pages about apps, tokens and devices that use a wallet, and about apps that users develop. */
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

export interface AccessOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** The public URL of the API, which is known once the service listens. */
  readonly apiUrl: () => string;
}

/**
 * The two ways to connect an app over Nostr Wallet Connect: with a key that this service makes, or
 * with one that the app has made.
 */
export interface NwcConnecting {
  readonly kind: ConnectionKind;
  readonly pairing: AppPairing;
}

export type AccessParts = ReturnType<typeof createAccess>;

/** Creates the parts that deal with apps, with what users have granted them, and with OAuth. */
export function createAccess(
  options: AccessOptions,
  { oauth, hasLndhub }: Pick<Config, 'oauth' | 'hasLndhub'>,
  /** Connects apps over Nostr Wallet Connect; null while that is switched off. */
  nwc: NwcConnecting | null = null,
) {
  const { database, clock, random, log, apiUrl } = options;
  const appGrants = createAppGrantStore(database, clock);
  const oauthStore = createOauthStore(database);
  // The list of protocols that connect apps without OAuth, each only while it is switched on.
  const lndhubStore = createLndhubStore(database);
  const connectionKinds: readonly ConnectionKind[] = [
    ...(nwc === null ? [] : [nwc.kind]),
    ...(hasLndhub ? [createLndhubKind({ lndhub: lndhubStore, baseUrl: apiUrl })] : []),
  ];
  return {
    appGrants,
    payers: createPayerStore(database, clock),
    oauthStore,
    clients: createClientStore(database),
    tokenFamilies: createTokenFamilyStore(database),
    connections: createConnectionStore(database),
    connectionKinds,
    pairing: nwc?.pairing ?? null,
    lndhubStore,
    /** The store for LndHub, a protocol of phone wallets; null while it is switched off. */
    lndhub: hasLndhub ? lndhubStore : null,
    appGrantUses: createAppGrantUses({ appGrants, clock }),
    openAuthorizationServer: (urls: PublicUrls) =>
      createLateAuthorizationServer({
        ...urls,
        oauthStore,
        clock,
        random,
        log,
        consentPath,
        accessTokenTtlSec: oauth.accessTokenTtlSec,
        reuseGraceMs: oauth.refreshReuseGraceSec * 1000,
      }),
  };
}
