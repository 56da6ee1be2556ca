import type { Sat } from '../base/amount.ts';
import type { IdempotencyClaim, StoredIdempotency } from '../base/idempotency.ts';
import type { MoneyRefusal } from '../ledger/money-store.ts';
import type { BlockPlace } from './deposit.ts';
import type {
  SignedTransaction,
  Withdrawal,
  WithdrawalFailure,
  WithdrawalOrder,
} from './withdrawal.ts';

/** Port: withdrawals, and all steps of their money. Each step is one transaction. */
export interface WithdrawalStore {
  /** Whose address it is; null when it is not of this service. */
  findOwner(address: string): Promise<AddressOwner | null>;
  /** What an idempotency key stands for; null when it is new. */
  findKey(
    owner: { readonly userId: string; readonly grantId: string },
    key: string,
  ): Promise<StoredIdempotency | null>;
  order(order: NewWithdrawal): Promise<OrderOutcome>;
  find(id: string): Promise<Withdrawal | null>;
  findOfUser(userId: string, id: string): Promise<Withdrawal | null>;
  /** Lists what has not ended, and what settled in blocks from this height on, by age. */
  listToDrive(sinceHeight: number): Promise<readonly Withdrawal[]>;
  /** Lists withdrawals that failed after this moment: leases of theirs may be left. */
  listFailed(since: Date): Promise<readonly Withdrawal[]>;
  /** Newest first. */
  listOfUser(
    userId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Withdrawal[]>;
  /** Which of these identifiers are of withdrawals that this database knows as signed or later. */
  listSigned(identifiers: readonly string[]): Promise<ReadonlySet<string>>;
  /** Which of these transactions are those of withdrawals, of any state. */
  listTransactions(txids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Stores the transaction before it is published. */
  sign(signing: Signing): Promise<SignOutcome>;
  /** Notes that the node took the transaction; its repetition changes nothing. */
  noteBroadcast(id: string, at: Date): Promise<void>;
  settle(settling: Settling): Promise<StepOutcome>;
  fail(failing: Failing): Promise<StepOutcome>;
  /** Notes where a settled transaction stands after a reorganisation; null for in no block. */
  placeSettled(id: string, block: BlockPlace | null, fence: bigint): Promise<StepOutcome>;
}

export interface AddressOwner {
  readonly userId: string;
  readonly isClosed: boolean;
}

export interface NewWithdrawal extends WithdrawalOrder {
  readonly id: string;
  readonly identifier: string;
  readonly userId: string;
  readonly grantId: string;
  readonly createdAt: Date;
  readonly heldSat: Sat;
  readonly fromHeight: number;
  readonly openPaymentsMax: number;
  readonly idempotency: IdempotencyClaim | null;
  /** For one that stays within this service; null for all others. */
  readonly internal: InternalWithdrawal | null;
}

export interface InternalWithdrawal {
  readonly payeeUserId: string;
  readonly payeeIdentifier: string;
  readonly depositId: string;
  /** Bodies of the settled records of both, made by `render-withdrawal.ts`. */
  readonly record: string;
  readonly payeeRecord: string;
}

export type OrderOutcome =
  | { readonly kind: 'ordered' }
  /** A withdrawal with this id was ordered before. */
  | { readonly kind: 'present' }
  /** The idempotency key stands for this earlier one. */
  | { readonly kind: 'repeated'; readonly withdrawalId: string }
  | { readonly kind: 'refused'; readonly refusal: MoneyRefusal };

export interface Signing {
  readonly id: string;
  readonly transaction: SignedTransaction;
  /** Null for an operator, who does not lead. */
  readonly fence: bigint | null;
  readonly at: Date;
  /** Whether it was found in the wallet of the node, so that it has left already. */
  readonly isFound: boolean;
}

export type SignOutcome =
  | 'signed'
  /** Payments may not leave. */
  | 'stopped'
  /** One of its inputs is that of another one which has not ended. */
  | 'input_taken'
  /** The withdrawal is not reserved any more. */
  | 'conflict'
  /** Another process leads now. */
  | 'fenced';

export interface Settling {
  readonly id: string;
  readonly block: BlockPlace;
  /** Null for an operator, who does not lead. */
  readonly fence: bigint | null;
  readonly at: Date;
  /** Body of the settled record, made by `render-withdrawal.ts`. */
  readonly record: string;
}

export interface Failing {
  readonly id: string;
  readonly failure: WithdrawalFailure;
  /** Where it may fail from; see WITHDRAWAL_STEPS. */
  readonly from: 'reserved' | 'unknown' | 'signed';
  /** Null for an operator, who does not lead. */
  readonly fence: bigint | null;
  readonly at: Date;
}

export type StepOutcome = 'done' | 'present' | 'conflict' | 'fenced';
