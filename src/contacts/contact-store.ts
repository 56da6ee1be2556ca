/**
 * Port: contacts, which are names that users keep for those whom they pay. Users see their own
 * alone.
 */
export interface ContactStore {
  /**
   * Adds a contact, unless the user has `maxContacts` already. Additions of one user run one after
   * the other, so that they cannot exceed the limit together.
   */
  addContact(contact: NewContact, maxContacts: number): Promise<AddOutcome>;
  renameContact(contact: RenamedContact): Promise<'renamed' | 'name_taken' | 'absent'>;
  /** Removes a contact; false when the user has no such contact. */
  removeContact(userId: string, id: string): Promise<boolean>;
  /** Finds a contact of a user; null if there is none, or it is another user's. */
  findContact(userId: string, id: string): Promise<Contact | null>;
  /** Lists all contacts of a user, by name. */
  listContacts(userId: string): Promise<readonly Contact[]>;
  /**
   * Lists contacts of a user. Those who were paid last come first, then those never paid, newest
   * first.
   */
  listLastPaid(userId: string, limit: number): Promise<readonly Contact[]>;
  /**
   * Finds the names that a user keeps for the given payees. The answer is a map by target (address,
   * LNURL or node key), without those who are no contacts.
   */
  findByTargets(
    userId: string,
    targets: readonly string[],
  ): Promise<ReadonlyMap<string, NamedContact>>;
  /**
   * Notes the time of a user's payment to a target (address, LNURL or node key). Nothing happens if
   * it is no contact of theirs.
   */
  notePaid(userId: string, target: string, at: Date): Promise<void>;
}

/** The part of a contact that is shown on pages about something else, such as a payment. */
export type NamedContact = Pick<Contact, 'id' | 'name'>;

export interface Contact {
  readonly id: string;
  readonly name: string;
  /**
   * The lightning address, LNURL or node key by which the contact is paid: see lnurl/payee-text.ts.
   */
  readonly target: string;
}

export interface NewContact extends Contact {
  readonly userId: string;
  /** The form of the name by which names are compared (`contactKey`). */
  readonly nameKey: string;
  readonly createdAt: Date;
}

export type RenamedContact = Pick<NewContact, 'id' | 'userId' | 'name' | 'nameKey'>;

export type AddOutcome =
  /** The contact was added, or the user already had the same one. */
  | { readonly kind: 'added'; readonly id: string }
  | { readonly kind: 'name_taken' | 'too_many' }
  | { readonly kind: 'target_taken'; readonly name: string };
