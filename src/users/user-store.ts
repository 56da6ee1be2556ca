import type { NewAction } from '../alarms/operator-log/operator-action.ts';
import type { Language } from '../i18n/language.ts';
import type { Preferences } from './preferences.ts';

/** Port: the people whose wallets these are. */
export interface UserStore {
  /** Creates the user with an empty wallet; refuses an e-mail address that is taken. */
  /** Where it is an operator who does it, logged in the same transaction. */
  insertUser(user: NewUser, action?: NewAction): Promise<'inserted' | 'email_taken'>;
  findUser(id: string): Promise<User | null>;
  findUserByEmail(email: string): Promise<User | null>;
  findUserByIdentifier(identifier: string): Promise<User | null>;
  /** By identifier, or by the present name of their lightning address. */
  findUserByName(name: string): Promise<User | null>;
  listUsers(): Promise<readonly User[]>;
  /** Logged in the same way. */
  updateUser(id: string, change: UserChange, action?: NewAction): Promise<boolean>;
  changePreferences(id: string, preferences: Preferences): Promise<void>;
  noteBrowserLanguage(id: string, language: Language): Promise<void>;
  /** Becomes the time zone of a user who has never chosen one. */
  noteBrowserZone(id: string, timeZone: string): Promise<void>;
}

export interface User {
  readonly id: string;
  /** 20 letters and digits, permanent. */
  readonly identifier: string;
  /** Lower case, unique. Null for people who came without one, as from another service. */
  readonly email: string | null;
  readonly name: string | null;
  readonly avatar: string | null;
  /** npub1…, as the user wrote it. */
  readonly nostrPubkey: string | null;
  readonly isAdmin: boolean;
  readonly disabledAt: Date | null;
  /** When they left, for good. Then nothing personal is kept, and they are disabled too. */
  readonly closedAt: Date | null;
  readonly createdAt: Date;
  /** What their browser asked for last; null before. It counts where they chose no language. */
  readonly browserLanguage: Language | null;
  readonly preferences: Preferences;
}

/** With the preferences that everyone begins with. */
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
