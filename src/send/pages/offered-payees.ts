import { CONTACTS_PATH } from '../../contacts/pages/contact-paths.ts';
import { type ListedPayee, payeeList } from '../../contacts/pages/payee-list.ts';
import { shownTarget } from '../../contacts/pages/shown-target.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { OFFERED_PAYEES } from '../limits.ts';
import type { SendPageDeps } from './send-page-deps.ts';

/** Shows the payees whom the user paid last, and contacts that are not among them. */
export async function offeredPayees(
  { contacts, payFlow }: Pick<SendPageDeps, 'contacts' | 'payFlow'>,
  { session, texts, user }: UserPageRequest,
): Promise<Html> {
  const words = texts.contacts.offered;
  const [paid, lastPaid] = await Promise.all([
    payFlow.drafts.listRecentPayees(user.id, OFFERED_PAYEES),
    // Twice as many contacts are read as are shown, because all of the first ones may be recent
    // payees.
    contacts.listLastPaid(user.id, 2 * OFFERED_PAYEES),
  ]);
  const recent = paid.map(({ text, contactName }) => listed(text, contactName));
  const isRecent = new Set(recent.map(({ text }) => text));
  const others = lastPaid
    .filter(({ target }) => !isRecent.has(target))
    .slice(0, OFFERED_PAYEES)
    .map(({ name, target }) => listed(target, name));
  const list = (title: string, payees: readonly ListedPayee[]): Content =>
    payees.length === 0
      ? null
      : html`
          <section class="card">
            <h2>${title}</h2>
            ${payeeList(session.csrfToken(), payees)}
          </section>`;
  return html`
    ${list(words.recent, recent)}
    ${list(words.contacts, others)}
    <p><a href="${CONTACTS_PATH}">${lastPaid.length === 0 ? words.none : words.all}</a></p>`;
}

const listed = (text: string, name: string | null): ListedPayee => ({
  text,
  payee: shownTarget(text),
  name,
});
