import type { Sat } from '../base/amount.ts';
import type { Outpoint } from './bitcoin/transaction.ts';
import { NodeFault } from './node-port.ts';

/**
 * Port: the bitcoin wallet of the node, and the chain as the node knows it. What the wallet says of
 * blocks may be wrong after a reorganisation, so callers compare it with `blockHash`. Faults (node
 * away, answer not understood) are thrown as NodeFault.
 */
export interface ChainWallet {
  /** A new address, which the wallet watches from now on. */
  newAddress(): Promise<string>;
  tip(): Promise<ChainTip>;
  /** The hash of the block at a height of the best chain, which is not above its tip. */
  blockHash(height: number): Promise<string>;
  /**
   * The transactions of the wallet that it has seen in blocks of these heights; without an end also
   * those that it has seen in none. One may be listed twice after a reorganisation. Throws
   * `WalletListTooLong` where it cannot be read.
   */
  transactions(blocks: BlockRange): Promise<readonly WalletTransaction[]>;
  /**
   * Which transaction of a block has spent an output; null for none. Blocks from this height on are
   * searched, and an answer that takes long is not waited for, so null proves nothing.
   */
  spender(outpoint: Outpoint, fromHeight: number): Promise<Spender | null>;
  /** Unspent outputs of the wallet that it has seen in a block, without those that are locked. */
  coins(): Promise<readonly Coin[]>;
  /** Yields when the wallet has seen something new: a hint to look, which may be missing. */
  changes(signal: AbortSignal): AsyncIterable<void>;
  close(): Promise<void>;
}

/** The list of one block, or of what waits for a block, is too long to be read. */
export class WalletListTooLong extends NodeFault {}

export interface Spender {
  readonly txid: string;
  readonly height: number;
}

/** Both ends are included, and `from` is not above `to`; null means no end. */
export interface BlockRange {
  readonly from: number;
  readonly to: number | null;
}

/** An output of a transaction to the wallet. */
export interface Coin extends Outpoint {
  readonly amountSat: Sat;
}

export interface ChainTip {
  readonly height: number;
  readonly hash: string;
  /** Whether the node has caught up with the chain; until then nothing counts. */
  readonly isSynced: boolean;
}

/** Hashes are in the order of bytes in which block explorers show them. */
export interface WalletTransaction {
  readonly txid: string;
  /** Null while no block has it. */
  readonly block: { readonly height: number; readonly hash: string } | null;
  /** The outputs that it spends. */
  readonly inputs: readonly Outpoint[];
  readonly outputs: readonly TransactionOutput[];
  /** Zero where the wallet does not know it, as some of the inputs are of others. */
  readonly feeSat: Sat;
  /** The whole transaction in hex. */
  readonly raw: string;
  /** A note that the wallet keeps beside it; empty for none. */
  readonly label: string;
}

export interface TransactionOutput {
  readonly index: number;
  /** Null for scripts that have none. */
  readonly address: string | null;
  readonly amountSat: Sat;
}
