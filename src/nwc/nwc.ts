/**
 * Creates Nostr Wallet Connect with its jobs and loops. The relay itself is served by
 * relay/register-relay.ts, and requests are run by run-nwc-requests.ts.
 */

import type { AccessParts } from '../apps/apps.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import type { StorageAllowance } from '../authorization/storage-allowance.ts';
import { HOUR_SEC } from '../base/durations.ts';
import type { Jobs } from '../base/jobs.ts';
import type { Context } from '../config/context.ts';
import { addressDomainFor } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { createGrantHistoryStore } from '../history/sql/grant-history-store.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { openRelayLine } from '../nostr/relays/relay-line.ts';
import { type BlockHeightDeps, createBlockHeight } from './block-height.ts';
import { cacheClientKeys } from './client-key-cache.ts';
import {
  type ExternalRelaysDeps,
  runExternalRelays,
} from './external-relays/run-external-relays.ts';
import { newRelayState, type RelayState } from './external-relays/session.ts';
import type { NwcExternalStore } from './external-store.ts';
import { limitExternalStorage, limitRequestStorage } from './limit-request-storage.ts';
import { MAX_OPEN_NWC_KEYS } from './limits.ts';
import type { ExternalRelayReadings } from './metrics/external-relay-metrics.ts';
import type { NwcDeps } from './nwc-deps.ts';
import type { RelayDeps } from './relay/relay-deps.ts';
import { createRelayRates, type RelayRates, WITHOUT_RELAY_RATES } from './relay/relay-rates.ts';
import { createRequestRunner } from './request-runner.ts';
import { createResponseEmitter } from './response-emitter.ts';
import { type PruneNwcRequestsDeps, pruneNwcRequests, runNwcRequests } from './run-nwc-requests.ts';
import { createNotificationStore } from './sql/notification-store.ts';
import { createNwcExternalStore } from './sql/nwc-external-store.ts';
import { createNwcRequestStore } from './sql/nwc-request-store.ts';
import { createWalletServiceKeys } from './wallet-service-keys.ts';

export const nwcJobs = (deps: PruneNwcRequestsDeps): Jobs => ({
  'sweep-nwc-requests': {
    work: (_, signal) => pruneNwcRequests(deps, signal),
    everySec: HOUR_SEC,
  },
});

export interface Nwc {
  readonly relay: RelayDeps;
  /** Readings about external relays for metrics; null when no external relays are configured. */
  readonly externalRelays: ExternalRelayReadings | null;
  readonly jobs: Jobs;
  /**
   * Runs stored requests that no other process runs. After the stop signal, waits until the
   * requests that it has begun are done.
   */
  run(stop: AbortSignal, options: { readonly isWorker: boolean }): Promise<void>;
}

/** The parts of Nostr Wallet Connect that this file creates, besides the stores. */
type Made =
  | 'addressDomain'
  | 'appGrantUses'
  | 'blockHeight'
  | 'responseEmitter'
  | 'openLine'
  | 'rates'
  | 'relays'
  | 'requestKey'
  | 'runner'
  | 'schemes'
  | 'walletKeys';

type NwcParts = Omit<
  NwcDeps & ExternalRelaysDeps & RelayDeps & BlockHeightDeps,
  keyof NwcStores | Made
>;

export interface NwcOptions {
  readonly context: Context;
  readonly serviceKeys: ServiceKeys;
  readonly access: Pick<AccessParts, 'appGrantUses'>;
  readonly parts: NwcParts;
}

/**
 * Creates Nostr Wallet Connect, over which apps send requests; null while the operator has switched
 * it off.
 */
export function createNwc({
  database,
  nwcKeys,
  requestStorage: storage,
  ...options
}: NwcOptions & {
  readonly database: Database;
  readonly nwcKeys: NwcStores['nwcKeys'];
  readonly requestStorage: StorageAllowance;
}): Nwc | null {
  if (!options.context.config.nwc.isOn) return null;
  const requests = createNwcRequestStore(database);
  return createNwcOver(options, {
    nwcKeys,
    nwcRequests: limitRequestStorage(requests, storage),
    notifications: createNotificationStore(database),
    grantHistory: createGrantHistoryStore(database),
    nwcExternal: limitExternalStorage(createNwcExternalStore(database), requests, storage),
  });
}

export type NwcStores = Pick<NwcDeps, 'nwcKeys' | 'nwcRequests' | 'grantHistory'> &
  Pick<RelayDeps, 'notifications'> & { readonly nwcExternal: NwcExternalStore };

/** Creates Nostr Wallet Connect with the given stores. A simulation passes its own. */
export function createNwcOver(options: NwcOptions, stores: NwcStores): Nwc {
  const { context, serviceKeys, access, parts } = options;
  const { processId, stop, walletFeed } = parts;
  const { nwc } = context.config;
  const schemes: readonly EncryptionScheme[] = nwc.hasNip04 ? ['nip44_v2', 'nip04'] : ['nip44_v2'];
  const shared = {
    ...stores,
    nwcKeys: cacheClientKeys(stores.nwcKeys, MAX_OPEN_NWC_KEYS),
    walletKeys: createWalletServiceKeys(serviceKeys.sealKey('nwc wallet keys'), MAX_OPEN_NWC_KEYS),
    responseEmitter: createResponseEmitter(),
    schemes,
  };
  const externalRelays = nwc.externalRelays.map(newRelayState);
  const runner = createRequestRunner({
    ...parts,
    ...shared,
    appGrantUses: access.appGrantUses,
    blockHeight: createBlockHeight(parts),
    addressDomain: () => addressDomainFor(context.config),
    requestKey: serviceKeys.keptKey('nwc requests'),
  });
  return {
    relay: { ...context, ...shared, runner, processId, stop, walletFeed },
    externalRelays: readingsOf(externalRelays, stores.nwcExternal),
    jobs: nwcJobs({ ...context, ...shared }),
    run: async (stop, { isWorker }) => {
      const running = { ...context, ...shared, runner };
      const external = { ...running, ...parts, rates: ratesFor(context) };
      await Promise.all([
        runNwcRequests(running, stop),
        isWorker && externalRelays.length > 0
          ? runExternalRelays(
              { ...external, relays: externalRelays, openLine: openRelayLine },
              stop,
            )
          : null,
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

/**
 * The rate limits for requests from external relays. They equal those of our own relay, but count
 * the requests of this process alone.
 */
const ratesFor = ({ config, clock }: Context): RelayRates =>
  config.rateLimit.isOn
    ? createRelayRates(clock, config.rateLimit.requestsPerSec)
    : WITHOUT_RELAY_RATES;
