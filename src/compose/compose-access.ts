import type { ConnectionKind } from '../access/connection-kind.ts';
import { createAuthorizationServer } from '../adapters/oidc/authorization-server.ts';
import { createAppGrantStore } from '../adapters/postgres/apps/app-grant-store.ts';
import { createClientStore } from '../adapters/postgres/apps/client-store.ts';
import { createConnectionStore } from '../adapters/postgres/apps/connection-store.ts';
import { createOauthStore } from '../adapters/postgres/apps/oauth-store.ts';
import { createTokenFamilyStore } from '../adapters/postgres/apps/token-family-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { Config } from '../config/config.ts';
import type { PublicUrls } from '../http/http-deps.ts';
import { consentPath } from '../http/oauth/authorization.ts';
import { createAppGrantUses } from '../usecases/apps/app-grant-uses.ts';

export interface AccessOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

export type AccessParts = ReturnType<typeof composeAccess>;

/** Apps, what users have granted them, and the OAuth protocol. */
export function composeAccess(
  options: AccessOptions,
  config: Config['oauth'],
  /** Every protocol that connects apps without OAuth, while it is switched on. */
  connectionKinds: readonly ConnectionKind[] = [],
) {
  const { database, clock, random, log } = options;
  const appGrants = createAppGrantStore(database);
  const oauthStore = createOauthStore(database);
  return {
    appGrants,
    oauthStore,
    clients: createClientStore(database),
    tokenFamilies: createTokenFamilyStore(database),
    connections: createConnectionStore(database),
    connectionKinds,
    appGrantUses: createAppGrantUses({ appGrants, clock }),
    openAuthorizationServer: (urls: PublicUrls) =>
      createAuthorizationServer({
        ...urls,
        oauthStore,
        clock,
        random,
        log,
        consentPath,
        accessTokenTtlSec: config.accessTokenTtlSec,
        reuseGraceMs: config.refreshReuseGraceSec * 1000,
      }),
  };
}
