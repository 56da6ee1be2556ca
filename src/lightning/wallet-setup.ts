import type { Result } from '../base/result.ts';

/**
 * Port: an LND whose wallet is made or opened by us. Until the wallet is open its calls need no
 * permission, so LND listens on this machine only. Faults are thrown as NodeFault.
 */
export interface WalletSetup {
  makeWords(): Promise<readonly string[]>;
  makeWallet(order: WalletOrder): Promise<Result<AdminMacaroon, WordsRefusal>>;
  /**
   * Opens the wallet, and makes a new macaroon for everything, which ends all macaroons baked
   * before.
   */
  renewAdmin(password: string): Promise<Result<AdminMacaroon, OpenRefusal>>;
  unlock(password: string, restore: NodeRestore | null): Promise<void>;
  /** Waits until LND answers calls of an open wallet, which is soon after opening it. */
  untilCallable(): Promise<void>;
  bake(admin: AdminMacaroon): Promise<BakedMacaroons>;
  pubkey(admin: AdminMacaroon): Promise<string>;
  isBackupOfWallet(admin: AdminMacaroon, channelBackup: Uint8Array): Promise<boolean>;
  /** Waits until LND has read the chain and found what it restores, which may take hours. */
  untilRestored(admin: AdminMacaroon, tell: (sentence: string) => void): Promise<void>;
  end(): Promise<void>;
}

/** A macaroon, in hex, that allows everything. It is kept in memory only, and forgotten. */
export type AdminMacaroon = string;

export interface WalletOrder {
  readonly words: readonly string[];
  readonly password: string;
  readonly restore: NodeRestore | null;
}

/** What a node is restored from, beside the words of its wallet. */
export interface NodeRestore {
  /** How many unused addresses in a row LND searches for money before it stops. */
  readonly recoveryWindow: number;
  readonly channelBackup: Uint8Array | null;
}

/** Why LND makes no wallet from the given words. */
export type WordsRefusal =
  /** The checksum or the version of the words is wrong. */
  | { readonly kind: 'misfit' }
  | { readonly kind: 'unknown_word'; readonly place: number }
  | { readonly kind: 'passphrase' };

export type OpenRefusal =
  | { readonly kind: 'wrong_password' }
  /** LND was killed while it made the wallet, which no one can open: nothing can be in it. */
  | { readonly kind: 'half_made' }
  /**
   * LND was killed after it made the wallet and before it made the key for macaroons, which it does
   * when it opens the wallet.
   */
  | { readonly kind: 'no_root_key' };

export interface BakedMacaroons {
  readonly payments: Uint8Array;
  readonly chain: Uint8Array;
  readonly management: Uint8Array;
}
