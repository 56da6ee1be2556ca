import type { ContactStore, NamedContact } from '../../contacts/contact-store.ts';
import type { User } from '../../users/user-store.ts';
import type { ActivityStore } from '../activity-store.ts';
import type { ActivityLine } from './activity-line.ts';

/**
 * Names of the people on the other side of the listed movements, as far as the reader may know
 * them.
 */
export interface LineNames {
  /** The reader's contacts by their target: a lightning address, an LNURL or the key of a node. */
  readonly contacts: ReadonlyMap<string, NamedContact>;
  /**
   * Names of payers who have a wallet here and show their names, by the identifier of the record.
   */
  readonly payers: ReadonlyMap<string, string>;
}

export interface LineNamesDeps {
  readonly activity: Pick<ActivityStore, 'namePayers'>;
  readonly contacts: Pick<ContactStore, 'findByTargets'>;
}

/**
 * Reads names for all lines of a list by one query. Names of payers need a second query, which is
 * made only for readers who show their own name.
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

/** Reads the names of payers of the given records. */
export const readPayers = async (
  { activity }: Pick<LineNamesDeps, 'activity'>,
  { id, preferences }: User,
  identifiers: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  preferences.showsName && identifiers.length > 0
    ? await activity.namePayers(id, identifiers)
    : new Map();
