import type { Msat } from '../base/amount.ts';

/** Port: people and their wallets as admins see them. */
export interface UserListStore {
  /** Lists users in pages, newest first. */
  listPeople(query: UserListQuery): Promise<UserListPage>;
  /** Users with this e-mail address, identifier or name of an address, and with these ids. */
  findPeople(search: string, ids: readonly string[]): Promise<readonly Person[]>;
}

export interface UserListQuery {
  /** Part of a name, an e-mail address or a lightning address; `''` for all. */
  readonly search: string;
  /** Id of the user behind whom the page begins; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
  /** The most users that are looked through. */
  readonly depth: number;
}

export interface UserListPage {
  readonly people: readonly Person[];
  /** The place to look on from; null at the end. */
  readonly next: string | null;
  /**
   * Whether users behind the page may match too: all that could be looked through held fewer than a
   * page.
   */
  readonly isCut: boolean;
}

export interface Person {
  readonly id: string;
  readonly identifier: string;
  readonly email: string | null;
  readonly name: string | null;
  /** The name of their lightning address. */
  readonly addressName: string | null;
  readonly isAdmin: boolean;
  readonly disabledAt: Date | null;
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /** The time when they asked for a new password, which no one has given them yet. */
  readonly resetAskedAt: Date | null;
  /** The last use of a session of theirs; null if there is none. */
  readonly lastSeenAt: Date | null;
  readonly balanceMsat: Msat;
  readonly heldMsat: Msat;
}
