import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_CONTACT_NAME_LENGTH, MAX_CONTACTS } from '../limits.ts';
import type { ContactRefusal } from '../save-contact.ts';

/** Says why a contact is not saved. */
export function contactProblem(
  { contacts, sendRefused, format }: PageTexts,
  refusal: ContactRefusal,
): string {
  const words = contacts.problems;
  switch (refusal.kind) {
    case 'target_unpayable':
      return refusal.why === 'pays_once' ? words.paysOnce : sendRefused.unpayable[refusal.why];
    case 'target_taken':
      return words.targetTaken({ name: refusal.name });
    case 'name_too_long':
      return words.nameTooLong({ max: format.digits(MAX_CONTACT_NAME_LENGTH) });
    case 'too_many':
      return words.tooMany({ max: format.digits(MAX_CONTACTS) });
    case 'name_empty':
      return words.nameEmpty;
    case 'name_hidden':
      return words.nameHidden;
    case 'name_taken':
      return words.nameTaken;
    case 'target_too_long':
      return words.targetTooLong;
  }
}
