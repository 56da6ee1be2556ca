import { NO_LIMITS, type UserLimits } from '../access/user-limits.ts';
import { createAttemptStore } from '../adapters/postgres/accounts/attempt-store.ts';
import { createUserStore } from '../adapters/postgres/accounts/user-store.ts';
import { createOperatorActionStore } from '../adapters/postgres/actions/action-store.ts';
import { createAddressInvoiceStore } from '../adapters/postgres/addresses/address-invoice-store.ts';
import { createAddressNameStore } from '../adapters/postgres/addresses/address-name-store.ts';
import { createZapDeliveryStore } from '../adapters/postgres/addresses/zap-delivery-store.ts';
import { createBudgetStore } from '../adapters/postgres/apps/budget-store.ts';
import { createTokenStore } from '../adapters/postgres/apps/token-store.ts';
import type { ServerDemands } from '../adapters/postgres/connection/check-server.ts';
import type { Database } from '../adapters/postgres/connection/db.ts';
import { createBatchStore } from '../adapters/postgres/money/batch-store.ts';
import { createHistoryStore } from '../adapters/postgres/money/history-store.ts';
import { createIdempotencyStore } from '../adapters/postgres/money/idempotency-store.ts';
import {
  createInvoiceAllowance,
  WITHOUT_ALLOWANCE,
} from '../adapters/postgres/money/invoice-allowance.ts';
import { createInvoiceStore } from '../adapters/postgres/money/invoice-store.ts';
import { createMoneyStore } from '../adapters/postgres/money/money-store.ts';
import { createPaymentStore } from '../adapters/postgres/money/payment-store.ts';
import { createStrandedStore } from '../adapters/postgres/money/stranded-store.ts';
import { createUnpaidInvoiceStore } from '../adapters/postgres/money/unpaid-invoice-store.ts';
import { createUserLimitStore } from '../adapters/postgres/money/user-limit-store.ts';
import { createAlarmStore } from '../adapters/postgres/operations/alarm-store.ts';
import { createBooksStore } from '../adapters/postgres/operations/books-store.ts';
import { createComparisonStore } from '../adapters/postgres/operations/comparison-store.ts';
import { createDatabaseSafety } from '../adapters/postgres/operations/database-safety.ts';
import { createJobStore } from '../adapters/postgres/operations/job-store.ts';
import { createNodeStore } from '../adapters/postgres/operations/node-store.ts';
import { createOutsideStopStore } from '../adapters/postgres/operations/outside-stop-store.ts';
import { createProcessStore } from '../adapters/postgres/operations/process-store.ts';
import { createSolvencyStore } from '../adapters/postgres/operations/solvency-store.ts';
import type { AddressLimits } from '../address/address-invoice-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { WakeUp } from '../base/wake-up.ts';
import { limitSends } from '../usecases/payments/limit-sends.ts';
import { createMoney, wakeAfterSettlement } from '../wallet/money.ts';

/** More than any table holds. */
const MANY = 2 ** 30;

export interface StoresOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Maximum number of money events in one call. */
  readonly batchMax: number;
  /** Maximum number of unpaid invoices per user; without it they are not counted. */
  readonly openInvoicesMax?: number | null;
  /** New invoices of a user within a day; without it they are not counted. */
  readonly invoicesPerDay?: number | null;
  /** Maximum number of open invoices that strangers asked for; without it there is none. */
  readonly addressLimits?: AddressLimits;
  /** For users without limits of their own; without it they have none. */
  readonly userLimits?: UserLimits;
  /** What the operator asks of the database server; without it nothing. */
  readonly serverDemands?: ServerDemands;
  /** Poked when a settlement has been written through `money`. */
  readonly afterSettlement?: Pick<WakeUp, 'poke'>;
}

const NO_DEMANDS: ServerDemands = { acceptsUnsafe: true, expectedStandbys: 0 };
const UNLIMITED: AddressLimits = { perNetwork: MANY, perUser: MANY, inAll: MANY };

export type Stores = ReturnType<typeof composeStores>;

/** Every store port over one database. */
export function composeStores(options: StoresOptions) {
  const { database, afterSettlement: wakeUp } = options;
  const plain = createMoneyStore(options);
  const moneyStore = wakeUp === undefined ? plain : wakeAfterSettlement(plain, wakeUp);
  const defaults = options.userLimits ?? NO_LIMITS;
  const userLimits = createUserLimitStore(database, defaults);
  const money = createMoney(moneyStore, { batchMax: options.batchMax, clock: options.clock });
  return {
    money: limitSends(money, userLimits, defaults.maxSendDaySat !== null),
    userLimits,
    users: createUserStore(database),
    addressNames: createAddressNameStore(database, defaults),
    addressInvoices: createAddressInvoiceStore(database, options.addressLimits ?? UNLIMITED),
    zapDeliveries: createZapDeliveryStore(database),
    tokens: createTokenStore(database),
    budgets: createBudgetStore(database),
    invoices: createInvoiceStore(
      database,
      options.openInvoicesMax ?? null,
      defaults,
      options.invoicesPerDay
        ? createInvoiceAllowance(createAttemptStore(database), options.invoicesPerDay)
        : WITHOUT_ALLOWANCE,
    ),
    unpaidInvoices: createUnpaidInvoiceStore(database),
    payments: createPaymentStore(database),
    stranded: createStrandedStore(database),
    batches: createBatchStore(database),
    history: createHistoryStore(database),
    idempotency: createIdempotencyStore(database),
    nodes: createNodeStore(database),
    processes: createProcessStore(database),
    databaseSafety: createDatabaseSafety(database, options.serverDemands ?? NO_DEMANDS),
    actions: createOperatorActionStore(database),
    alarms: createAlarmStore(database),
    jobs: createJobStore(database),
    books: createBooksStore(database),
    solvency: createSolvencyStore(database),
    stops: createOutsideStopStore(database),
    comparisons: createComparisonStore(database),
  };
}
