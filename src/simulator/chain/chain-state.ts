import type { Outpoint, Transaction } from '../../lightning/bitcoin/transaction.ts';

/** The chain of blocks, and the transactions that wait for the next one. */
export interface Chain {
  /**
   * How far the height differs from the number of blocks of the clock: blocks mined by a call,
   * minus blocks that reorganisations removed.
   */
  extraBlocks: number;
  /** For each reorganisation, the lowest height that it replaced. */
  readonly forks: number[];
  /** Blocks by height. A height without an entry has an empty block, which came by the clock. */
  readonly blocks: Map<number, Block>;
  /** All transactions that were ever seen, mined or not. */
  readonly transactions: Map<string, ChainTransaction>;
  /** For each output, named as `txid:index`, the ids of all transactions that spend it. */
  readonly spenders: Map<string, readonly string[]>;
  /** The ids of waiting transactions, in the order in which they arrived. */
  readonly mempool: Set<string>;
}

export interface Block {
  readonly height: number;
  readonly timeSec: number;
  readonly txids: readonly string[];
}

export interface ChainTransaction {
  readonly txid: string;
  /** The transaction in hex. */
  readonly raw: string;
  readonly content: Transaction;
  readonly seenAtSec: number;
  /** The height of the chain when the transaction began to wait. Only a later block can take it. */
  waitsSince: number;
  /** The place of the transaction in a block; null while it is unconfirmed. */
  place: BlockPlace | null;
}

export interface BlockPlace {
  readonly height: number;
  readonly index: number;
}

/** The on-chain wallet of a node. */
export interface ChainWallet {
  /** The addresses of the wallet, by output script. */
  readonly addresses: Map<string, WalletAddress>;
  /** The ids of the wallet's transactions, mined or not. */
  readonly txids: Set<string>;
  readonly labels: Map<string, string>;
  /**
   * Transactions that LND's wallet still takes for confirmed, in blocks that a reorganisation
   * removed.
   */
  readonly orphans: Orphan[];
  /** The leases of coins, by `txid:index`. */
  readonly leases: Map<string, Lease>;
  /** The names of the peers that the node has connected to. */
  readonly peers: Set<string>;
}

export type AddressKind = 'p2wkh' | 'p2tr';

export interface WalletAddress {
  readonly script: string;
  readonly isChange: boolean;
}

/**
 * A transaction that the wallet still takes for confirmed, in a block that is no longer in the
 * chain.
 */
export interface Orphan {
  readonly txid: string;
  readonly height: number;
  readonly hash: string;
  readonly timeSec: number;
}

export interface Lease {
  readonly id: string;
  readonly outpoint: Outpoint;
  readonly untilSec: number;
}

export const emptyChain = (): Chain => ({
  extraBlocks: 0,
  forks: [],
  blocks: new Map(),
  transactions: new Map(),
  spenders: new Map(),
  mempool: new Set(),
});

export const emptyWallet = (): ChainWallet => ({
  addresses: new Map(),
  txids: new Set(),
  labels: new Map(),
  orphans: [],
  leases: new Map(),
  peers: new Set(),
});
