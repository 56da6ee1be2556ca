import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Language } from '../i18n/language.ts';
import type { Preferences } from './preferences.ts';

/** Port: users, who own the wallets of this service. */
export interface UserStore {
  /**
   * Stores a user with an empty wallet; refuses an e-mail address that is taken. Where an operator
   * adds the user, it is logged in the same transaction.
   */
  insertUser(user: NewUser, action?: NewAction): Promise<'inserted' | 'email_taken'>;
  findUser(id: string): Promise<User | null>;
  findUserByEmail(email: string): Promise<User | null>;
  findUserByIdentifier(identifier: string): Promise<User | null>;
  /** Finds a user by identifier, or by the present name of their lightning address. */
  findUserByName(name: string): Promise<User | null>;
  listUsers(): Promise<readonly User[]>;
  /** Changes a user. Where an operator does so, it is logged in the same transaction. */
  updateUser(id: string, change: UserChange, action?: NewAction): Promise<boolean>;
  changePreferences(id: string, preferences: Preferences): Promise<void>;
  noteBrowserLanguage(id: string, language: Language): Promise<void>;
  /**
   * Notes the time zone of a browser. It becomes the user's time zone if they have never chosen
   * one.
   */
  noteBrowserZone(id: string, timeZone: string): Promise<void>;
}

export interface User {
  readonly id: string;
  /** The user's identifier, 20 letters and digits, which never changes. */
  readonly identifier: string;
  /**
   * The user's e-mail address in lower case, unique; null for people who came without one, as from
   * another service.
   */
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  /** The user's own Nostr key as npub1…; null where they gave none. */
  readonly nostrPubkey: string | null;
  readonly isAdmin: boolean;
  readonly disabledAt: Date | null;
  /**
   * When the user closed the account; null while it is open. A closed account contains nothing
   * personal, and is disabled too.
   */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /**
   * The language that the user's browser asked for last; null if none did. It counts if the user
   * chose no language.
   */
  readonly browserLanguage: Language | null;
  readonly preferences: Preferences;
}

/** A new user, who has the preferences with which everyone begins. */
export interface NewUser extends Omit<User, 'preferences' | 'browserLanguage' | 'closedAt'> {
  readonly passwordHash: string;
}

export interface UserChange {
  readonly name?: string | null;
  readonly avatar?: string | null;
  readonly nostrPubkey?: string | null;
  readonly passwordHash?: string;
  readonly disabledAt?: Date | null;
  /** Whether all sessions of the user end, as they do with a new password. */
  readonly endsSessions?: boolean;
}
