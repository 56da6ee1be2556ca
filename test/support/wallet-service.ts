import type { ProcessStore } from '../../src/background/process-store.ts';
import { sat } from '../../src/base/amount.ts';
import type { Log, LogFields } from '../../src/base/log.ts';
import type { FindInvoiceDeps } from '../../src/history/find-invoice.ts';
import type { CancelNodeInvoicesDeps } from '../../src/invoices/cancel-node-invoices.ts';
import type { CreateInvoiceDeps } from '../../src/invoices/create-invoice.ts';
import { createRecentInvoices } from '../../src/invoices/recent-invoices.ts';
import { createMoney } from '../../src/ledger/money.ts';
import type { CheckBooksDeps } from '../../src/node/check-books.ts';
import { createSolvencyStop } from '../../src/node/check-solvency.ts';
import type { ComparePaymentsDeps } from '../../src/node/compare-payments.ts';
import { createDispatchJournal } from '../../src/node/rewind/dispatch-journal.ts';
import { createStoredStops } from '../../src/node/stored-stops.ts';
import type { WatchSolvencyDeps } from '../../src/node/watch-solvency.ts';
import { type WatchStopsDeps, watchStops } from '../../src/node/watch-stops.ts';
import { createCompletionNotifier } from '../../src/payments/completion-notifier.ts';
import { createNewestIndexReader } from '../../src/payments/newest-index-reader.ts';
import {
  createPaymentDispatcher,
  type DispatcherDeps,
} from '../../src/payments/payment-dispatcher.ts';
import type { CancelOrphanBatchesDeps } from '../../src/payments/recovery/cancel-orphan-batches.ts';
import { createFailureDetector } from '../../src/payments/recovery/failure-detector.ts';
import { beat, type HeartbeatDeps, runHeartbeat } from '../../src/payments/recovery/heartbeat.ts';
import type { ResolvePaymentsDeps } from '../../src/payments/recovery/resolve-payments.ts';
import type { WatchStuckDeps } from '../../src/payments/recovery/watch-stuck.ts';
import type { SendKeysendsDeps } from '../../src/payments/send-keysends.ts';
import { createSendPermit } from '../../src/payments/send-permit.ts';
import type { WatchIncomingDeps } from '../../src/receipts/watch/watch-incoming.ts';
import { type Breakage, breakable, newBreakage } from './breakable.ts';
import { createMemoryBudgets } from './money-model/budgets.ts';
import { createApprovalsOf } from './wallet-memory/approvals.ts';
import { createBatchesOf, createHistoryOf, createInvoicesOf } from './wallet-memory/invoices.ts';
import {
  createAlarmsOf,
  createNodesOf,
  createProcessesOf,
  createUsersOf,
} from './wallet-memory/operations.ts';
import { createPaymentsOf } from './wallet-memory/payments.ts';
import { createComparisonsOf, createStopsOf } from './wallet-memory/safety.ts';
import { createStuckOf } from './wallet-memory/stuck.ts';
import { createBooksOf, createMoneyOf, createSolvencyOf } from './wallet-memory/wallet-memory.ts';
import type { WalletWorld } from './wallet-world.ts';

/** A process of the service, whose ports may break. */
export interface WalletService {
  readonly deps: ServiceDeps;
  readonly breakage: Breakage;
  readonly logged: readonly string[];
  /** Runs a worker of this process until the process stops. */
  run(worker: (deps: ServiceDeps, signal: AbortSignal) => Promise<void>): void;
  /**
   * Kills the process like kill -9: from now on it does nothing, and leaves everything as it is.
   */
  kill(): void;
  /** Stops the process as SIGTERM does. */
  stop(): Promise<void>;
}

export type ServiceDeps = SendKeysendsDeps &
  DispatcherDeps &
  CreateInvoiceDeps &
  FindInvoiceDeps &
  ResolvePaymentsDeps &
  WatchIncomingDeps &
  CancelNodeInvoicesDeps &
  CancelOrphanBatchesDeps &
  WatchSolvencyDeps &
  CheckBooksDeps &
  ComparePaymentsDeps &
  WatchStopsDeps &
  WatchStuckDeps &
  HeartbeatDeps & { readonly processes: ProcessStore };

const TEST_CONFIG = {
  feeReservePpm: 10_000n,
  feeReserveMinSat: sat(10n),
  amountMaxSat: sat(1_000_000_000n),
  openPaymentsMax: 100,
  waitSec: 60,
  approvalWaitSec: 300,
  notFoundGraceSec: 60,
  heartbeatGraceSec: 600,
  stuckGraceSec: 600,
  isNodeShared: false,
  hasStandbys: false,
  hasAddresses: false,
};

export async function startService(
  world: WalletWorld,
  processId: string,
  config: Partial<typeof TEST_CONFIG> = {},
): Promise<WalletService> {
  const breakage = newBreakage();
  const end = new AbortController();
  const logged: string[] = [];
  const ports = createPorts(world, breakage);
  const deps = compose(world, ports, {
    processId,
    log: createLog(logged),
    shutdown: end.signal,
    config: { ...TEST_CONFIG, ...config },
  });
  const running: Promise<void>[] = [];
  const run: WalletService['run'] = (worker) => void running.push(worker(deps, end.signal));
  await beat(deps);
  await deps.storedStops.refresh();
  run(runHeartbeat);
  run(watchStops);
  return {
    deps,
    breakage,
    logged,
    run,
    kill: () => {
      breakage.isDead = true;
    },
    stop: async () => {
      end.abort();
      await Promise.all(running);
      await deps.dispatcher.drain();
      await deps.processes.leave(processId);
    },
  };
}

function createPorts({ memory, clock, node }: WalletWorld, breakage: Breakage) {
  const broken = <Port extends object>(port: Port): Port => breakable(port, breakage);
  return {
    moneyStore: broken(createMoneyOf(memory)),
    payments: broken(createPaymentsOf(memory)),
    invoices: broken(createInvoicesOf(memory)),
    recentInvoices: createRecentInvoices(),
    stuck: broken(createStuckOf(memory)),
    batches: broken(createBatchesOf(memory)),
    approvals: broken(createApprovalsOf(memory)),
    budgets: broken(createMemoryBudgets(memory.money)),
    history: broken(createHistoryOf(memory)),
    nodes: broken(createNodesOf(memory)),
    processes: broken(createProcessesOf(memory)),
    actions: { listOpen: async () => [], end: async () => undefined },
    alarms: broken(createAlarmsOf(memory)),
    users: broken(createUsersOf(memory)),
    solvency: broken(createSolvencyOf(memory)),
    stops: broken(createStopsOf(memory)),
    comparisons: broken(createComparisonsOf(memory)),
    books: broken(createBooksOf(memory)),
    lightning: broken(node),
    clock,
  };
}

interface Identity {
  readonly processId: string;
  readonly log: Log;
  readonly shutdown: AbortSignal;
  readonly config: typeof TEST_CONFIG;
}

function compose(
  { random, node }: WalletWorld,
  { moneyStore, ...ports }: ReturnType<typeof createPorts>,
  { config, ...identity }: Identity,
): ServiceDeps {
  const solvencyStop = createSolvencyStop(ports.clock);
  const dispatchJournal = createDispatchJournal({ ...ports, log: identity.log, record: null });
  const storedStops = createStoredStops({ ...ports, dispatchJournal });
  const paymentStop = {
    stopReason: () => storedStops.stopReason() ?? solvencyStop.stopReason(),
  };
  const shared = {
    ...ports,
    ...identity,
    config,
    random,
    node: node.identity,
    role: 'all',
    rootKeyIds: () => [],
    money: createMoney(moneyStore, { batchMax: 64, defer: process.nextTick }),
    completions: createCompletionNotifier(identity.shutdown),
    heartbeat: createSendPermit(ports.clock, config),
    silence: createFailureDetector(config),
    solvencyStop,
    dispatchJournal,
    storedStops,
    startupCheck: { take: async () => undefined },
    hasStandbys: config.hasStandbys,
    hasAddresses: config.hasAddresses,
    newestIndex: createNewestIndexReader({
      lightning: ports.lightning,
      node: node.identity,
      solvencyStop,
    }),
    stop: identity.shutdown,
  };
  const dispatcher = createPaymentDispatcher(shared);
  return { ...shared, dispatcher, paymentStop };
}

function createLog(lines: string[]): Log {
  const write = (fields: LogFields, message: string): void => {
    const { error } = fields;
    lines.push(error instanceof Error ? `${message}: ${error.message}` : message);
  };
  return { debug: () => undefined, info: write, warn: write, error: write };
}
