import { deriveKey } from '../access/derived-key.ts';
import { createNwcKeyStore } from '../adapters/postgres/apps/nwc-key-store.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createGrantHistoryStore } from '../adapters/postgres/money/grant-history-store.ts';
import { createNotificationStore } from '../adapters/postgres/nwc/notification-store.ts';
import { createNwcRequestStore } from '../adapters/postgres/nwc/nwc-request-store.ts';
import { MAX_OPEN_NWC_KEYS } from '../base/nwc-limits.ts';
import type { Config } from '../config/config.ts';
import type { RelayDeps } from '../http/relay/relay-deps.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { createAnswerBoard } from '../usecases/nwc/answer-board.ts';
import { createBlockHeight } from '../usecases/nwc/block-height.ts';
import type { NwcDeps } from '../usecases/nwc/nwc-deps.ts';
import { rememberKeys } from '../usecases/nwc/remembered-keys.ts';
import { createRequestRunner } from '../usecases/nwc/request-runner.ts';
import { createWalletSides } from '../usecases/nwc/wallet-sides.ts';
import type { JobKind } from '../workers/run-jobs.ts';
import { runNwcRequests } from '../workers/run-nwc-requests.ts';
import type { AppContext } from './app-context.ts';
import type { AccessParts } from './compose-access.ts';
import { addressDomainFor, walletKeysKey } from './compose-nwc-kind.ts';
import type { ServiceParts } from './compose-service-parts.ts';
import { nwcJobs } from './job-kinds.ts';

export interface Nwc {
  readonly relay: RelayDeps;
  readonly jobs: ReadonlyMap<string, JobKind>;
  /** Runs what no one else runs, until the stop signal, and then ends what it has begun. */
  run(stop: AbortSignal): Promise<void>;
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
  });
}

export type NwcStores = Pick<NwcDeps, 'nwcKeys' | 'nwcRequests' | 'grantHistory'> &
  Pick<RelayDeps, 'notifications'>;

/** The same over any stores. */
export function composeNwcOver(options: NwcOptions, stores: NwcStores): Nwc {
  const { context, secretKey, access, parts } = options;
  const { nwc } = context.config;
  const schemes: readonly EncryptionScheme[] = nwc.hasNip04 ? ['nip44_v2', 'nip04'] : ['nip44_v2'];
  const shared = {
    ...stores,
    nwcKeys: rememberKeys(stores.nwcKeys, MAX_OPEN_NWC_KEYS),
    sides: createWalletSides(walletKeysKey(secretKey), MAX_OPEN_NWC_KEYS),
    board: createAnswerBoard(),
    schemes,
  };
  const runner = createRequestRunner({
    ...parts,
    ...shared,
    appGrantUses: access.appGrantUses,
    blockHeight: createBlockHeight(parts),
    addressDomain: () => addressDomainFor(context.config),
    requestKey: deriveKey(secretKey, 'nwc requests'),
  });
  return {
    relay: {
      ...context,
      ...shared,
      runner,
      processId: parts.processId,
      stop: parts.stop,
    },
    jobs: nwcJobs({ ...context, ...shared }),
    run: async (stop) => {
      await runNwcRequests({ ...context, ...shared, runner }, stop);
      await runner.drain();
    },
  };
}
