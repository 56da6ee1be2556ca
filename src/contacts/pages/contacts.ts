import { type Content, type Html, html } from '../../i18n/html.ts';
import { emptyState, pageHead } from '../../web/pages/components.ts';
import { linkButton, submitButton, textField } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage, type UserPageRequest } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { contactKey } from '../contact-name.ts';
import type { Contact } from '../contact-store.ts';
import type { ContactPageDeps } from './contact-page-deps.ts';
import { CONTACTS_PATH, contactPath, NEW_CONTACT_PATH } from './contact-paths.ts';
import { payeeList } from './payee-list.ts';
import { shownTarget } from './shown-target.ts';

/** The page of a user's contacts: all of them, or those that contain a text. */
const show: UserPage<ContactPageDeps> = {
  method: 'GET',
  path: CONTACTS_PATH,
  access: 'signed_in',
  handle: async ({ contacts }, request) => {
    const { query, texts, user } = request;
    const words = texts.contacts;
    const all = byName(texts.format.locale, await contacts.listContacts(user.id));
    const wanted = query.text('q').trim();
    const found = wanted === '' ? all : all.filter(hasText(contactKey(wanted)));
    return showPage({
      title: words.title,
      section: 'send',
      width: 'narrow',
      main: html`
        ${pageHead(words.title, words.lead, linkButton(words.add, NEW_CONTACT_PATH, 'main'))}
        ${all.length === 0 ? emptyState(words.unused.title, words.unused.text) : null}
        ${all.length === 0 ? null : searchForm(texts, wanted)}
        ${renderFound(request, all, found)}`,
    });
  },
};

export const contactListPages: readonly Page<ContactPageDeps>[] = [show];

/** Sorts contacts in the order of the reader's language. */
function byName(locale: string, contacts: readonly Contact[]): readonly Contact[] {
  const { compare } = new Intl.Collator(locale);
  return contacts.toSorted((one, other) => compare(one.name, other.name));
}

/**
 * Whether a contact contains the text that is searched for. The whole address or key is searched,
 * although pages may show only a part of it.
 */
const hasText =
  (key: string) =>
  ({ name, target }: Contact): boolean =>
    contactKey(name).includes(key) ||
    contactKey(shownTarget(target)).includes(key) ||
    contactKey(target) === key;

const searchForm = ({ contacts: words }: PageTexts, wanted: string): Html => html`
  <form method="get" action="${CONTACTS_PATH}" role="search">
    <div class="search-line">
      ${textField({ name: 'q', label: words.search, value: wanted, autocomplete: 'off' })}
      ${submitButton({ label: words.find, look: 'plain' })}
    </div>
  </form>`;

function renderFound(
  { session, texts: { contacts: words } }: UserPageRequest,
  all: readonly Contact[],
  found: readonly Contact[],
): Content {
  if (all.length === 0) return null;
  if (found.length === 0) {
    const showAll = linkButton(words.showAll, CONTACTS_PATH);
    return emptyState(words.nothing.title, words.nothing.text, showAll);
  }
  const payees = found.map(({ id, name, target }) => ({
    text: target,
    name,
    payee: shownTarget(target),
    aside: editLink(words, id, name),
  }));
  return html`
    <section class="card">
      <p class="hint">${words.pressHint}</p>
      ${payeeList(session.csrfToken(), payees)}
      ${
        found.length === all.length
          ? null
          : html`<p class="actions">${linkButton(words.showAll, CONTACTS_PATH)}</p>`
      }
    </section>`;
}

const editLink = (words: PageTexts['contacts'], id: string, name: string): Html => html`
  <a class="button quiet" href="${contactPath(id)}"
    >${words.edit}<span class="unseen"> ${name}</span></a>`;
