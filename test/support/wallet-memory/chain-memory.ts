import type { Outpoint } from '../../../src/lightning/bitcoin/transaction.ts';
import type { Deposit } from '../../../src/onchain/deposit.ts';
import type { ChainCursor, SeenCoins } from '../../../src/onchain/deposit-store.ts';
import type { FeeBump } from '../../../src/onchain/fee-bump.ts';

/** Addresses, what has arrived at them, and how far the chain was looked at. */
export interface ChainMemory {
  readonly addresses: Map<string, AddressRow>;
  readonly deposits: Map<string, DepositRow>;
  /** Ids of deposits by `txid:index`. */
  readonly outputs: Map<string, string>;
  /** In the order in which they were stored. */
  readonly feeBumps: Map<string, FeeBumpRow>;
  /** Null before the first look. */
  cursor: (ChainCursor & SeenCoins) | null;
  /** When the last look began, once the whole wallet was read since the database went back. */
  lookedAt: Date | null;
}

export interface AddressRow {
  readonly userId: string;
  readonly grantId: string;
  /** When it was paid first; null before. */
  readonly usedAt: Date | null;
}

export interface DepositRow extends Deposit {
  readonly inputs: readonly Outpoint[];
  readonly orphanedAt: Date | null;
}

export interface FeeBumpRow extends FeeBump {
  readonly notedAt: Date;
  /** Null until it ends. */
  readonly isPaid: boolean | null;
}

export const newChainMemory = (): ChainMemory => ({
  addresses: new Map(),
  deposits: new Map(),
  outputs: new Map(),
  feeBumps: new Map(),
  cursor: null,
  lookedAt: null,
});

export const cloneChain = ({
  addresses,
  deposits,
  outputs,
  feeBumps,
  ...look
}: ChainMemory): ChainMemory => ({
  addresses: new Map(addresses),
  deposits: new Map(deposits),
  outputs: new Map(outputs),
  feeBumps: new Map(feeBumps),
  ...look,
});
