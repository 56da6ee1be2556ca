import assert from 'node:assert/strict';
import { createAttemptStore } from '../../src/accounts/sql/attempt-store.ts';
import type { AddressLimits } from '../../src/address/address-invoice-store.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { createAddressNameStore } from '../../src/address/sql/address-name-store.ts';
import { createStrangerQueue } from '../../src/address/stranger-queue.ts';
import { createAlarmStore } from '../../src/alarms/sql/alarm-store.ts';
import type { HttpConfig } from '../../src/app/http/http-config.ts';
import type { HttpDeps } from '../../src/app/http/http-deps.ts';
import { type AccessParts, createAccess } from '../../src/apps/apps.ts';
import { createBudgetStore } from '../../src/apps/sql/budget-store.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { WITHOUT_ALLOWANCE } from '../../src/authorization/daily-allowance.ts';
import { deriveKey } from '../../src/authorization/derived-key.ts';
import { createStorageAllowance } from '../../src/authorization/storage-allowance.ts';
import { NO_LIMITS } from '../../src/authorization/user-limits.ts';
import { createProcessStore } from '../../src/background/sql/process-store.ts';
import { addressRules } from '../../src/base/address-rules.ts';
import { sat } from '../../src/base/amount.ts';
import type { Clock } from '../../src/base/clock.ts';
import { newUuid } from '../../src/base/id.ts';
import type { Log } from '../../src/base/log.ts';
import type { Database } from '../../src/database/db.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { createPendingRecordsStore } from '../../src/history/sql/pending-records-store.ts';
import { createAliasCache } from '../../src/invoices/alias-cache.ts';
import { createRecentInvoices } from '../../src/invoices/recent-invoices.ts';
import { createInvoiceStore } from '../../src/invoices/sql/invoice-store.ts';
import { createMoney } from '../../src/ledger/money.ts';
import { createMoneyStore } from '../../src/ledger/sql/money-store.ts';
import { createUserLimitStore } from '../../src/ledger/sql/user-limit-store.ts';
import { createDispatchJournal } from '../../src/node/rewind/dispatch-journal.ts';
import { createComparisonStore } from '../../src/node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../src/node/sql/node-store.ts';
import { createReceiptKeys } from '../../src/nostr/receipt-keys.ts';
import { createChainTransactionStore } from '../../src/onchain/sql/chain-transaction-store.ts';
import { createDepositStore } from '../../src/onchain/sql/deposit-store.ts';
import { createWithdrawalStore } from '../../src/onchain/sql/withdrawal-store.ts';
import type { ApprovalStore } from '../../src/payments/approval-store.ts';
import { createCompletionNotifier } from '../../src/payments/completion-notifier.ts';
import { createNewestIndexReader } from '../../src/payments/newest-index-reader.ts';
import { createPaymentDispatcher } from '../../src/payments/payment-dispatcher.ts';
import { createSendPermit, type SendPermit } from '../../src/payments/send-permit.ts';
import { createApprovalStore } from '../../src/payments/sql/approval-store.ts';
import { createBatchStore } from '../../src/payments/sql/batch-store.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import type { CreditReceiptDeps } from '../../src/receipts/credit-receipt.ts';
import { systemRandom as random } from '../../src/system/system-random.ts';
import { createUserStore } from '../../src/users/sql/user-store.ts';
import type { UserStore } from '../../src/users/user-store.ts';
import { createDeliveryLogStore } from '../../src/webhooks/sql/delivery-log-store.ts';
import { createEndpointStatsStore } from '../../src/webhooks/sql/endpoint-stats-store.ts';
import { createEndpointStore } from '../../src/webhooks/sql/endpoint-store.ts';
import type { FakeNode } from './fake-node.ts';
import { createTestPairing } from './nwc/test-pairing.ts';

/** The dependencies of the API, and of crediting money that arrives. */
export interface ApiDeps
  extends HttpDeps,
    Pick<AccessParts, 'oauthStore'>,
    Omit<CreditReceiptDeps, keyof HttpDeps> {
  readonly users: UserStore;
  readonly approvals: ApprovalStore;
  /** The fence of the lease to watch incoming money, which these tests hold themselves. */
  readonly fence: bigint;
}

export interface ApiParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly node: FakeNode;
  readonly log: Log;
  readonly config: HttpConfig;
  readonly shutdown: AbortSignal;
}

export const TEST_CONFIG: HttpConfig = {
  baseUrl: 'https://wallet.example',
  authUrl: null,
  addressDomain: 'pay.example',
  site: { name: 'Satchel', operatorContact: null },
  trustedProxies: [],
  rateLimit: { isOn: false, requestsPerSec: 100, paymentsPerSec: 50, paymentsBurst: 100 },
  multiKeysendError: 'always',
  feeReservePpm: 10_000n,
  feeReserveMinSat: sat(10n),
  amountMaxSat: sat(1_000_000_000n),
  openPaymentsMax: 100,
  waitSec: 10,
  approvalWaitSec: 300,
};

/** The default limits for invoices of lightning addresses. */
export const TEST_ADDRESS_LIMITS: AddressLimits = { perNetwork: 20, perUser: 500, inAll: 10_000 };

/** The default settings for the access of apps. */
export const TEST_ACCESS = {
  oauth: { accessTokenTtlSec: 7200, refreshReuseGraceSec: 10 },
  hasLndhub: true,
};

/** Composes the API like the service does, with real stores and a node that follows a plan. */
export async function composeApi(parts: ApiParts): Promise<ApiDeps> {
  const { database, clock, node, log, shutdown } = parts;
  const processId = newUuid(clock, random);
  const apiUrl = () => parts.config.baseUrl ?? 'http://localhost';
  const fence = await takeTheWatch(database, node, processId);
  const money = createMoney(createMoneyStore({ database, clock, random }), { batchMax: 64 });
  const payments = createPaymentStore(database);
  const completions = createCompletionNotifier(shutdown);
  const alarms = createAlarmStore(database);
  const comparisons = createComparisonStore(database);
  const heartbeat = beatingPermit(clock);
  const newestIndex = createNewestIndexReader({
    lightning: node,
    node: node.identity,
    solvencyStop: { reportStranger: () => undefined },
  });
  const dispatcher = createPaymentDispatcher({
    clock,
    random,
    log,
    money,
    payments,
    completions,
    alarms,
    heartbeat,
    newestIndex,
    processId,
    comparisons,
    dispatchJournal: createDispatchJournal({ comparisons, alarms, log, record: null }),
    lightning: node,
    stop: shutdown,
  });
  return {
    clock,
    random,
    log,
    money,
    payments,
    completions,
    alarms,
    dispatcher,
    processId,
    fence,
    shutdown,
    config: parts.config,
    ...createAccess({ database, clock, random, log, apiUrl }, TEST_ACCESS),
    connectionKinds: [],
    pairing: createTestPairing(database, { clock, random }),
    relay: null,
    tokens: createTokenStore(database),
    budgets: createBudgetStore(database),
    users: createUserStore(database),
    addressNames: createAddressNameStore(database),
    addressInvoices: createAddressInvoiceStore(database, TEST_ADDRESS_LIMITS),
    strangerQueue: createStrangerQueue(clock),
    receiptKeys: createReceiptKeys(deriveKey(new Uint8Array(32), 'zap receipts')),
    hasPlainRelays: false,
    invoices: createInvoiceStore(database),
    deposits: createDepositStore(database),
    withdrawals: createWithdrawalStore({ database, clock, random }),
    chainTransactions: createChainTransactionStore(database),
    withdrawing: null,
    ordered: { notify: () => undefined },
    openPaymentsMax: parts.config.openPaymentsMax,
    storage: createStorageAllowance(WITHOUT_ALLOWANCE),
    sendLimits: { limits: createUserLimitStore(database, NO_LIMITS), hasDefault: false },
    onchain: null,
    history: createHistoryStore(database),
    pendingRecords: createPendingRecordsStore(database),
    batches: createBatchStore(database),
    approvals: createApprovalStore(database),
    nodes: createNodeStore(database),
    node: node.identity,
    lightning: node,
    aliases: createAliasCache({ node, clock }),
    recentInvoices: createRecentInvoices(),
    paymentStop: { stopReason: () => null },
    endpoints: createEndpointStore(database),
    deliveryLog: createDeliveryLogStore(database),
    endpointStats: createEndpointStatsStore(database),
    attempts: createAttemptStore(database),
    webhookKey: deriveKey(new Uint8Array(32), 'webhook secret'),
    webhookAddresses: addressRules([]),
    health: {
      whyWritesFail: () => database.refusedWrites()?.why ?? null,
      askDatabase: () => database.query(async (sql) => void (await sql`select 1`)),
      isStandbyAway: async () => false,
      askNode: async () => void (await node.newestPaymentIndex()),
    },
    metrics: null,
    pages: null,
  };
}

/** A permit whose heartbeat is always fresh, however long a test file takes. */
function beatingPermit(clock: Clock): SendPermit {
  const permit = createSendPermit(clock, { heartbeatGraceSec: 600 });
  const maySend: SendPermit['maySend'] = (begunAtMs) => {
    permit.beat(clock.monotonicMs());
    return permit.maySend(begunAtMs);
  };
  return { ...permit, maySend };
}

async function takeTheWatch(
  database: Database,
  { identity }: FakeNode,
  processId: string,
): Promise<bigint> {
  const processes = createProcessStore(database);
  await processes.heartbeat(processId, 'all');
  const lease = await processes.acquireLease('watch-incoming', processId, 3_600_000);
  assert(lease !== null, 'nobody else watches');
  const nodes = createNodeStore(database);
  await nodes.bindNode(identity.network, identity.pubkey);
  await nodes.setBaseline(identity.pubkey, 0n, lease.fence);
  return lease.fence;
}
