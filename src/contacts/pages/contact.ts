import { html } from '../../i18n/html.ts';
import { quotedText } from '../../web/pages/components.ts';
import { hiddenField, postForm, textField } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { Contact } from '../contact-store.ts';
import { renameContact } from '../save-contact.ts';
import type { ContactPageDeps } from './contact-page-deps.ts';
import { CONTACTS_PATH, contactPath } from './contact-paths.ts';
import { contactProblem } from './contact-words.ts';

const CONTACT_PATH = contactPath(':contact');

/**
 * The page of one contact. For a contact of another user, the answer is the same as for one that
 * does not exist.
 */
const show: UserPage<ContactPageDeps> = {
  method: 'GET',
  path: CONTACT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withContact(deps, request, async (contact) =>
      showContact(request, contact, readResumedForm(request)?.text('name') ?? contact.name),
    ),
};

const rename: UserPage<ContactPageDeps> = {
  method: 'POST',
  path: CONTACT_PATH,
  access: 'signed_in',
  resumable: { fields: ['name'] },
  handle: (deps, request) =>
    withContact(deps, request, async (contact) => {
      const { form, session, texts, user } = request;
      const typed = form.text('name');
      const renamed = await renameContact(deps, user.id, contact, typed);
      if (!renamed.ok) {
        if (renamed.refusal.kind === 'contact_absent') return notFoundPage();
        const problem = contactProblem(texts, { kind: renamed.refusal.kind });
        return showContact(request, contact, typed, problem);
      }
      session.keepNotice({ kind: 'done', text: texts.contacts.one.renamed });
      return redirectTo(contactPath(contact.id));
    }),
};

const remove: UserPage<ContactPageDeps> = {
  method: 'POST',
  path: `${CONTACT_PATH}/remove`,
  access: 'signed_in',
  handle: (deps, request) =>
    withContact(deps, request, async ({ id, name }) => {
      const { session, texts, user } = request;
      await deps.contacts.removeContact(user.id, id);
      session.keepNotice({ kind: 'done', text: texts.contacts.one.removed({ name }) });
      return redirectTo(CONTACTS_PATH);
    }),
};

export const contactPages: readonly Page<ContactPageDeps>[] = [show, rename, remove];

async function withContact(
  { contacts }: ContactPageDeps,
  { params, user }: UserPageRequest,
  work: (contact: Contact) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  const contact = await contacts.findContact(user.id, params.text('contact'));
  return contact === null ? notFoundPage() : await work(contact);
}

function showContact(
  { session, texts }: UserPageRequest,
  { id, name, target }: Contact,
  typed: string,
  problem?: string,
): ShownPage {
  const words = texts.contacts;
  const csrfToken = session.csrfToken();
  return showPage({
    title: name,
    section: 'send',
    width: 'narrow',
    status: problem === undefined ? 200 : 400,
    main: html`
      <p class="eyebrow"><a href="${CONTACTS_PATH}">${words.title}</a></p>
      <h1><bdi>${name}</bdi></h1>
      ${quotedText(words.adding.to, target)}
      ${postForm({
        action: SEND_PATH,
        csrfToken,
        isSentOnce: true,
        fields: hiddenField('to', target),
        submit: { label: words.one.pay },
      })}
      <section class="card">
        ${postForm({
          action: contactPath(id),
          csrfToken,
          fields: textField({
            name: 'name',
            label: words.adding.name,
            value: typed,
            autocomplete: 'off',
            isRequired: true,
            problem,
          }),
          submit: { label: words.one.rename, look: 'plain' },
        })}
        ${postForm({
          action: `${contactPath(id)}/remove`,
          csrfToken,
          fields: html`<p class="hint">${words.one.removeHint}</p>`,
          submit: { label: words.one.remove, look: 'risky' },
        })}
      </section>`,
  });
}
