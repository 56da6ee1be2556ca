import { createAppGrantUses } from '../../access/app-grant-uses.ts';
import type { ConnectionKind } from '../../apps/connection-kind.ts';
import { createLndhubKind } from '../../apps/lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from '../../apps/lndhub-devices/sql/lndhub-store.ts';
import type { AppPairing } from '../../apps/nwc-keys/pair-app.ts';
import { createLateAuthorizationServer } from '../../apps/oauth/provider/late-authorization-server.ts';
import { consentPath } from '../../apps/oauth/routes/authorization.ts';
import { createAppGrantStore } from '../../apps/sql/app-grant-store.ts';
import { createClientStore } from '../../apps/sql/client-store.ts';
import { createConnectionStore } from '../../apps/sql/connection-store.ts';
import { createOauthStore } from '../../apps/sql/oauth-store.ts';
import { createPayerStore } from '../../apps/sql/payer-store.ts';
import { createTokenFamilyStore } from '../../apps/sql/token-family-store.ts';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import type { PublicUrls } from '../../web/public-urls.ts';

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
