import { createStrangerQueue, type StrangerQueue } from '../../address/stranger-queue.ts';
import { newUuid } from '../../base/id.ts';
import { createNotifier, type Notifier } from '../../base/notifier.ts';
import { type AliasCache, createAliasCache } from '../../invoices/alias-cache.ts';
import { createRecentInvoices, type RecentInvoices } from '../../invoices/recent-invoices.ts';
import type { AccessWatch } from '../../lightning/lnd/access-watch.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import { createSolvencyStop, type SolvencyStop } from '../../node/check-solvency.ts';
import type { PaymentStop } from '../../node/payment-stop.ts';
import { createDispatchJournal, type DispatchJournal } from '../../node/rewind/dispatch-journal.ts';
import { createStartupCheck, type StartupCheck } from '../../node/startup-check.ts';
import { createStoredStops, type StoredStops } from '../../node/stored-stops.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import type { Withdrawing } from '../../onchain/order-withdrawal.ts';
import {
  type CompletionNotifier,
  createCompletionNotifier,
} from '../../payments/completion-notifier.ts';
import {
  createNewestIndexReader,
  type NewestIndexReader,
} from '../../payments/newest-index-reader.ts';
import {
  createPaymentDispatcher,
  type PaymentDispatcher,
} from '../../payments/payment-dispatcher.ts';
import {
  createFailureDetector,
  type FailureDetector,
} from '../../payments/recovery/failure-detector.ts';
import { createSendPermit, type SendPermit } from '../../payments/send-permit.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Stores } from './compose-stores.ts';
import { dispatchRecord } from './dispatch-record-file.ts';
import { firstToStop, operatorStop } from './payment-stops.ts';

export interface ServicePartsOptions {
  readonly context: AppContext;
  readonly stores: Stores;
  readonly lightning: NodeConnection;
  readonly node: NodeIdentity;
  readonly onchain: Onchain | null;
}

export interface ServiceParts extends Stores, Pick<AppContext, 'clock' | 'random' | 'log'> {
  readonly lightning: NodeConnection;
  readonly node: NodeIdentity;
  /** What users' bitcoin addresses need; null if users have none. */
  readonly onchain: Onchain | null;
  readonly processId: string;
  readonly heartbeat: SendPermit;
  readonly silence: FailureDetector;
  readonly completions: CompletionNotifier;
  readonly dispatcher: PaymentDispatcher;
  readonly newestIndex: NewestIndexReader;
  readonly strangerQueue: StrangerQueue;
  /** The parts that send bitcoin to addresses; null if the service does not send any. */
  readonly withdrawing: Withdrawing | null;
  /**
   * Wakes the loop that sends withdrawals (bitcoin that users send to addresses) and follows them.
   */
  readonly ordered: Notifier;
  readonly openPaymentsMax: number;
  readonly aliases: AliasCache;
  readonly recentInvoices: RecentInvoices;
  readonly solvencyStop: SolvencyStop;
  readonly dispatchJournal: DispatchJournal;
  readonly storedStops: StoredStops;
  readonly startupCheck: StartupCheck;
  readonly paymentStop: PaymentStop;
  /** The clients of LND in this process. */
  readonly accessWatch: AccessWatch;
  /** The root keys of the node's macaroons that calls of this process may carry. */
  readonly rootKeyIds: () => readonly string[];
  readonly isDatabaseEmbedded: boolean;
  readonly hasStandbys: boolean;
  /** Whether the settings give users bitcoin addresses. */
  readonly hasAddresses: boolean;
  /**
   * The first of two signals when the service stops: calls no longer wait for the outcome of
   * payments.
   */
  readonly shutdown: AbortSignal;
  readonly shutdownNow: AbortController;
  /**
   * The second signal when the service stops, once no call is left: all loops end, and open
   * payments are left to the recovery of another or the next process.
   */
  readonly stop: AbortSignal;
  readonly stopNow: AbortController;
}

/**
 * Creates what one process of the service holds in memory. All that must not be lost is in the
 * database, so the process may die at any time.
 */
export function composeServiceParts(options: ServicePartsOptions): ServiceParts {
  const { context, stores, lightning, node, onchain } = options;
  const { config, clock, random, log, accessWatch } = context;
  const shutdown = new AbortController();
  const stop = new AbortController();
  const solvencyStop = createSolvencyStop(clock);
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
    onchain,
    clock,
    random,
    log,
    processId: newUuid(clock, random),
    heartbeat: createSendPermit(clock, config.payments),
    silence: createFailureDetector(config.payments),
    completions: createCompletionNotifier(shutdown.signal),
    newestIndex: createNewestIndexReader({ lightning, node, solvencyStop }),
    strangerQueue: createStrangerQueue(clock),
    withdrawing: withdrawingOf(onchain),
    ordered: createNotifier(),
    openPaymentsMax: config.payments.openPaymentsMax,
    aliases: createAliasCache({ node: lightning, clock }),
    recentInvoices: createRecentInvoices(),
    solvencyStop,
    dispatchJournal,
    storedStops,
    startupCheck,
    accessWatch,
    rootKeyIds: () => accessWatch.rootKeyIds(),
    isDatabaseEmbedded: config.database.url === null,
    hasStandbys: config.database.expectedStandbys > 0,
    hasAddresses: config.onchain !== null,
    paymentStop: firstToStop([operatorStop(config), startupCheck, storedStops, solvencyStop]),
    stop: stop.signal,
    shutdown: shutdown.signal,
  };
  const dispatcher = createPaymentDispatcher(shared);
  return { ...shared, dispatcher, shutdownNow: shutdown, stopNow: stop };
}

const withdrawingOf = (onchain: Onchain | null): Withdrawing | null =>
  onchain === null || onchain.chainSpending === null
    ? null
    : { spending: onchain.chainSpending, rules: onchain.rules };
