import type { Result } from '../base/result.ts';

/**
 * Port: an LND whose wallet is made or opened by us. These calls need no permission until the
 * wallet is open, so LND listens on this machine only meanwhile. Faults are thrown as NodeFault.
 */
export interface WalletSetup {
  makeWords(): Promise<readonly string[]>;
  makeWallet(order: WalletOrder): Promise<Result<AdminMacaroon, WordsRefusal>>;
  /** Opens the wallet, and ends every macaroon that was baked before. */
  renewAdmin(password: string): Promise<Result<AdminMacaroon, OpenRefusal>>;
  unlock(password: string, restore: NodeRestore | null): Promise<void>;
  /** Waits until LND answers the calls below, soon after its wallet was opened. */
  untilCallable(): Promise<void>;
  bake(admin: AdminMacaroon): Promise<BakedMacaroons>;
  pubkey(admin: AdminMacaroon): Promise<string>;
  isBackupOfWallet(admin: AdminMacaroon, channelBackup: Uint8Array): Promise<boolean>;
  /** Waits until LND has read the chain and has found what it restores: perhaps for hours. */
  untilRestored(admin: AdminMacaroon, tell: (sentence: string) => void): Promise<void>;
  end(): Promise<void>;
}

/** A macaroon in hex that may do everything, so it stays in memory and is forgotten. */
export type AdminMacaroon = string;

export interface WalletOrder {
  readonly words: readonly string[];
  readonly password: string;
  readonly restore: NodeRestore | null;
}

/** What a node is restored with, beside its words. */
export interface NodeRestore {
  /** How many unused addresses in a row LND looks behind. */
  readonly recoveryWindow: number;
  readonly channelBackup: Uint8Array | null;
}

/** Why LND makes no wallet of the words. */
export type WordsRefusal =
  /** The checksum or the version of the words is wrong. */
  | { readonly kind: 'misfit' }
  | { readonly kind: 'unknown_word'; readonly place: number }
  | { readonly kind: 'passphrase' };

export type OpenRefusal =
  | { readonly kind: 'wrong_password' }
  /** LND was killed while it made the wallet. No one can open it, so nothing can be in it. */
  | { readonly kind: 'half_made' }
  /** LND was killed before it made a key for macaroons, which it does when it opens the wallet. */
  | { readonly kind: 'no_root_key' };

export interface BakedMacaroons {
  readonly payments: Uint8Array;
  readonly management: Uint8Array;
}
