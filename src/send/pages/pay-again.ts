import type { Sat } from '../../base/amount.ts';
import type { NamedContact } from '../../contacts/contact-store.ts';
import { contactPath, saveContactPath } from '../../contacts/pages/contact-paths.ts';
import type { Html } from '../../i18n/html.ts';
import { hiddenField, linkButton, postForm } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';

export interface PaidPayee {
  /** The text by which the payee is paid again; null when that is impossible. */
  readonly text: string | null;
  readonly contact: NamedContact | null;
  readonly amountSat: Sat;
}

/**
 * Buttons after a payment. One begins the same payment again and leads to its review, the other
 * gives the payee a name.
 */
export function payAgain(
  { session, texts: { contacts: words } }: Pick<UserPageRequest, 'session' | 'texts'>,
  { text, contact, amountSat }: PaidPayee,
): Html | null {
  if (text === null) return null;
  return postForm({
    action: SEND_PATH,
    csrfToken: session.csrfToken(),
    isSentOnce: true,
    fields: [hiddenField('to', text), hiddenField('amount', String(amountSat))],
    submit: { label: words.payAgain, look: 'plain' },
    others:
      contact === null
        ? linkButton(words.save, saveContactPath(text))
        : linkButton(words.one.open, contactPath(contact.id)),
  });
}
