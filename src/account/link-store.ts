import type { NewUser } from './user-store.ts';

/** Port: one-time links. Using one is one transaction with what it is for. */
export interface LinkStore {
  /** A sign-up link ends the one before of the same address. */
  insertLink(link: NewLink): Promise<void>;
  /** What a link would do; null when it was used, has expired, or its user's sessions ended. */
  findLink(tokenHash: Uint8Array, at: Date): Promise<OneTimeLink | null>;
  /**
   * Makes the account that a link is for. A set-up link works while no one is an admin. Other links
   * that would make an account with this address end.
   */
  createUserByLink(
    tokenHash: Uint8Array,
    user: NewUser,
    at: Date,
  ): Promise<'created' | 'link_over' | 'email_taken'>;
  /**
   * Also ends all sessions, and removes the second factor where the link says so. Answers whose
   * password it was.
   */
  resetPasswordByLink(
    tokenHash: Uint8Array,
    passwordHash: string,
    at: Date,
  ): Promise<PasswordReset | null>;
  /** Also ends all sessions and links of the user; answers the epoch of sessions from now on. */
  changeEmailByLink(tokenHash: Uint8Array, at: Date): Promise<number | 'link_over' | 'email_taken'>;
  /** Of a link that tells a browser apart: whose it is; null when it is over. */
  takeBrowserLink(tokenHash: Uint8Array, at: Date): Promise<string | null>;
  listInvitations(at: Date): Promise<readonly Invitation[]>;
  /** False when there is no such invitation left. */
  withdrawInvitation(id: string): Promise<boolean>;
  sweepLinks(before: Date, limit: number): Promise<number>;
}

export interface PasswordReset {
  readonly userId: string;
  readonly removedSecondFactor: boolean;
}

export type LinkKind =
  | 'set_up'
  | 'invitation'
  | 'sign_up'
  | 'password_reset'
  | 'email_change'
  | 'known_browser';

export interface OneTimeLink {
  readonly kind: LinkKind;
  /** Whose account it changes; null where it makes one. */
  readonly userId: string | null;
  /** Of the account to be; null where whoever comes names his own. */
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly removesSecondFactor: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewLink extends OneTimeLink {
  readonly tokenHash: Uint8Array;
  /**
   * Of the user when this link was decided on: one that ends their sessions meanwhile ends the link
   * too. Left out: of the moment in which it is stored.
   */
  readonly sessionEpoch?: number;
}

export interface Invitation {
  /** Hex of the stored hash: names it, and opens nothing. */
  readonly id: string;
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly expiresAt: Date;
}
