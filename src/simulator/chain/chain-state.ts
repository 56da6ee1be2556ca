import type { Outpoint, Transaction } from '../../lightning/bitcoin/transaction.ts';

/** The chain of blocks and what waits for the next one. */
export interface Chain {
  /** Blocks beside those of the clock: mined by order, less those that reorganisations left out. */
  extraBlocks: number;
  /** Where branches began that were left: the lowest height of each. */
  readonly forks: number[];
  /** By height; a height that is not here is an empty block of the clock. */
  readonly blocks: Map<number, Block>;
  /** Every transaction that was ever seen, mined or not. */
  readonly transactions: Map<string, ChainTransaction>;
  /** Ids of all transactions that spend an output, by `txid:index`. */
  readonly spenders: Map<string, readonly string[]>;
  /** Ids, in the order in which they came. */
  readonly mempool: Set<string>;
}

export interface Block {
  readonly height: number;
  readonly timeSec: number;
  readonly txids: readonly string[];
}

export interface ChainTransaction {
  readonly txid: string;
  /** Hex. */
  readonly raw: string;
  readonly content: Transaction;
  readonly seenAtSec: number;
  /** The height at which it began to wait: a later block can take it. */
  waitsSince: number;
  /** Null while no block has it. */
  place: BlockPlace | null;
}

export interface BlockPlace {
  readonly height: number;
  readonly index: number;
}

/** What a node has on chain. */
export interface ChainWallet {
  /** By output script. */
  readonly addresses: Map<string, WalletAddress>;
  /** Transactions of the wallet, mined or not. */
  readonly txids: Set<string>;
  readonly labels: Map<string, string>;
  /** What LND's wallet keeps of blocks that a reorganisation left out. */
  readonly orphans: Orphan[];
  /** By `txid:index`. */
  readonly leases: Map<string, Lease>;
  /** Names of peers that it connected to. */
  readonly peers: Set<string>;
}

export type AddressKind = 'p2wkh' | 'p2tr';

export interface WalletAddress {
  readonly script: string;
  readonly isChange: boolean;
}

/** A transaction that the wallet still takes for confirmed in a block that the chain has not. */
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
