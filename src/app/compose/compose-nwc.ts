import { deriveKey } from '../../access/derived-key.ts';
import { createNwcKeyStore } from '../../apps/nwc-keys/sql/nwc-key-store.ts';
import type { Jobs } from '../../base/jobs.ts';
import { MAX_OPEN_NWC_KEYS } from '../../base/nwc-limits.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../database/db.ts';
import { createGrantHistoryStore } from '../../history/sql/grant-history-store.ts';
import type { EncryptionScheme } from '../../nostr/conversation.ts';
import { openRelayLine } from '../../nostr/relays/relay-line.ts';
import { createBlockHeight } from '../../nwc/block-height.ts';
import { cacheClientKeys } from '../../nwc/client-key-cache.ts';
import {
  type ExternalRelaysDeps,
  runExternalRelays,
} from '../../nwc/external-relays/run-external-relays.ts';
import { newRelayState, type RelayState } from '../../nwc/external-relays/session.ts';
import type { NwcExternalStore } from '../../nwc/external-store.ts';
import type { ExternalRelayReadings } from '../../nwc/metrics/external-relay-metrics.ts';
import { nwcJobs } from '../../nwc/nwc.ts';
import type { NwcDeps } from '../../nwc/nwc-deps.ts';
import type { RelayDeps } from '../../nwc/relay/relay-deps.ts';
import {
  createRelayRates,
  type RelayRates,
  WITHOUT_RELAY_RATES,
} from '../../nwc/relay/relay-rates.ts';
import { createRequestRunner } from '../../nwc/request-runner.ts';
import { createResponseEmitter } from '../../nwc/response-emitter.ts';
import { runNwcRequests } from '../../nwc/run-nwc-requests.ts';
import { createNotificationStore } from '../../nwc/sql/notification-store.ts';
import { createNwcExternalStore } from '../../nwc/sql/nwc-external-store.ts';
import { createNwcRequestStore } from '../../nwc/sql/nwc-request-store.ts';
import { createWalletServiceKeys } from '../../nwc/wallet-service-keys.ts';
import type { AppContext, Role } from './app-context.ts';
import type { AccessParts } from './compose-access.ts';
import { addressDomainFor, walletKeysKey } from './compose-nwc-kind.ts';
import type { ServiceParts } from './compose-service-parts.ts';

export interface Nwc {
  readonly relay: RelayDeps;
  /** Null where there are none. */
  readonly externalRelays: ExternalRelayReadings | null;
  readonly jobs: Jobs;
  /** Runs what no one else runs, until the stop signal, and then ends what it has begun. */
  run(role: Role, stop: AbortSignal): Promise<void>;
}

export interface NwcOptions {
  readonly context: AppContext;
  readonly secretKey: Uint8Array;
  readonly access: Pick<AccessParts, 'appGrantUses'>;
  readonly parts: ServiceParts & { readonly config: Config['payments'] };
}

/** Requests of apps over Nostr Wallet Connect; null while it is switched off. */
export function composeNwc({
  database,
  ...options
}: NwcOptions & { readonly database: Database }): Nwc | null {
  if (!options.context.config.nwc.isOn) return null;
  return composeNwcOver(options, {
    nwcKeys: createNwcKeyStore(database),
    nwcRequests: createNwcRequestStore(database),
    notifications: createNotificationStore(database),
    grantHistory: createGrantHistoryStore(database),
    nwcExternal: createNwcExternalStore(database),
  });
}

export type NwcStores = Pick<NwcDeps, 'nwcKeys' | 'nwcRequests' | 'grantHistory'> &
  Pick<RelayDeps, 'notifications'> & { readonly nwcExternal: NwcExternalStore };

/** Composes Nostr Wallet Connect over any stores, also those of a simulation. */
export function composeNwcOver(options: NwcOptions, stores: NwcStores): Nwc {
  const { context, secretKey, access, parts } = options;
  const { nwc } = context.config;
  const schemes: readonly EncryptionScheme[] = nwc.hasNip04 ? ['nip44_v2', 'nip04'] : ['nip44_v2'];
  const shared = {
    ...stores,
    nwcKeys: cacheClientKeys(stores.nwcKeys, MAX_OPEN_NWC_KEYS),
    sides: createWalletServiceKeys(walletKeysKey(secretKey), MAX_OPEN_NWC_KEYS),
    board: createResponseEmitter(),
    schemes,
  };
  const externalRelays = nwc.externalRelays.map(newRelayState);
  const runner = createRequestRunner({
    ...parts,
    ...shared,
    appGrantUses: access.appGrantUses,
    blockHeight: createBlockHeight(parts),
    addressDomain: () => addressDomainFor(context.config),
    requestKey: deriveKey(secretKey, 'nwc requests'),
  });
  return {
    relay: { ...context, ...shared, runner, processId: parts.processId, stop: parts.stop },
    externalRelays: readingsOf(externalRelays, stores.nwcExternal),
    jobs: nwcJobs({ ...context, ...shared }),
    run: async (role, stop) => {
      const running = { ...context, ...shared, runner };
      const outside = { ...running, ...parts, rates: ratesFor(context) };
      await Promise.all([
        runNwcRequests(running, stop),
        runOutside(outside, externalRelays, role, stop),
      ]);
      await runner.drain();
    },
  };
}

const readingsOf = (
  relays: readonly RelayState[],
  nwcExternal: Pick<NwcExternalStore, 'countPublications'>,
): ExternalRelayReadings | null =>
  relays.length === 0
    ? null
    : {
        connected: () => relays.filter(({ open }) => open !== null).length,
        countWaiting: () => nwcExternal.countPublications(),
      };

/** As on our own relay; this process counts by itself. */
const ratesFor = ({ config, clock }: AppContext): RelayRates =>
  config.rateLimit.isOn
    ? createRelayRates(clock, config.rateLimit.requestsPerSec)
    : WITHOUT_RELAY_RATES;

async function runOutside(
  deps: Omit<ExternalRelaysDeps, 'relays' | 'openLine'>,
  relays: readonly RelayState[],
  role: Role,
  stop: AbortSignal,
): Promise<void> {
  if (role === 'api' || relays.length === 0) return;
  await runExternalRelays({ ...deps, relays, openLine: openRelayLine }, stop);
}
