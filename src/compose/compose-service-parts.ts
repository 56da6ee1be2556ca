import { newUuid } from '../base/id.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import type { NodeIdentity } from '../operations/node-identity.ts';
import { createInvoiceTurns } from '../usecases/addresses/invoice-turns.ts';
import { createBegunPayments } from '../usecases/operations/begun-payments.ts';
import { createSolvencyGate } from '../usecases/operations/check-solvency.ts';
import { createFirstLook } from '../usecases/operations/first-look.ts';
import { createStoredStops } from '../usecases/operations/stored-stops.ts';
import { createHeartbeatGate } from '../usecases/payments/heartbeat-gate.ts';
import { createNewestIndexReader } from '../usecases/payments/newest-index-reader.ts';
import { createPaymentDispatcher } from '../usecases/payments/payment-dispatcher.ts';
import { createPaymentEnds } from '../usecases/payments/payment-ends.ts';
import { createAliasBook } from '../usecases/receipts/alias-book.ts';
import { createSilenceJudge } from '../workers/liveness.ts';
import type { AppContext } from './app-context.ts';
import { begunRecord } from './begun-record.ts';
import type { Stores } from './compose-stores.ts';
import { firstToStop, operatorGate } from './outside-gates.ts';

export interface ServicePartsOptions {
  readonly context: AppContext;
  readonly stores: Stores;
  readonly lightning: LightningNode;
  readonly node: NodeIdentity;
}

export type ServiceParts = ReturnType<typeof composeServiceParts>;

/** What one process of the service holds in memory; nothing is lost when the process dies. */
export function composeServiceParts(options: ServicePartsOptions) {
  const { context, stores, lightning, node } = options;
  const { config, clock, random, log } = context;
  /** Comes first: callers stop waiting. */
  const shutdown = new AbortController();
  /** Comes when no call is left: recovery takes over open payments, and all loops end. */
  const stop = new AbortController();
  const solvencyGate = createSolvencyGate(clock);
  const begun = createBegunPayments({ ...stores, log, record: begunRecord(context) });
  const storedStops = createStoredStops({ ...stores, begun, clock });
  const firstLook = createFirstLook({ ...stores, lightning, node, log, config: config.payments });
  const shared = {
    ...stores,
    lightning,
    node,
    clock,
    random,
    log,
    processId: newUuid(clock, random),
    heartbeat: createHeartbeatGate(clock),
    silence: createSilenceJudge(config.payments),
    ends: createPaymentEnds(shutdown.signal),
    newestIndex: createNewestIndexReader({ lightning, node, gate: solvencyGate }),
    invoiceTurns: createInvoiceTurns(clock),
    aliases: createAliasBook({ node: lightning, clock }),
    gate: solvencyGate,
    begun,
    storedStops,
    firstLook,
    isDatabaseEmbedded: config.database.url === null,
    hasStandbys: config.database.expectedStandbys > 0,
    outside: firstToStop([operatorGate(config), firstLook, storedStops, solvencyGate]),
    stop: stop.signal,
    shutdown: shutdown.signal,
  };
  const dispatcher = createPaymentDispatcher(shared);
  return { ...shared, dispatcher, shutdownNow: shutdown, stopNow: stop };
}
