import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { NewUser } from '../users/user-store.ts';

/**
 * Port: one-time links. Using a link up and doing what the link is for happen in one transaction.
 */
export interface LinkStore {
  /**
   * Stores a one-time link. A link for a sign-up ends the earlier one for the same e-mail address.
   */
  insertLink(link: NewLink, action?: NewAction): Promise<void>;
  /**
   * Finds a link. Null if it was used, has expired, or was ended together with the sessions of its
   * user.
   */
  findLink(tokenHash: Uint8Array, at: Date): Promise<OneTimeLink | null>;
  /**
   * Creates the account that a link is for, and ends other links that would create an account with
   * this address. A set-up link, which makes the first admin, works only while there is no admin.
   */
  createUserByLink(
    tokenHash: Uint8Array,
    user: NewUser,
    at: Date,
  ): Promise<'created' | 'link_over' | 'email_taken'>;
  /**
   * Sets a password by a link, and ends all sessions of the user. If the link says so, it also
   * removes the second factor. Returns the user.
   */
  resetPasswordByLink(
    tokenHash: Uint8Array,
    passwordHash: string,
    at: Date,
  ): Promise<PasswordReset | null>;
  /**
   * Changes the address by a link, and ends all sessions and links of the user. Returns the new
   * session epoch, the number that sessions must carry to be valid.
   */
  changeEmailByLink(tokenHash: Uint8Array, at: Date): Promise<number | 'link_over' | 'email_taken'>;
  /**
   * Uses up a link that makes the browser in which it is opened known to its user. Returns the
   * user's id; null if the link was used before or has expired.
   */
  takeBrowserLink(tokenHash: Uint8Array, at: Date): Promise<string | null>;
  /** Lists invitations that still work, the newest first. */
  listInvitations(at: Date, limit: number): Promise<readonly Invitation[]>;
  /** Lists invitations that were used, withdrawn or have expired; the newest first. */
  listPastInvitations(at: Date, limit: number): Promise<readonly PastInvitation[]>;
  /**
   * Withdraws an invitation, whose link stops working; false if the invitation is no longer open.
   */
  withdrawInvitation(id: string, action?: NewAction): Promise<boolean>;
  pruneLinks(before: Date, limit: number): Promise<number>;
  /** Removes invitations whose end was before this time. */
  pruneInvitations(before: Date, limit: number): Promise<number>;
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
  /** The user whose account the link changes; null for a link that creates an account. */
  readonly userId: string | null;
  /** The e-mail address of the account that the link creates; null if people enter their own. */
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly removesSecondFactor: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export interface NewLink extends OneTimeLink {
  readonly tokenHash: Uint8Array;
  /**
   * The user's session epoch when it was decided to make this link. The number grows when all
   * sessions of the user are ended, which voids the link too. If omitted, the epoch at the moment
   * of storing counts.
   */
  readonly sessionEpoch?: number;
}

export interface Invitation {
  /** The hash of the link in hex. It identifies the link, but does not open it. */
  readonly id: string;
  readonly email: string | null;
  readonly makesAdmin: boolean;
  readonly expiresAt: Date;
}

export interface PastInvitation extends Omit<Invitation, 'id'> {
  readonly end: InvitationEnd;
}

export type InvitationEnd =
  | { readonly kind: 'used'; readonly at: Date; readonly user: InvitedUser }
  | { readonly kind: 'withdrawn'; readonly at: Date }
  | { readonly kind: 'expired' };

/** The user whose account was created by an invitation. */
export interface InvitedUser {
  readonly id: string;
  /** The name of the account that the invitation created; null once that account is closed. */
  readonly accountName: string | null;
}
