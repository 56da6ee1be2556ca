import type { ContactStore, NamedContact } from '../../contacts/contact-store.ts';
import type { User } from '../../users/user-store.ts';
import type { ActivityStore } from '../activity-store.ts';
import type { ActivityLine } from './activity-line.ts';

/** Names of people on the other side of lines, as far as the reader knows them. */
export interface LineNames {
  /** The reader's contacts, by what is paid to reach them: an address, a link or a key. */
  readonly contacts: ReadonlyMap<string, NamedContact>;
  /** Names of payers who have a wallet here and show them, by the identifier of the record. */
  readonly payers: ReadonlyMap<string, string>;
}

export interface LineNamesDeps {
  readonly activity: Pick<ActivityStore, 'namePayers'>;
  readonly contacts: Pick<ContactStore, 'findByTargets'>;
}

/**
 * Reads names for all lines by one query, and by a second one only for readers who show their own
 * name.
 */
export async function readLineNames(
  deps: LineNamesDeps,
  user: User,
  lines: readonly ActivityLine[],
): Promise<LineNames> {
  const targets = new Set(lines.map(({ payeeText }) => payeeText).filter((one) => one !== null));
  const incoming = lines.filter(({ direction }) => direction === 'incoming');
  const [contacts, payers] = await Promise.all([
    deps.contacts.findByTargets(user.id, [...targets]),
    readPayers(
      deps,
      user,
      incoming.map(({ identifier }) => identifier),
    ),
  ]);
  return { contacts, payers };
}

/** Reads names of payers by the identifiers of records. */
export const readPayers = async (
  { activity }: Pick<LineNamesDeps, 'activity'>,
  { id, preferences }: User,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  preferences.showsName && identifiers.length > 0
    ? await activity.namePayers(id, identifiers)
    : new Map();
