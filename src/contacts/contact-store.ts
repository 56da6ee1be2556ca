/**
 * Port: contacts, which are names that users keep for those whom they pay. Users see their own
 * alone.
 */
export interface ContactStore {
  /** Adds a contact, unless the user has too many. Additions of one user wait for each other. */
  addContact(contact: NewContact, maxContacts: number): Promise<AddOutcome>;
  renameContact(contact: RenamedContact): Promise<'renamed' | 'name_taken' | 'absent'>;
  /** Removes a contact; false when the user has no such contact. */
  removeContact(userId: string, id: string): Promise<boolean>;
  /** Finds a contact of a user; null when it is another user's. */
  findContact(userId: string, id: string): Promise<Contact | null>;
  /** Lists all contacts of a user, by name. */
  listContacts(userId: string): Promise<readonly Contact[]>;
  /** Lists contacts of a user: first those that were paid last, then the newest. */
  listLastPaid(userId: string, limit: number): Promise<readonly Contact[]>;
  /**
   * Finds the user's contacts for the given targets, by target; targets without a contact are left
   * out.
   */
  findByTargets(
    userId: string,
    targets: readonly string[],
  ): Promise<ReadonlyMap<string, NamedContact>>;
  /** Notes that a user has paid a target; nothing happens if it is no contact of theirs. */
  notePaid(userId: string, target: string, at: Date): Promise<void>;
}

/** A contact, as pages about something else show it. */
export type NamedContact = Pick<Contact, 'id' | 'name'>;

export interface Contact {
  readonly id: string;
  readonly name: string;
  /** What is paid to reach the contact, an address, a link or a key: see lnurl/payee-text.ts. */
  readonly target: string;
}

export interface NewContact extends Contact {
  readonly userId: string;
  /** The form of the name that is compared. */
  readonly nameKey: string;
  readonly createdAt: Date;
}

export type RenamedContact = Pick<NewContact, 'id' | 'userId' | 'name' | 'nameKey'>;

export type AddOutcome =
  /** The contact was added, or was there already. */
  | { readonly kind: 'added'; readonly id: string }
  | { readonly kind: 'name_taken' | 'too_many' }
  | { readonly kind: 'target_taken'; readonly name: string };
