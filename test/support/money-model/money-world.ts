import type { BudgetStore } from '../../../src/authorization/budget-store.ts';
import type { Msat } from '../../../src/base/amount.ts';
import type { IdempotencyClaim } from '../../../src/base/idempotency.ts';
import type { Invoice } from '../../../src/ledger/invoice.ts';
import type { MoneyStore } from '../../../src/ledger/money-store.ts';
import type { Payment } from '../../../src/ledger/payment.ts';
import type { WithdrawalStore } from '../../../src/onchain/withdrawal-store.ts';
import type { ApprovalStore } from '../../../src/payments/approval-store.ts';
import type { PaymentBatch } from '../../../src/payments/batch-store.ts';
import type { Posting } from './ledger/posting.ts';
import type { TransferKind } from './ledger/transfer.ts';

/** A money store, with everything that its tests must arrange and inspect. */
export interface MoneyWorld {
  readonly store: MoneyStore;
  readonly budgets: BudgetStore;
  readonly withdrawals: WithdrawalSteps;
  readonly approvals: ApprovalStore;

  addUser(userId: string): Promise<void>;
  addInvoice(invoice: Invoice, grantId: string, claim?: IdempotencyClaim): Promise<void>;
  addAddress(userId: string, address: string): Promise<void>;
  /** Adds a grant that its user may revoke. */
  addGrant(userId: string, grantId: string): Promise<void>;
  revokeGrant(grantId: string): Promise<void>;
  /** Ends all approvals that are over. */
  endDue(at: Date): Promise<void>;
  addBatch(batch: PaymentBatch, claim?: IdempotencyClaim): Promise<void>;
  cancelPendingItems(batchId: string): Promise<void>;
  beginDispatch(paymentId: string, ownerProcessId: string): Promise<boolean>;
  setBaseline(pubkey: string, baseline: bigint): Promise<void>;
  /** Takes over the leases of the watchers until their fence is this number. */
  raiseFence(fence: bigint): Promise<void>;

  wallet(userId: string): Promise<WalletFigures>;
  records(userId: string): Promise<readonly SeenRecord[]>;
  findPayment(paymentId: string): Promise<Payment | null>;
  findInvoice(invoiceId: string): Promise<Invoice | null>;
  batchItemStates(batchId: string): Promise<readonly string[]>;
  cursor(pubkey: string): Promise<bigint>;
  /** All transfers, or those of these payments and receipts, in any order. */
  transfers(subjectIds?: readonly string[]): Promise<readonly SeenTransfer[]>;
  /** The sum of all postings to unclaimed. */
  unclaimedMsat(): Promise<Msat>;
  /** What is wrong with the books; empty when they balance. */
  findings(): Promise<readonly unknown[]>;
}

/** The steps of withdrawals. */
export interface WithdrawalSteps
  extends Pick<WithdrawalStore, 'order' | 'sign' | 'noteBroadcast' | 'settle' | 'fail' | 'find'> {
  /**
   * Treats a reserved withdrawal as sent, like a database that has found out that it has gone back.
   */
  takeForSent(id: string): Promise<void>;
}

export interface WalletFigures {
  readonly walletMsat: bigint;
  readonly heldMsat: bigint;
  readonly invoicesCount: number;
  readonly transactionsCount: number;
  readonly boostagramsCount: number;
  readonly lastInvoiceAt: Date | null;
}

/** A settled record. Records are in the order of settlement. */
export interface SeenRecord {
  readonly direction: 'incoming' | 'outgoing';
  readonly identifier: string;
  readonly createdAt: Date;
  readonly settledAt: Date;
  readonly body: string;
}

export interface SeenTransfer {
  readonly kind: TransferKind;
  readonly subjectId: string;
  readonly postings: readonly Posting[];
}
