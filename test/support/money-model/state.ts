import type { Budget } from '../../../src/authorization/budget.ts';
import type { Grant } from '../../../src/authorization/budget-store.ts';
import { assert } from '../../../src/base/assert.ts';
import type { IdempotencyClaim, StoredIdempotency } from '../../../src/base/idempotency.ts';
import { RowGone } from '../../../src/base/row-gone.ts';
import type { Invoice } from '../../../src/ledger/invoice.ts';
import type { BatchPlace, Payment } from '../../../src/ledger/payment.ts';
import type { Receipt } from '../../../src/ledger/receipt.ts';
import type { RecordRail } from '../../../src/ledger/record-rail.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { Approval } from '../../../src/payments/approval.ts';
import type { BatchItem, PaymentBatch } from '../../../src/payments/batch-store.ts';
import { Balances } from './ledger/invariants.ts';
import type { Transfer } from './ledger/transfer.ts';
import type { SeenRecord } from './money-world.ts';
import { OutflowModel } from './outflow.ts';

/** The data that the money functions read and write, as maps. */
export interface MemoryState {
  readonly payments: Map<string, Payment>;
  readonly withdrawals: Map<string, Withdrawal>;
  /** When withdrawals were signed, by their ids. */
  readonly signedAt: Map<string, Date>;
  /** Ids of settled withdrawals that were replaced, so that others may spend their coins. */
  readonly freed: Set<string>;
  readonly invoices: Map<string, StoredInvoice>;
  readonly batches: Map<string, PaymentBatch>;
  readonly batchItemStates: Map<string, BatchItem['state']>;
  readonly keys: Map<string, StoredIdempotency>;
  readonly budgets: Map<string, OpenBudget>;
  readonly approvals: Map<string, Approval>;
  /**
   * For payments that count in a later window than that of their order: the time at which they
   * count.
   */
  readonly countedAt: Map<string, Date>;
  /** The settled records of each user, in the order of settlement. */
  readonly records: Map<string, StoredRecord[]>;
  readonly transfers: Transfer[];
  readonly balances: Balances;
  readonly cursors: Map<string, StoredCursor>;
  /** All credited receipts in their order, by node, hash and set. */
  readonly receivedSets: Map<string, Receipt>;
  /** The gate for what leaves. */
  readonly outflow: OutflowModel;
  /** The fence of the leases of those who watch node and chain. */
  fence: bigint;
}

export interface StoredInvoice {
  readonly invoice: Invoice;
  settledAt: Date | null;
}

/** A budget. How much of it is used is computed from the payments each time. */
export interface OpenBudget {
  readonly grant: Grant;
  readonly budget: Budget;
  readonly windowStart: Date;
}

export interface StoredRecord extends SeenRecord {
  readonly hasBoostagram: boolean;
  readonly rail: RecordRail;
}

export interface StoredCursor {
  readonly baseline: bigint;
  settleIndex: bigint;
}

/** `now` is the time by which what leaves is counted, in milliseconds. */
export const newMemoryState = (now: () => number): MemoryState => ({
  payments: new Map(),
  withdrawals: new Map(),
  signedAt: new Map(),
  freed: new Set(),
  invoices: new Map(),
  batches: new Map(),
  batchItemStates: new Map(),
  keys: new Map(),
  budgets: new Map(),
  approvals: new Map(),
  countedAt: new Map(),
  records: new Map(),
  transfers: [],
  balances: new Balances(),
  cursors: new Map(),
  receivedSets: new Map(),
  outflow: new OutflowModel(now),
  fence: 0n,
});

export function lookUp<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  assert(value !== undefined, `there is no ${String(key)}`);
  return value;
}

/**
 * Finds an invoice. As in SQL, a missing one is a fault, because the database has gone back since
 * it was read.
 */
export function lookUpInvoice({ invoices }: MemoryState, id: string): StoredInvoice {
  const stored = invoices.get(id);
  if (stored === undefined) throw new RowGone('the invoice is not in the database any more');
  return stored;
}

export const keyOf = (userId: string, grantId: string, { key }: IdempotencyClaim): string =>
  JSON.stringify([userId, grantId, key]);

export const batchKey = ({ batchId, index }: BatchPlace): string => `${batchId} ${index}`;

export function writeTransfer(state: MemoryState, transfer: Transfer): void {
  state.balances.apply(transfer);
  state.transfers.push(transfer);
}

export function writeRecord(
  state: MemoryState,
  userId: string,
  record: SeenRecord & Partial<StoredRecord>,
): void {
  lookUp(state.records, userId).push({ hasBoostagram: false, rail: 'lightning', ...record });
}
