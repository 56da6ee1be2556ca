/** Creates the stores that payments need, and so decides which SQL implements which port. */

import { createAttemptStore } from '../../accounts/sql/attempt-store.ts';
import type { AddressLimits } from '../../address/address-invoice-store.ts';
import { createAddressInvoiceStore } from '../../address/sql/address-invoice-store.ts';
import { createAddressNameStore } from '../../address/sql/address-name-store.ts';
import { createZapDeliveryStore } from '../../address/sql/zap-delivery-store.ts';
import { createOperatorActionStore } from '../../alarms/operator-log/sql/action-store.ts';
import { createAlarmStore } from '../../alarms/sql/alarm-store.ts';
import { createBudgetStore } from '../../apps/sql/budget-store.ts';
import { createTokenStore } from '../../apps/sql/token-store.ts';
import { createDailyAllowance, WITHOUT_ALLOWANCE } from '../../authorization/daily-allowance.ts';
import { createStorageAllowance } from '../../authorization/storage-allowance.ts';
import { NO_LIMITS, type UserLimits } from '../../authorization/user-limits.ts';
import { createJobStore } from '../../background/sql/job-store.ts';
import { createProcessStore } from '../../background/sql/process-store.ts';
import type { ServerDemands } from '../../database/check-server.ts';
import { createDatabaseSafety } from '../../database/sql/database-safety.ts';
import { createHistoryStore } from '../../history/sql/history-store.ts';
import { createInvoiceStore } from '../../invoices/sql/invoice-store.ts';
import { createUnpaidInvoiceStore } from '../../invoices/sql/unpaid-invoice-store.ts';
import { createBooksStore } from '../../ledger/books/sql/books-store.ts';
import { createMoney } from '../../ledger/money.ts';
import type { MoneyStoreDeps } from '../../ledger/sql/call-money-function.ts';
import { createIdempotencyStore } from '../../ledger/sql/idempotency-store.ts';
import { createMoneyStore } from '../../ledger/sql/money-store.ts';
import { createRecordFillingStore } from '../../ledger/sql/record-filling-store.ts';
import { createUserLimitStore } from '../../ledger/sql/user-limit-store.ts';
import { createComparisonStore } from '../../node/rewind/sql/comparison-store.ts';
import { createNodeStore } from '../../node/sql/node-store.ts';
import { createPaymentStopStore } from '../../node/sql/payment-stop-store.ts';
import { createSolvencyStore } from '../../node/sql/solvency-store.ts';
import { NWC_STORAGE_FACTOR } from '../../nwc/limits.ts';
import { createChainTransactionStore } from '../../onchain/sql/chain-transaction-store.ts';
import { createDepositStore } from '../../onchain/sql/deposit-store.ts';
import { createFeeBumpStore } from '../../onchain/sql/fee-bump-store.ts';
import { createWithdrawalStore } from '../../onchain/sql/withdrawal-store.ts';
import { limitSends } from '../../payments/limit-sends.ts';
import { limitStorage } from '../../payments/limit-storage.ts';
import { createApprovalStore } from '../../payments/sql/approval-store.ts';
import { createBatchStore } from '../../payments/sql/batch-store.ts';
import { createPaymentStore } from '../../payments/sql/payment-store.ts';
import { createStuckStore } from '../../payments/sql/stuck-store.ts';
import { createUserStore } from '../../users/sql/user-store.ts';

/** A number that stands for "no limit", because no table has so many rows. */
const MANY = 2 ** 30;

export interface StoresOptions extends MoneyStoreDeps {
  /**
   * The most money events (a whole change of the books, such as a credit) in one call of the
   * database.
   */
  readonly batchMax: number;
  /** The most unpaid invoices of a user. If omitted, they are neither counted nor limited. */
  readonly openInvoicesMax?: number | null;
  /**
   * The most new invoices of a user within a day. If omitted, they are neither counted nor limited.
   */
  readonly invoicesPerDay?: number | null;
  /**
   * The most MiB that the orders of a user may store within a day. If omitted, they are neither
   * counted nor limited.
   */
  readonly storedMibPerDay?: number | null;
  /**
   * Limits on open invoices that strangers request through lightning addresses. If omitted, there
   * are none.
   */
  readonly addressLimits?: AddressLimits;
  /** Limits for users who have none of their own. If omitted, their money is unlimited. */
  readonly userLimits?: UserLimits;
  /** What the operator requires of the database server. If omitted, nothing is required. */
  readonly serverDemands?: ServerDemands;
}

const NO_DEMANDS: ServerDemands = { acceptsUnsafe: true, expectedStandbys: 0 };
const UNLIMITED: AddressLimits = { perNetwork: MANY, perUser: MANY, inAll: MANY };

export type Stores = ReturnType<typeof composeStores>;

/** Creates the stores that payments need, over one database. */
export function composeStores(options: StoresOptions) {
  const { database } = options;
  const moneyStore = createMoneyStore(options);
  const defaults = options.userLimits ?? NO_LIMITS;
  const userLimits = createUserLimitStore(database, defaults);
  const money = createMoney(moneyStore, { batchMax: options.batchMax, clock: options.clock });
  const limited = limitSends(money, userLimits, defaults.maxSendDaySat !== null);
  const payments = createPaymentStore(database);
  const attempts = createAttemptStore(database);
  const allowance = (name: string, perDay: number | null | undefined) =>
    perDay ? createDailyAllowance(attempts, name, perDay) : WITHOUT_ALLOWANCE;
  const bytesPerDay = (options.storedMibPerDay ?? 0) * 2 ** 20;
  const storage = createStorageAllowance(allowance('stored', bytesPerDay));
  const requestBytes = bytesPerDay * NWC_STORAGE_FACTOR;
  return {
    money: limitStorage(limited, storage, payments),
    requestStorage: createStorageAllowance(allowance('requests', requestBytes)),
    userLimits,
    users: createUserStore(database),
    addressNames: createAddressNameStore(database, defaults),
    addressInvoices: createAddressInvoiceStore(database, options.addressLimits ?? UNLIMITED),
    zapDeliveries: createZapDeliveryStore(database),
    tokens: createTokenStore(database, options.clock),
    budgets: createBudgetStore(database),
    invoices: createInvoiceStore(database, options.openInvoicesMax ?? null, defaults, {
      count: allowance('invoices', options.invoicesPerDay),
      storage,
    }),
    unpaidInvoices: createUnpaidInvoiceStore(database),
    payments,
    stuck: createStuckStore(database),
    batches: createBatchStore(database, storage),
    approvals: createApprovalStore(database, storage),
    history: createHistoryStore(database),
    idempotency: createIdempotencyStore(database),
    recordFilling: createRecordFillingStore(database),
    nodes: createNodeStore(database),
    processes: createProcessStore(database),
    databaseSafety: createDatabaseSafety(database, options.serverDemands ?? NO_DEMANDS),
    actions: createOperatorActionStore(database),
    alarms: createAlarmStore(database),
    jobs: createJobStore(database),
    books: createBooksStore(database),
    deposits: createDepositStore(database),
    withdrawals: createWithdrawalStore(options),
    feeBumps: createFeeBumpStore(options),
    chainTransactions: createChainTransactionStore(database),
    storage,
    sendLimits: { limits: userLimits, hasDefault: defaults.maxSendDaySat !== null },
    solvency: createSolvencyStore(database),
    stops: createPaymentStopStore(database),
    comparisons: createComparisonStore(database),
  };
}
