import type { Msat } from '../base/amount.ts';

/** Port: people and their wallets as admins see them. */
export interface UserListStore {
  /** Lists users in pages, newest first. */
  listPeople(query: UserListQuery): Promise<UserListPage>;
  /**
   * Finds users with exactly the given e-mail address, identifier or address name, and those with
   * the given ids.
   */
  findPeople(search: string, ids: readonly string[]): Promise<readonly Person[]>;
}

export interface UserListQuery {
  /** A part of a name, an e-mail address or a lightning address; `''` for all users. */
  readonly search: string;
  /** The id of the user after whom the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  /** The most users through which a search looks. */
  readonly depth: number;
}

export interface UserListPage {
  readonly people: readonly Person[];
  /** The id of the user after whom the next page begins; null at the end of the list. */
  readonly next: string | null;
  /**
   * Whether the search stopped before it had found a full page of users, so that older users may
   * match too.
   */
  readonly isCut: boolean;
}

export interface Person {
  readonly id: string;
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  /** The name of the user's lightning address; null if they have none. */
  readonly addressName: string | null;
  readonly isAdmin: boolean;
  readonly disabledAt: Date | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /** When the user asked for a new password, if no one has given them one since; null otherwise. */
  readonly resetAskedAt: Date | null;
  /** When a signed-in session of the user was last used; null if they have none. */
  readonly lastSeenAt: Date | null;
  readonly balanceMsat: Msat;
  readonly heldMsat: Msat;
}
