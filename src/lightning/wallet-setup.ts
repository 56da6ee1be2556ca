import type { Result } from '../base/result.ts';

/**
 * Port: creates or opens the wallet of an LND that Satchel runs. Until the wallet is open, LND asks
 * for no macaroon, so it must listen only on this machine. Faults are thrown as NodeFault.
 */
export interface WalletSetup {
  makeWords(): Promise<readonly string[]>;
  makeWallet(order: WalletOrder): Promise<Result<AdminMacaroon, WordsRefusal>>;
  /**
   * Opens the wallet and makes a new admin macaroon. All macaroons baked before become invalid.
   */
  renewAdmin(password: string): Promise<Result<AdminMacaroon, OpenRefusal>>;
  unlock(password: string, restore: NodeRestore | null): Promise<void>;
  /** Waits until LND answers calls, which it does soon after its wallet was opened. */
  untilCallable(): Promise<void>;
  bake(admin: AdminMacaroon): Promise<BakedMacaroons>;
  pubkey(admin: AdminMacaroon): Promise<string>;
  isBackupOfWallet(admin: AdminMacaroon, channelBackup: Uint8Array): Promise<boolean>;
  /** Waits until LND has read the chain and has found the restored money, which may take hours. */
  untilRestored(admin: AdminMacaroon, tell: (sentence: string) => void): Promise<void>;
  end(): Promise<void>;
}

/**
 * The admin macaroon in hex, which allows every call. Satchel keeps it only in memory, and only
 * while the node is set up.
 */
export type AdminMacaroon = string;

export interface WalletOrder {
  readonly words: readonly string[];
  readonly password: string;
  readonly restore: NodeRestore | null;
}

/** What a node is restored from, besides its seed words. */
export interface NodeRestore {
  /** The number of consecutive unused addresses after which LND stops searching for money. */
  readonly recoveryWindow: number;
  readonly channelBackup: Uint8Array | null;
}

/** Why LND makes no wallet from these seed words. */
export type WordsRefusal =
  /** The checksum or the version of the seed words (LND's aezeed) is wrong. */
  | { readonly kind: 'misfit' }
  | { readonly kind: 'unknown_word'; readonly place: number }
  | { readonly kind: 'passphrase' };

export type OpenRefusal =
  | { readonly kind: 'wrong_password' }
  /**
   * LND was killed while it made the wallet. No one can open this wallet, so there can be no money
   * in it.
   */
  | { readonly kind: 'half_made' }
  /**
   * LND was killed after it had made the wallet, but before it had opened it for the first time,
   * which is when LND makes the root key of its macaroons.
   */
  | { readonly kind: 'no_root_key' };

export interface BakedMacaroons {
  readonly payments: Uint8Array;
  readonly chain: Uint8Array;
  readonly management: Uint8Array;
}
