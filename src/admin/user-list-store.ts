import type { Msat } from '../base/amount.ts';

/** Port: people and their wallets as admins see them. */
export interface UserListStore {
  /** Newest first, in pages. */
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
  /** Users that are looked through. */
  readonly depth: number;
}

export interface UserListPage {
  readonly people: readonly Person[];
  /** Where to look on; null at the end. */
  readonly next: string | null;
  /** All that could be looked through held fewer than a page: those behind it may match too. */
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
  /** When they asked for a new password, which no one has given them yet. */
  readonly resetAskedAt: Date | null;
  /** When a session of theirs was last used; null if there is none. */
  readonly lastSeenAt: Date | null;
  readonly balanceMsat: Msat;
  readonly heldMsat: Msat;
}
