import { checkName } from '../authorization/name.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { MAX_CONTACT_NAME_LENGTH } from './limits.ts';

export interface ContactName {
  readonly name: string;
  /**
   * The form by which names are compared. Names that differ only in case, width or joining
   * characters are the same.
   */
  readonly key: string;
}

export type ContactNameRefusal = 'name_empty' | 'name_hidden' | 'name_too_long';

/** Reads a name, as it was typed, that a user keeps for a payee. */
export function readContactName(text: string): Result<ContactName, ContactNameRefusal> {
  const checked = checkName(text.replaceAll(SPACES, ' '), text.length);
  if (!checked.ok) return refuse('name_hidden');
  const name = checked.value;
  const key = contactKey(name);
  if (key === '') return refuse('name_empty');
  if ([...name].length > MAX_CONTACT_NAME_LENGTH) return refuse('name_too_long');
  return accept({ name, key });
}

/** Spaces of all kinds; line ends and tabs are not allowed in names. */
const SPACES = /\p{Zs}+/gu;

/** The form of a text by which contacts' names are compared and searched. */
export const contactKey = (text: string): string =>
  text.normalize('NFKC').toLowerCase().replaceAll(JOINERS, '').trim();

const JOINERS = /[\u200c\u200d]/g;
