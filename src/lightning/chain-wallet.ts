import type { Sat } from '../base/amount.ts';
import type { Outpoint } from './bitcoin/transaction.ts';

/**
 * Port: the bitcoin wallet of the node, and the chain as the node knows it. The blocks that the
 * wallet reports may be outdated after a reorganisation, so callers compare them with `blockHash`.
 * Faults (node away, answer not understood) are thrown as NodeFault.
 */
export interface ChainWallet {
  /** Makes a new address, which the wallet watches from now on. */
  newAddress(): Promise<string>;
  tip(): Promise<ChainTip>;
  /**
   * The hash of the block at the given height of the best chain. The height must not be above the
   * tip.
   */
  blockHash(height: number): Promise<string>;
  /**
   * The transactions that the wallet has seen in blocks of the given heights. A range without an
   * end includes unconfirmed transactions as well. A transaction may be listed twice after a
   * reorganisation. A wallet may fail to list some blocks for good, and others not.
   */
  transactions(blocks: BlockRange): Promise<readonly WalletTransaction[]>;
  /**
   * Finds the confirmed transaction that spends an output; null for none. The search begins at the
   * given height, and gives up when the answer takes long, so null does not prove that the output
   * is unspent.
   */
  spender(outpoint: Outpoint, fromHeight: number): Promise<Spender | null>;
  /** Confirmed unspent outputs of the wallet, without those that are locked. */
  coins(): Promise<readonly Coin[]>;
  /**
   * Yields when the wallet has seen something new. This is only a hint to read the wallet again,
   * and hints may be lost.
   */
  changes(signal: AbortSignal): AsyncIterable<void>;
  close(): Promise<void>;
}

export interface Spender {
  readonly txid: string;
  readonly height: number;
}

/**
 * A range of block heights, both ends included. `from` must not be above `to`; a null `to` means
 * that the range has no end.
 */
export interface BlockRange {
  readonly from: number;
  readonly to: number | null;
}

/** An unspent output that belongs to the wallet. */
export interface Coin extends Outpoint {
  readonly amountSat: Sat;
}

export interface ChainTip {
  readonly height: number;
  readonly hash: string;
  /** Whether the node has caught up with the chain. Until then its tip must not be relied on. */
  readonly isSynced: boolean;
}

/** A transaction of the wallet. Hashes have the byte order in which block explorers show them. */
export interface WalletTransaction {
  readonly txid: string;
  /** The block that contains the transaction; null while it is unconfirmed. */
  readonly block: { readonly height: number; readonly hash: string } | null;
  /** The outputs that the transaction spends. */
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly TransactionOutput[];
  /**
   * The fee of the transaction; zero where the wallet does not know it, because some inputs belong
   * to others.
   */
  readonly feeSat: Sat;
  /** The whole transaction in hex. */
  readonly raw: string;
  /** A note that the wallet keeps with the transaction; empty for none. */
  readonly label: string;
}

export interface TransactionOutput {
  readonly index: number;
  /** The address of the output; null for a script that has no address. */
  readonly address: string | null;
  readonly amountSat: Sat;
  /** Whether the output belongs to the wallet. */
  readonly isOurs: boolean;
}
