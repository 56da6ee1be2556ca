/** Port: the names that users keep for those whom they pay. Each sees their own alone. */
export interface ContactStore {
  /** Adds a contact. Additions of one user wait for each other. */
  addContact(contact: NewContact, maxContacts: number): Promise<AddOutcome>;
  renameContact(contact: RenamedContact): Promise<'renamed' | 'name_taken' | 'absent'>;
  /** Removes a contact; false where there is none. */
  removeContact(userId: string, id: string): Promise<boolean>;
  /** Finds a contact; null also for that of another user. */
  findContact(userId: string, id: string): Promise<Contact | null>;
  /** Lists all contacts of the user, by name. */
  listContacts(userId: string): Promise<readonly Contact[]>;
  /** Lists contacts: those that were last paid come first, then the newest. */
  listLastPaid(userId: string, limit: number): Promise<readonly Contact[]>;
  /** Finds the contacts with these targets, by target; others are left out. */
  findByTargets(
    userId: string,
    targets: readonly string[],
  ): Promise<ReadonlyMap<string, NamedContact>>;
  /** Notes a payment to a contact; nothing happens where none has this target. */
  notePaid(userId: string, target: string, at: Date): Promise<void>;
}

/** A contact as pages show it that are not about contacts. */
export type NamedContact = Pick<Contact, 'id' | 'name'>;

export interface Contact {
  readonly id: string;
  readonly name: string;
  /** The payee, see lnurl/payee-text.ts. */
  readonly target: string;
}

export interface NewContact extends Contact {
  readonly userId: string;
  /** The name in the form in which names are compared. */
  readonly nameKey: string;
  readonly createdAt: Date;
}

export type RenamedContact = Pick<NewContact, 'id' | 'userId' | 'name' | 'nameKey'>;

export type AddOutcome =
  /** The contact was added, or the same one was there before. */
  | { readonly kind: 'added'; readonly id: string }
  | { readonly kind: 'name_taken' | 'too_many' }
  | { readonly kind: 'target_taken'; readonly name: string };
