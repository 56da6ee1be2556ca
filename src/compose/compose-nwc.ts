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
  readonly database: Database;
  readonly secretKey: Uint8Array;
  readonly access: AccessParts;
  readonly parts: ServiceParts & { readonly config: Config['payments'] };
}

/** Requests of apps over Nostr Wallet Connect; null while it is switched off. */
export function composeNwc(options: NwcOptions): Nwc | null {
  const { context, database, secretKey, access, parts } = options;
  const { nwc } = context.config;
  if (!nwc.isOn) return null;
  const schemes: readonly EncryptionScheme[] = nwc.hasNip04 ? ['nip44_v2', 'nip04'] : ['nip44_v2'];
  const shared = {
    nwcKeys: rememberKeys(createNwcKeyStore(database), MAX_OPEN_NWC_KEYS),
    nwcRequests: createNwcRequestStore(database),
    sides: createWalletSides(walletKeysKey(secretKey), MAX_OPEN_NWC_KEYS),
    board: createAnswerBoard(),
    schemes,
  };
  const runner = createRequestRunner({
    ...parts,
    ...shared,
    grantHistory: createGrantHistoryStore(database),
    appGrantUses: access.appGrantUses,
    blockHeight: createBlockHeight(parts),
    addressDomain: () => addressDomainFor(context.config),
    requestKey: deriveKey(secretKey, 'nwc requests'),
  });
  return {
    relay: {
      ...context,
      ...shared,
      notifications: createNotificationStore(database),
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
