/** Port: the names that users keep for those whom they pay. Each sees their own alone. */
export interface ContactStore {
  /** Additions of one user wait for each other. */
  addContact(contact: NewContact, maxContacts: number): Promise<AddOutcome>;
  renameContact(contact: RenamedContact): Promise<'renamed' | 'name_taken' | 'absent'>;
  /** False where there is none. */
  removeContact(userId: string, id: string): Promise<boolean>;
  /** Null also for that of another user. */
  findContact(userId: string, id: string): Promise<Contact | null>;
  /** All contacts of the user, by name. */
  listContacts(userId: string): Promise<readonly Contact[]>;
  /** Contacts that were last paid come first, then the newest. */
  listLastPaid(userId: string, limit: number): Promise<readonly Contact[]>;
  /** The contacts with these targets, by target; others are left out. */
  findByTargets(
    userId: string,
    targets: readonly string[],
  ): Promise<ReadonlyMap<string, NamedContact>>;
  /** Nothing happens where no contact has this target. */
  notePaid(userId: string, target: string, at: Date): Promise<void>;
}

/** What stands for a payee on pages that are not about contacts. */
export type NamedContact = Pick<Contact, 'id' | 'name'>;

export interface Contact {
  readonly id: string;
  readonly name: string;
  /** What is paid, see lnurl/payee-text.ts. */
  readonly target: string;
}

export interface NewContact extends Contact {
  readonly userId: string;
  /** The name as it is compared. */
  readonly nameKey: string;
  readonly createdAt: Date;
}

export type RenamedContact = Pick<NewContact, 'id' | 'userId' | 'name' | 'nameKey'>;

export type AddOutcome =
  /** There may have been the same one before. */
  | { readonly kind: 'added'; readonly id: string }
  | { readonly kind: 'name_taken' | 'too_many' }
  | { readonly kind: 'target_taken'; readonly name: string };
