import { createInvoiceTurns } from '../../address/invoice-turns.ts';
import { newUuid } from '../../base/id.ts';
import { createAliasBook } from '../../invoices/alias-book.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import { createSolvencyGate } from '../../node/check-solvency.ts';
import { createFirstLook } from '../../node/first-look.ts';
import { createBegunPayments } from '../../node/rewind/begun-payments.ts';
import { createStoredStops } from '../../node/stored-stops.ts';
import { createHeartbeatGate } from '../../payments/heartbeat-gate.ts';
import { createNewestIndexReader } from '../../payments/newest-index-reader.ts';
import { createPaymentDispatcher } from '../../payments/payment-dispatcher.ts';
import { createPaymentEnds } from '../../payments/payment-ends.ts';
import { createSilenceJudge } from '../../payments/recovery/liveness.ts';
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
