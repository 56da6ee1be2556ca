import type { ActionsPort } from '../../src/admin/pages/actions-port.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import type { Database } from '../../src/database/db.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { createCompletionNotifier } from '../../src/payments/completion-notifier.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createScriptedProvider } from './scripted-provider.ts';
import { createTestStores } from './test-stores.ts';

interface ActionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** Null or absent: the settings have no schedule of backups. */
  readonly backupEverySec?: number | null;
}

/** What operators do on pages, over the database of a test and a node that is away. */
export function createTestActions(
  { database, clock, log, backupEverySec = null }: ActionParts,
  changes: Partial<ActionsPort> = {},
): ActionsPort {
  const shutdown = new AbortController().signal;
  return {
    ...createTestStores(database, backupEverySec),
    clock,
    random,
    log,
    shutdown,
    completions: createCompletionNotifier(shutdown),
    node: { network: 'regtest', pubkey: `02${'ab'.repeat(32)}`, alias: 'our-node' },
    lightning: AWAY,
    onchain: null,
    config: { notFoundGraceSec: 60, heartbeatGraceSec: 60, stuckGraceSec: 600 },
    storedStops: null,
    paymentStop: { stopReason: () => null },
    provider: createScriptedProvider(clock),
    providerRules: { addresses: addressRules([]) },
    proposedProvider: null,
    ...changes,
  };
}

const away = async (): Promise<never> => {
  throw new NodeFault('the node is away');
};

const AWAY: ActionsPort['lightning'] = {
  connectionsOpened: 0,
  send: away,
  balances: away,
  payment: away,
  follow: away,
  info: away,
  attempts: away,
  channels: away,
};
