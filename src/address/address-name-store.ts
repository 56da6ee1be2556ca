import type { Sat } from '../base/amount.ts';

/** Port: names of lightning addresses. A name permanently belongs to its first owner. */
export interface AddressNameStore {
  /** Null gives up the name that the user has. `changesMax` null: no limit of changes in a year. */
  claimName(
    userId: string,
    name: string | null,
    at: Date,
    changesMax: number | null,
  ): Promise<ClaimOutcome>;
  /** Lets others have a name that its owner has given up. */
  releaseName(name: string, at: Date): Promise<ReleaseOutcome>;
  /** The name that a user has now. */
  findName(userId: string): Promise<string | null>;
  /** Whose name it is, also after they gave it up; null for a name that is free. */
  findOwner(name: string): Promise<string | null>;
  /** Null as well for a user who is disabled: payers cannot tell them from no one. */
  findPayee(name: string): Promise<Payee | null>;
  /** Whether a user takes zaps, which they can do once they have a Nostr key. */
  findTakesZaps(userId: string): Promise<boolean>;
  setTakesZaps(userId: string, takesZaps: boolean): Promise<void>;
  /** What the owner has set on the public page of their address. */
  readPayPage(userId: string): Promise<PayPage>;
  savePayPage(userId: string, page: PayPage): Promise<void>;
}

export interface PayPage {
  /** '' for none. */
  readonly text: string;
  /** In this order. */
  readonly amountsSat: readonly Sat[];
}

export type ClaimOutcome = 'claimed' | 'taken' | 'too_many_changes';
export type ReleaseOutcome = 'released' | 'in_use' | 'absent';

/** Who is paid by a name. */
export interface Payee {
  readonly userId: string;
  /** As payers use it. */
  readonly addressName: string;
  readonly displayName: string | null;
  /** 20 letters and digits: value of keysend record 696969. */
  readonly identifier: string;
  /** npub1…; null when the user has none. */
  readonly nostrPubkey: string | null;
  readonly takesZaps: boolean;
  /** What they have set on the public page of their address. */
  readonly payPage: PayPage;
  /** How much they may still get under their limit; null without one. */
  readonly roomSat: Sat | null;
}
