import type { Sat } from '../base/amount.ts';

/** Port: names of lightning addresses. A name permanently belongs to its first owner. */
export interface AddressNameStore {
  /**
   * Gives a user an address name. If the name is null, the user gives up the one that they have.
   * `changesMax` limits the changes within a year; null for no limit.
   */
  claimName(
    userId: string,
    name: string | null,
    at: Date,
    changesMax: number | null,
  ): Promise<ClaimOutcome>;
  /** Frees a name that its owner has given up, so that others can have it. */
  releaseName(name: string, at: Date): Promise<ReleaseOutcome>;
  /** Finds the address name that a user has now; null if they have none. */
  findName(userId: string): Promise<string | null>;
  /** Finds the owner of a name, also after they gave it up; null for a name that is free. */
  findOwner(name: string): Promise<string | null>;
  /**
   * Finds the user who is paid by a name. Null if the name is free or the user is disabled, so that
   * payers see no difference.
   */
  findPayee(name: string): Promise<Payee | null>;
  /**
   * Tells whether a user accepts zaps, which are payments that become public on Nostr. Only users
   * with a Nostr key can.
   */
  findTakesZaps(userId: string): Promise<boolean>;
  setTakesZaps(userId: string, takesZaps: boolean): Promise<void>;
  /** Reads what the owner has set on the public page of their address. */
  readPayPage(userId: string): Promise<PayPage>;
  savePayPage(userId: string, page: PayPage): Promise<void>;
}

export interface PayPage {
  /** The text that the owner of an address wrote for its public page; '' if they wrote none. */
  readonly text: string;
  /** The amounts that the public page of an address offers to payers, in this order. */
  readonly amountsSat: readonly Sat[];
}

export type ClaimOutcome = 'claimed' | 'taken' | 'too_many_changes';
export type ReleaseOutcome = 'released' | 'in_use' | 'absent';

/** The user who is paid by an address name, with what payers may know. */
export interface Payee {
  readonly userId: string;
  /** The name of the lightning address, without the domain. */
  readonly addressName: string;
  readonly displayName: string | null;
  /**
   * The identifier of the user, 20 letters and digits, which keysends to them carry in custom
   * record 696969.
   */
  readonly identifier: string;
  /** The user's own Nostr key (npub1…); null if they have none. */
  readonly nostrPubkey: string | null;
  readonly takesZaps: boolean;
  /** What the user has set for the public page of their address. */
  readonly payPage: PayPage;
  /** The most that the user may still receive under their limit; null if they have no limit. */
  readonly roomSat: Sat | null;
}
