import { createStrangerQueue } from '../../address/stranger-queue.ts';
import { newUuid } from '../../base/id.ts';
import { createAliasCache } from '../../invoices/alias-cache.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import { createSolvencyGate } from '../../node/check-solvency.ts';
import { createDispatchJournal } from '../../node/rewind/dispatch-journal.ts';
import { createStartupCheck } from '../../node/startup-check.ts';
import { createStoredStops } from '../../node/stored-stops.ts';
import { createCompletionNotifier } from '../../payments/completion-notifier.ts';
import { createNewestIndexReader } from '../../payments/newest-index-reader.ts';
import { createPaymentDispatcher } from '../../payments/payment-dispatcher.ts';
import { createFailureDetector } from '../../payments/recovery/failure-detector.ts';
import { createSendPermit } from '../../payments/send-permit.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Stores } from './compose-stores.ts';
import { dispatchRecord } from './dispatch-record-file.ts';
import { firstToStop, operatorGate } from './payment-halts.ts';

export interface ServicePartsOptions {
  readonly context: AppContext;
  readonly stores: Stores;
  readonly lightning: NodeConnection;
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
  const dispatchJournal = createDispatchJournal({
    ...stores,
    log,
    record: dispatchRecord(context),
  });
  const storedStops = createStoredStops({ ...stores, dispatchJournal, clock });
  const startupCheck = createStartupCheck({
    ...stores,
    lightning,
    node,
    log,
    config: config.payments,
  });
  const shared = {
    ...stores,
    lightning,
    node,
    clock,
    random,
    log,
    processId: newUuid(clock, random),
    heartbeat: createSendPermit(clock),
    silence: createFailureDetector(config.payments),
    completions: createCompletionNotifier(shutdown.signal),
    newestIndex: createNewestIndexReader({ lightning, node, gate: solvencyGate }),
    strangerQueue: createStrangerQueue(clock),
    aliases: createAliasCache({ node: lightning, clock }),
    gate: solvencyGate,
    dispatchJournal,
    storedStops,
    startupCheck,
    isDatabaseEmbedded: config.database.url === null,
    hasStandbys: config.database.expectedStandbys > 0,
    paymentHalt: firstToStop([operatorGate(config), startupCheck, storedStops, solvencyGate]),
    stop: stop.signal,
    shutdown: shutdown.signal,
  };
  const dispatcher = createPaymentDispatcher(shared);
  return { ...shared, dispatcher, shutdownNow: shutdown, stopNow: stop };
}
