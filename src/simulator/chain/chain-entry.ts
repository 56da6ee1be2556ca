import type { Outpoint } from '../../lightning/bitcoin/transaction.ts';
import type { ClosedChannel, ClosingChannel, OpeningChannel } from '../network-state.ts';
import type {
  Block,
  BlockPlace,
  Chain,
  ChainTransaction,
  ChainWallet,
  Lease,
  WalletAddress,
} from './chain-state.ts';

/** Everything that can happen on the chain, as entries of the journal. */
export type ChainEntry =
  | { readonly kind: 'address_derived'; readonly node: string; readonly address: WalletAddress }
  | { readonly kind: 'transaction_sent'; readonly transaction: SentTransaction }
  | {
      readonly kind: 'transaction_labelled';
      readonly node: string;
      readonly txid: string;
      readonly label: string;
    }
  | {
      readonly kind: 'block_mined';
      readonly height: number;
      readonly timeSec: number;
      readonly txids: readonly string[];
      /** Whether the block was mined by a call to the control interface, and not by the clock. */
      readonly isExtra: boolean;
    }
  | {
      readonly kind: 'blocks_left_out';
      /** The height of the lowest block that is removed. */
      readonly fromHeight: number;
      readonly count: number;
      /**
       * The names of the nodes whose wallets do not notice that the lowest block was removed, as
       * LND's wallet sometimes does not.
       */
      readonly unaware: readonly string[];
    }
  | { readonly kind: 'transaction_dropped'; readonly txid: string }
  | { readonly kind: 'wallet_rescanned'; readonly node: string }
  | { readonly kind: 'coin_leased'; readonly node: string; readonly lease: Lease }
  | { readonly kind: 'lease_ended'; readonly node: string; readonly outpoint: Outpoint }
  | { readonly kind: 'peer_connected'; readonly node: string; readonly peer: string }
  | {
      readonly kind: 'channel_opening';
      readonly channel: OpeningChannel;
      readonly transaction: SentTransaction;
    }
  | {
      readonly kind: 'channel_opened';
      readonly ends: readonly [string, string];
      readonly fundingTxid: string;
      readonly chanId: string;
    }
  | {
      readonly kind: 'channel_closing';
      readonly channel: ClosingChannel;
      readonly transaction: SentTransaction;
    }
  | {
      readonly kind: 'channel_closed';
      readonly ends: readonly [string, string];
      readonly fundingTxid: string;
    }
  | RestoredChainEntry;

/** A transaction that was sent to the mempool. */
export interface SentTransaction {
  readonly txid: string;
  readonly raw: string;
  readonly atSec: number;
  /** The height of the chain when the transaction was sent. */
  readonly height: number;
}

/** The first entries of a compacted journal, which contain the state of the chain. */
export type RestoredChainEntry =
  | { readonly kind: 'chain_restored'; readonly chain: RestoredChain }
  | { readonly kind: 'transaction_restored'; readonly transaction: RestoredTransaction }
  | { readonly kind: 'wallet_restored'; readonly node: string; readonly wallet: RestoredWallet }
  | { readonly kind: 'opening_restored'; readonly channel: OpeningChannel }
  | { readonly kind: 'closing_restored'; readonly channel: ClosingChannel }
  | { readonly kind: 'closed_restored'; readonly channel: ClosedChannel };

export interface RestoredChain extends Pick<Chain, 'extraBlocks' | 'forks'> {
  readonly blocks: readonly Block[];
  readonly mempool: readonly string[];
}

export type RestoredTransaction = Omit<ChainTransaction, 'content' | 'place'> & {
  readonly place: BlockPlace | null;
};

export interface RestoredWallet extends Pick<ChainWallet, 'orphans'> {
  /**
   * The scripts of the wallet's addresses, each with a flag that says whether the address is for
   * change.
   */
  readonly addresses: readonly (readonly [string, boolean])[];
  readonly txids: readonly string[];
  readonly labels: readonly (readonly [string, string])[];
  readonly leases: readonly Lease[];
  readonly peers: readonly string[];
}
