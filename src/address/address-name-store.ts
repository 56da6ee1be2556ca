import type { Sat } from '../base/amount.ts';

/** Port: names of lightning addresses. A name permanently belongs to its first owner. */
export interface AddressNameStore {
  /**
   * Gives a user a name; null gives up the one that they have. `changesMax` null: no limit of
   * changes in a year.
   */
  claimName(
    userId: string,
    name: string | null,
    at: Date,
    changesMax: number | null,
  ): Promise<ClaimOutcome>;
  /** Lets others have a name that its owner has given up. */
  releaseName(name: string, at: Date): Promise<ReleaseOutcome>;
  /** Finds the name that a user has now. */
  findName(userId: string): Promise<string | null>;
  /** Finds the owner of a name, also after they gave it up; null for a name that is free. */
  findOwner(name: string): Promise<string | null>;
  /**
   * Finds the user who is paid by a name; null also when they are disabled: payers see no
   * difference.
   */
  findPayee(name: string): Promise<Payee | null>;
  /** Whether a user takes zaps, which they can do once they have a Nostr key. */
  findTakesZaps(userId: string): Promise<boolean>;
  setTakesZaps(userId: string, takesZaps: boolean): Promise<void>;
  /** Reads what the owner has set on the public page of their address. */
  readPayPage(userId: string): Promise<PayPage>;
  savePayPage(userId: string, page: PayPage): Promise<void>;
}

export interface PayPage {
  /** A text of the owner; '' for none. */
  readonly text: string;
  /** Amounts that the page offers, in this order. */
  readonly amountsSat: readonly Sat[];
}

export type ClaimOutcome = 'claimed' | 'taken' | 'too_many_changes';
export type ReleaseOutcome = 'released' | 'in_use' | 'absent';

/** The user who is paid by a name. */
export interface Payee {
  readonly userId: string;
  /** The name of the lightning address, without its domain. */
  readonly addressName: string;
  readonly displayName: string | null;
  /** The identifier of the user, 20 letters and digits: the value of keysend record 696969. */
  readonly identifier: string;
  /** The user's own Nostr key, as npub1…; null when they have none. */
  readonly nostrPubkey: string | null;
  readonly takesZaps: boolean;
  /** The public page of their address, as they have set it. */
  readonly payPage: PayPage;
  /** The sum that they may still get under their limit; null without one. */
  readonly roomSat: Sat | null;
}
