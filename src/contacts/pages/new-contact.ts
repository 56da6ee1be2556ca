import { MAX_PAY_TEXT_LENGTH } from '../../base/limits.ts';
import { html } from '../../i18n/html.ts';
import { linkButton, postForm, textAreaField, textField } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { addContact, type ContactRefusal, contactFaults } from '../save-contact.ts';
import type { ContactPageDeps } from './contact-page-deps.ts';
import { CONTACTS_PATH, contactPath, NEW_CONTACT_PATH } from './contact-paths.ts';
import { contactProblem } from './contact-words.ts';

interface TypedContact {
  readonly name: string;
  readonly to: string;
}

/**
 * The page of a new contact. A link may fill in whom the contact is for, but never the name, which
 * the user is to choose.
 */
const show: UserPage<ContactPageDeps> = {
  method: 'GET',
  path: NEW_CONTACT_PATH,
  access: 'signed_in',
  handle: async (_, request) => {
    const form = readResumedForm(request);
    const typed = { name: form?.text('name') ?? '', to: (form ?? request.query).text('to') };
    return showForm(request, typed, []);
  },
};

const send: UserPage<ContactPageDeps> = {
  method: 'POST',
  path: NEW_CONTACT_PATH,
  access: 'signed_in',
  resumable: { fields: ['name', 'to'] },
  handle: async (deps, request) => {
    const { form, session, texts, user } = request;
    const typed = { name: form.text('name'), to: form.text('to') };
    const added = await addContact(deps, { userId: user.id, ...typed });
    if (!added.ok) return showForm(request, typed, [added.refusal, ...contactFaults(deps, typed)]);
    session.keepNotice({ kind: 'done', text: texts.contacts.adding.done });
    return redirectTo(contactPath(added.value.id));
  },
};

export const newContactPages: readonly Page<ContactPageDeps>[] = [show, send];

function showForm(
  { session, texts }: UserPageRequest,
  typed: TypedContact,
  refusals: readonly ContactRefusal[],
): ShownPage {
  const words = texts.contacts;
  const problemOf = (isOfTarget: boolean): string | undefined => {
    const found = refusals.find(({ kind }) => kind.startsWith('target_') === isOfTarget);
    return found && contactProblem(texts, found);
  };
  const [nameProblem, targetProblem] = [problemOf(false), problemOf(true)];
  const isOfTarget = nameProblem === undefined && targetProblem !== undefined;
  return showPage({
    title: words.adding.title,
    section: 'send',
    width: 'narrow',
    status: refusals.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.adding.title}</h1>
      <p class="lead">${words.lead}</p>
      ${postForm({
        action: NEW_CONTACT_PATH,
        csrfToken: session.csrfToken(),
        isSentOnce: true,
        fields: [
          textField({
            name: 'name',
            label: words.adding.name,
            hint: words.adding.nameHint,
            value: typed.name,
            autocomplete: 'off',
            isRequired: true,
            hasFocus: !isOfTarget,
            problem: nameProblem,
          }),
          textAreaField({
            name: 'to',
            label: words.adding.to,
            hint: words.adding.toHint,
            value: typed.to.slice(0, MAX_PAY_TEXT_LENGTH),
            rows: 2,
            isLine: true,
            isRequired: true,
            hasFocus: isOfTarget,
            problem: targetProblem,
          }),
        ],
        submit: { label: words.adding.submit },
        others: linkButton(texts.frame.cancel, CONTACTS_PATH),
      })}`,
  });
}
