import type { Wallet } from './wallets.ts';

/** What wallets have to do with the chain, as their callers know it. */
export interface ChainBook {
  /** Addresses that wallets were given. */
  readonly addresses: Map<string, Wallet>;
  readonly orders: ChainOrder[];
  /** What had moved at the last look; null where no one looked. */
  sums: ChainSums | null;
}

export interface ChainSums {
  readonly deposits: number;
  readonly depositedSat: bigint;
  readonly withdrawals: number;
  readonly withdrawnSat: bigint;
  readonly feesSat: bigint;
  /** Withdrawals to addresses of wallets here. */
  readonly internal: number;
  readonly failed: number;
}

/** Bitcoin that someone orders to an address. */
export interface ChainOrder {
  readonly payer: Wallet;
  /** Who gets it within the service; null for an address of another node. */
  readonly payee: Wallet | null;
  readonly key: string;
  readonly body: { readonly address: string; readonly amount: number; readonly speed: string };
  /** The identifier of the payment, once an answer has told it. */
  id: string | null;
  /** Whether it is known that nothing was ordered. */
  isRefused: boolean;
  end: ChainEnd | null;
}

/** What the service says of a payment that has ended. */
export interface ChainEnd {
  readonly state: 'confirmed' | 'failed';
  readonly txid: string | null;
  readonly feeSat: number;
}

export const CHAIN_PATH = '/payments/onchain';

export const createChainBook = (): ChainBook => ({ addresses: new Map(), orders: [], sums: null });
