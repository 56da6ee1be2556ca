import type { Sat } from '../base/amount.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import type { BlockPlace, Deposit } from './deposit.ts';

/** Port: addresses of users, and what has arrived at them. Only `credit` moves money. */
export interface DepositStore {
  /** The address of a user that was not paid yet; null when there is none. */
  findUnusedAddress(userId: string): Promise<string | null>;
  /**
   * The address that the user has from now on: this one, or that of a call that was faster. Null
   * when this one was given out before, or the other one was paid meanwhile.
   */
  saveAddress(address: NewAddress): Promise<string | null>;
  /** Which of these addresses are of users. */
  listKnown(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** False when another process leads now. */
  note(outputs: readonly SeenOutput[], fence: bigint): Promise<boolean>;
  /** Deposits that were not credited yet and have not gone. */
  listOpen(): Promise<readonly Deposit[]>;
  /** Lists deposits that were credited in blocks from this height on. */
  listCreditedSince(height: number): Promise<readonly Deposit[]>;
  /** Ends open deposits that no block has and that were seen before: they are not waited for. */
  giveUp(seenBefore: Date): Promise<void>;
  /**
   * Ends deposits whose place another transaction has taken. False when another process leads now.
   */
  giveUpReplaced(replaced: readonly ReplacedDeposit[], fence: bigint): Promise<boolean>;
  /** What the transactions of these deposits spend, as transactions in hex. */
  listRaw(depositIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Also stops payments. False when it was noted before. */
  noteOrphaned(depositId: string): Promise<boolean>;
  credit(credits: readonly DepositCredit[]): Promise<readonly DepositOutcome[]>;
  /** Newest first. */
  listOfUser(userId: string, page: { offset: number; limit: number }): Promise<readonly Deposit[]>;
  /** Null before the first look. */
  readCursor(pubkey: string): Promise<ChainCursor | null>;
  /** False when another process leads now. */
  saveLook(pubkey: string, look: ChainLook): Promise<boolean>;
  /** What the wallet of the node held at the last look; 0 before the first one. */
  readCoins(): Promise<Sat>;
  /** The height of the tip at the last look; null before the first one. */
  readHeight(): Promise<number | null>;
}

export interface ChainCursor {
  /** The height of the tip at the last look. */
  readonly height: number;
  /** The height of the tip at the first look. */
  readonly firstHeight: number;
}

export interface ChainLook {
  readonly height: number;
  readonly coinsSat: Sat;
  /** Whether all was read that the wallet has had since the first look. */
  readonly isWhole: boolean;
  readonly tookMs: number;
  readonly fence: bigint;
}

export interface NewAddress {
  readonly address: string;
  readonly userId: string;
  readonly grantId: string;
  readonly createdAt: Date;
}

export interface SeenOutput {
  readonly id: string;
  readonly identifier: string;
  readonly transaction: Pick<WalletTransaction, 'txid' | 'inputs'>;
  readonly block: BlockPlace | null;
  readonly output: { readonly index: number; readonly address: string; readonly amountSat: bigint };
  readonly seenAt: Date;
}

export interface ReplacedDeposit {
  readonly depositId: string;
  /** The transaction that has spent what the deposit was to spend. */
  readonly replacedBy: string;
}

export interface DepositCredit {
  readonly depositId: string;
  readonly block: BlockPlace;
  readonly at: Date;
  /** Body of the settled record, made by `renderDeposit`. */
  readonly record: string;
  readonly fence: bigint;
}

export type DepositOutcome =
  | 'credited'
  | 'unclaimed'
  /** The deposit was credited before. */
  | 'present'
  /** Another process leads now. */
  | 'fenced';

/** The lease of the one process that watches the chain; SQL uses the same name. */
export const CHAIN_LEASE = 'watch-chain';
