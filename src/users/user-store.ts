import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Language } from '../i18n/language.ts';
import type { Preferences } from './preferences.ts';

/** Port: users, who own the wallets of this service. */
export interface UserStore {
  /** Creates the user with an empty wallet; refuses an e-mail address that is taken. */
  /** Stores a user. Where an operator adds them, it is logged in the same transaction. */
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
  /** Notes a zone, which becomes the time zone of a user who has never chosen one. */
  noteBrowserZone(id: string, timeZone: string): Promise<void>;
}

export interface User {
  readonly id: string;
  /** A permanent name of 20 letters and digits. */
  readonly identifier: string;
  /**
   * The e-mail address in lower case, unique. Null for people who came without one, as from another
   * service.
   */
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  /** The user's own Nostr key, as npub1…, as they wrote it. */
  readonly nostrPubkey: string | null;
  readonly isAdmin: boolean;
  readonly disabledAt: Date | null;
  /** The time when they left for good. Nothing personal is kept then, and they are disabled too. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /**
   * The language that their browser asked for last; null before. It counts where they chose none.
   */
  readonly browserLanguage: Language | null;
  readonly preferences: Preferences;
}

/** A new user, with the preferences that everyone begins with. */
export interface NewUser extends Omit<User, 'preferences' | 'browserLanguage' | 'closedAt'> {
  readonly passwordHash: string;
}

export interface UserChange {
  readonly name?: string | null;
  readonly avatar?: string | null;
  readonly nostrPubkey?: string | null;
  readonly passwordHash?: string;
  readonly disabledAt?: Date | null;
}
