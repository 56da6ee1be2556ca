import { checkName } from '../authorization/name.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_CONTACT_NAME_LENGTH } from './limits.ts';

export interface ContactName {
  readonly name: string;
  /**
   * A key for comparing: two names with the same one are one, as case, width and joiners make no
   * difference.
   */
  readonly key: string;
}

export type ContactNameRefusal = 'name_empty' | 'name_hidden' | 'name_too_long';

/** Reads a name that someone keeps for a payee, as it was typed. */
export function readContactName(text: string): Result<ContactName, ContactNameRefusal> {
  const checked = checkName(text.replaceAll(SPACES, ' '), text.length);
  if (!checked.ok) return refuse('name_hidden');
  const name = checked.value;
  const key = contactKey(name);
  if (key === '') return refuse('name_empty');
  if ([...name].length > MAX_CONTACT_NAME_LENGTH) return refuse('name_too_long');
  return accept({ name, key });
}

/** Spaces of all kinds, without line ends and tabs, which no name holds. */
const SPACES = /\p{Zs}+/gu;

/** The key by which a name, or a text that is searched for in names, is compared. */
export const contactKey = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(JOINERS, '').trim();

const JOINERS = /[\u200c\u200d]/g;
