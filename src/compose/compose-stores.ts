import { createAlarmStore } from '../adapters/postgres/alarm-store.ts';
import { createBatchStore } from '../adapters/postgres/batch-store.ts';
import { createBooksStore } from '../adapters/postgres/books-store.ts';
import { createBudgetStore } from '../adapters/postgres/budget-store.ts';
import { createComparisonStore } from '../adapters/postgres/comparison-store.ts';
import type { Database } from '../adapters/postgres/db.ts';
import { createHistoryStore } from '../adapters/postgres/history-store.ts';
import { createIdempotencyStore } from '../adapters/postgres/idempotency-store.ts';
import { createInvoiceStore } from '../adapters/postgres/invoice-store.ts';
import { createJobStore } from '../adapters/postgres/job-store.ts';
import { createMoneyStore } from '../adapters/postgres/money-store.ts';
import { createNodeStore } from '../adapters/postgres/node-store.ts';
import { createOutsideStopStore } from '../adapters/postgres/outside-stop-store.ts';
import { createPaymentStore } from '../adapters/postgres/payment-store.ts';
import { createProcessStore } from '../adapters/postgres/process-store.ts';
import { createSolvencyStore } from '../adapters/postgres/solvency-store.ts';
import { createStrandedStore } from '../adapters/postgres/stranded-store.ts';
import { createTokenStore } from '../adapters/postgres/token-store.ts';
import { createUserStore } from '../adapters/postgres/user-store.ts';
import type { Clock } from '../base/clock.ts';
import type { Random } from '../base/random.ts';
import type { WakeUp } from '../base/wake-up.ts';
import { createMoney } from '../wallet/money.ts';
import { wakeAfterSettlement } from '../wallet/wake-after-settlement.ts';

export interface StoresOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** Most money events in one call. */
  readonly batchMax: number;
  /** Unpaid invoices of one user; without it they are not counted. */
  readonly openInvoicesMax?: number | null;
  /** Poked when a settlement was written through `money`. */
  readonly deliveryWakeUp?: WakeUp;
}

export type Stores = ReturnType<typeof composeStores>;

/** Every store port over one database. */
export function composeStores(options: StoresOptions) {
  const { database, deliveryWakeUp: wakeUp } = options;
  const plain = createMoneyStore(options);
  const moneyStore = wakeUp === undefined ? plain : wakeAfterSettlement(plain, wakeUp);
  return {
    money: createMoney(moneyStore, { batchMax: options.batchMax }),
    users: createUserStore(database),
    tokens: createTokenStore(database),
    budgets: createBudgetStore(database),
    invoices: createInvoiceStore(database, options.openInvoicesMax ?? null),
    payments: createPaymentStore(database),
    stranded: createStrandedStore(database),
    batches: createBatchStore(database),
    history: createHistoryStore(database),
    idempotency: createIdempotencyStore(database),
    nodes: createNodeStore(database),
    processes: createProcessStore(database),
    alarms: createAlarmStore(database),
    jobs: createJobStore(database),
    books: createBooksStore(database),
    solvency: createSolvencyStore(database),
    stops: createOutsideStopStore(database),
    comparisons: createComparisonStore(database),
  };
}
