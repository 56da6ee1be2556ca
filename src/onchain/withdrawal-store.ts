import type { Sat } from '../base/amount.ts';
import type { IdempotencyClaim, StoredIdempotency } from '../base/idempotency.ts';
import type { ApprovalGiven, MoneyRefusal } from '../ledger/money-store.ts';
import type { BlockPlace } from './deposit.ts';
import type {
  SignedTransaction,
  Withdrawal,
  WithdrawalFailure,
  WithdrawalOrder,
} from './withdrawal.ts';

/** A height for `listToDrive` at which it lists no withdrawal that has its block. */
export const ABOVE_ALL_BLOCKS = 2 ** 31 - 1;

/** Port: withdrawals, and each step of their money, which is one transaction of the database. */
export interface WithdrawalStore {
  /** Finds the user who owns an address; null when the address is not one of this service. */
  findOwner(address: string): Promise<AddressOwner | null>;
  /** Finds what an idempotency key was used for; null when it is new. */
  findKey(
    owner: { readonly userId: string; readonly grantId: string },
    key: string,
  ): Promise<StoredIdempotency | null>;
  order(order: NewWithdrawal): Promise<OrderOutcome>;
  find(id: string): Promise<Withdrawal | null>;
  findOfUser(userId: string, id: string): Promise<Withdrawal | null>;
  /**
   * Lists withdrawals that have not ended, those that settled in blocks from this height on, and
   * settled ones without a block; oldest first.
   */
  listToDrive(sinceHeight: number): Promise<readonly Withdrawal[]>;
  /**
   * Lists withdrawals that failed after this moment: the wallet may still have coins leased to
   * them.
   */
  listFailed(since: Date): Promise<readonly Withdrawal[]>;
  /** Lists withdrawals of a user, newest first. */
  listOfUser(
    userId: string,
    page: { readonly offset: number; readonly limit: number },
  ): Promise<readonly Withdrawal[]>;
  /**
   * Finds which of these identifiers belong to withdrawals that are signed, or were at some time,
   * in this database.
   */
  listSigned(identifiers: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Finds which of these transactions belong to withdrawals in any state, and what those ordered,
   * by transaction id.
   */
  listTransactions(txids: readonly string[]): Promise<ReadonlyMap<string, OwnOutput>>;
  /** Stores the signed transaction, before it is published. */
  sign(signing: Signing): Promise<SignOutcome>;
  /** Notes that the node has accepted the transaction. Repeating the call changes nothing. */
  noteBroadcast(id: string, at: Date): Promise<void>;
  settle(settling: Settling): Promise<StepOutcome>;
  fail(failing: Failing): Promise<StepOutcome>;
  /**
   * Notes which block contains the transaction of a settled withdrawal after a reorganisation; null
   * for none.
   */
  placeSettled(id: string, block: BlockPlace | null, fence: bigint): Promise<StepOutcome>;
  /**
   * Lets other withdrawals spend the coins of a settled one that was replaced, so that it can be in
   * no block any more.
   */
  freeCoins(id: string, fence: bigint): Promise<StepOutcome>;
}

/** The output of its transaction by which a withdrawal pays what was ordered. */
export type OwnOutput = Pick<Withdrawal, 'address' | 'amountSat'>;

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
  /** The payee of a withdrawal to a user of this service; null for all others. */
  readonly internal: InternalWithdrawal | null;
  /** The approval that the withdrawal takes with it, in the same transaction; mostly none. */
  readonly approval?: ApprovalGiven;
}

export interface InternalWithdrawal {
  readonly payeeUserId: string;
  readonly payeeIdentifier: string;
  readonly depositId: string;
  /** The bodies of the settled records of payer and payee, made by `render-withdrawal.ts`. */
  readonly record: string;
  readonly payeeRecord: string;
}

export type OrderOutcome =
  | { readonly kind: 'ordered' }
  /** A withdrawal with this id was ordered before, so nothing was changed. */
  | { readonly kind: 'present' }
  /** The idempotency key was used for this earlier withdrawal. */
  | { readonly kind: 'repeated'; readonly withdrawalId: string }
  | { readonly kind: 'refused'; readonly refusal: MoneyRefusal };

export interface Signing {
  readonly id: string;
  readonly transaction: SignedTransaction;
  /**
   * The fencing token of the lease under which this process works; null when an operator takes this
   * step.
   */
  readonly fence: bigint | null;
  readonly at: Date;
  /**
   * Whether the transaction was found in the node's wallet, which means that it was sent before.
   */
  readonly isFound: boolean;
}

export type SignOutcome =
  | 'signed'
  /** Outgoing payments are stopped, so the transaction must not be sent. */
  | 'stopped'
  /** Another withdrawal that has not ended spends one of the inputs. */
  | 'input_taken'
  /** The withdrawal is not in a state from which it can be signed, so nothing was stored. */
  | 'conflict'
  /** Another process has taken over the lease for the chain, so nothing was stored. */
  | 'fenced';

export interface Settling {
  readonly id: string;
  readonly block: BlockPlace;
  /**
   * The fencing token of the lease under which this process works; null when an operator takes this
   * step.
   */
  readonly fence: bigint | null;
  readonly at: Date;
  /** The body of the settled record, made by `render-withdrawal.ts`. */
  readonly record: string;
}

export interface Failing {
  readonly id: string;
  readonly failure: WithdrawalFailure;
  /** The state from which the withdrawal fails; WITHDRAWAL_STEPS lists the allowed steps. */
  readonly from: 'reserved' | 'unknown' | 'signed';
  /**
   * The fencing token of the lease under which this process works; null when an operator takes this
   * step.
   */
  readonly fence: bigint | null;
  readonly at: Date;
}

export type StepOutcome = 'done' | 'present' | 'conflict' | 'fenced';
