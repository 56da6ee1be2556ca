import type { Msat, Sat } from '../base/amount.ts';
import type { WalletTransaction } from '../lightning/chain-wallet.ts';
import type { BlockPlace, Deposit } from './deposit.ts';

/** Port: addresses of users, and deposits to them. Of these methods, only `credit` moves money. */
export interface DepositStore {
  /** Finds the user's address that was not paid yet; null when there is none. */
  findUnusedAddress(userId: string): Promise<string | null>;
  /**
   * Stores a new address of a user, and returns the address to use: this one, or one that a faster
   * call has stored. Null when this address was given out before, or when the other one was paid in
   * the meantime.
   */
  saveAddress(address: NewAddress): Promise<string | null>;
  /** Finds which of these addresses belong to users. */
  listKnown(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * Stores outputs that pay users. False, with nothing stored, when another process has taken over
   * the lease for the chain.
   */
  note(outputs: readonly SeenOutput[], fence: bigint): Promise<boolean>;
  /** Lists deposits that were seen, but neither credited nor given up. */
  listOpen(): Promise<readonly Deposit[]>;
  /** Lists deposits that were credited and stand in a block of this height or above. */
  listCreditedSince(height: number): Promise<readonly Deposit[]>;
  /** Gives up open deposits without a block that were seen before this time. */
  giveUp(seenBefore: Date): Promise<void>;
  /**
   * Gives up deposits that another transaction has replaced. False when another process has taken
   * over the lease for the chain.
   */
  giveUpReplaced(replaced: readonly ReplacedDeposit[], fence: bigint): Promise<boolean>;
  /** Reads the transactions of these deposits in hex, by deposit id. */
  listRaw(depositIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Notes that the block of a credited deposit has left the chain, and stops outgoing payments.
   * False when this was noted before.
   */
  noteOrphaned(depositId: string): Promise<boolean>;
  credit(credits: readonly DepositCredit[]): Promise<readonly DepositOutcome[]>;
  /** Lists the deposits of a user, the newest first. */
  listOfUser(userId: string, page: { offset: number; limit: number }): Promise<readonly Deposit[]>;
  /**
   * Reads which heights of the chain are covered by looks at it so far; null before the first look.
   */
  readCursor(pubkey: string): Promise<ChainCursor | null>;
  /**
   * Stores the result of a look at the chain. False when another process has taken over the lease
   * for the chain.
   */
  saveLook(pubkey: string, look: ChainLook): Promise<boolean>;
  /** Reads what the last look at the chain has counted; zeros before the first look. */
  readCoins(): Promise<SeenCoins>;
  /** Reads the height of the chain at the last look at it; null before the first look. */
  readHeight(): Promise<number | null>;
}

export interface ChainCursor {
  /**
   * The height of the chain at the last look at it. While the node cannot list a block, the height
   * stays below that block.
   */
  readonly height: number;
  /** The height of the chain at the very first look at it. */
  readonly firstHeight: number;
}

export interface SeenCoins {
  /** What the node's wallet held. */
  readonly coinsSat: Sat;
  /**
   * The node's own side of the channels that were being opened. The bitcoin for them had left the
   * wallet when the coins were counted.
   */
  readonly openingLocalMsat: Msat;
}

export interface ChainLook extends SeenCoins {
  /** The height of the chain, or that below the lowest block which the node could not list. */
  readonly height: number;
  /**
   * Whether all transactions of the wallet since the very first look at the chain have been read,
   * and not only the recent ones; null when the node could not list some of the blocks.
   */
  readonly isWhole: boolean | null;
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
  /** The id of the transaction that has spent an input of the deposit's transaction. */
  readonly replacedBy: string;
}

export interface DepositCredit {
  readonly depositId: string;
  readonly block: BlockPlace;
  readonly at: Date;
  /** The body of the settled record, made by `renderDeposit`. */
  readonly record: string;
  readonly fence: bigint;
}

export type DepositOutcome =
  | 'credited'
  | 'unclaimed'
  /** An earlier call has credited the deposit, so this call changed nothing. */
  | 'present'
  /** Another process has taken over the lease for the chain, so nothing was credited. */
  | 'fenced';

/**
 * The name of the lease of the only process that watches the chain. SQL functions use the same
 * name.
 */
export const CHAIN_LEASE = 'watch-chain';
