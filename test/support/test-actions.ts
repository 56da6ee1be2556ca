import type { Database } from '../../src/adapters/postgres/connection/db.ts';
import { createUnclaimedStore } from '../../src/adapters/postgres/money/unclaimed-store.ts';
import { createAlarmListStore } from '../../src/adapters/postgres/operations/alarm-store.ts';
import { createJobListStore } from '../../src/adapters/postgres/operations/job-store.ts';
import { createOperatorStopStore } from '../../src/adapters/postgres/operations/outside-stop-store.ts';
import { systemRandom as random } from '../../src/adapters/system-random.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { Log } from '../../src/base/log.ts';
import { composeStores } from '../../src/compose/compose-stores.ts';
import type { ActionsPort } from '../../src/http/pages/operate/actions/actions-port.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { createPaymentEnds } from '../../src/usecases/payments/payment-ends.ts';

interface ActionParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** What operators do on pages, over the database of a test and a node that is away. */
export function createTestActions(
  { database, clock, log }: ActionParts,
  changes: Partial<ActionsPort> = {},
): ActionsPort {
  const shutdown = new AbortController().signal;
  return {
    ...composeStores({ database, clock, random, batchMax: 64 }),
    clock,
    random,
    log,
    shutdown,
    ends: createPaymentEnds(shutdown),
    node: { network: 'regtest', pubkey: `02${'ab'.repeat(32)}`, alias: 'our-node' },
    lightning: AWAY,
    config: { notFoundGraceSec: 60, heartbeatGraceSec: 60, strandedGraceSec: 600 },
    unclaimed: createUnclaimedStore(database),
    alarmList: createAlarmListStore(database),
    jobList: createJobListStore(database),
    operatorStops: createOperatorStopStore(database),
    storedStops: null,
    ...changes,
  };
}

const away = async (): Promise<never> => {
  throw new NodeFault('the node is away');
};

const AWAY: ActionsPort['lightning'] = {
  payment: away,
  follow: away,
  info: away,
  attempts: away,
  channels: away,
};
