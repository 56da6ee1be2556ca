import type { ConnectionKind } from '../access/connection-kind.ts';
import { createLateAuthorizationServer } from '../adapters/oidc/late-authorization-server.ts';
import { createAppGrantStore } from '../adapters/postgres/apps/app-grant-store.ts';
import { createClientStore } from '../adapters/postgres/apps/client-store.ts';
import { createConnectionStore } from '../adapters/postgres/apps/connection-store.ts';
import { createLndhubStore } from '../adapters/postgres/apps/lndhub-store.ts';
import { createOauthStore } from '../adapters/postgres/apps/oauth-store.ts';
import { createPayerStore } from '../adapters/postgres/apps/payer-store.ts';
import { createTokenFamilyStore } from '../adapters/postgres/apps/token-family-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { Config } from '../config/config.ts';
import type { PublicUrls } from '../http/http-deps.ts';
import { consentPath } from '../http/oauth/authorization.ts';
import { createAppGrantUses } from '../usecases/apps/app-grant-uses.ts';
import { createLndhubKind } from '../usecases/apps/lndhub-kind.ts';
import type { AppPairing } from '../usecases/nwc/pair-app.ts';

export interface AccessOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Public URL of the API, known once the service listens. */
  readonly apiUrl: () => string;
}

/** How apps come to Nostr Wallet Connect: with a key of ours, or with their own. */
export interface NwcConnecting {
  readonly kind: ConnectionKind;
  readonly pairing: AppPairing;
}

export type AccessParts = ReturnType<typeof composeAccess>;

/** Apps, what users have granted them, and the OAuth protocol. */
export function composeAccess(
  options: AccessOptions,
  { oauth, hasLndhub }: Pick<Config, 'oauth' | 'hasLndhub'>,
  /** Nostr Wallet Connect, while it is switched on. */
  nwc: NwcConnecting | null = null,
) {
  const { database, clock, random, log, apiUrl } = options;
  const appGrants = createAppGrantStore(database);
  const oauthStore = createOauthStore(database);
  // Every protocol that connects apps without OAuth has its place here.
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
    /** Null while it is switched off. */
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
