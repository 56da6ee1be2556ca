import type { PersonRefusal } from '../../account/person-refusals.ts';
import { addClient } from '../../usecases/apps/add-client.ts';
import { type ClientFields, clientFields, readClientFields } from './client-fields.ts';
import { CLIENTS_PATH } from './clients.ts';
import { choiceField, linkButton, postForm, problemSummary } from './kit/controls.ts';
import { html } from './kit/html.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from './kit/page.ts';
import { facts, secretOnce } from './kit/pieces.ts';
import {
  doneBefore,
  formIdField,
  newFormId,
  type OnceForm,
  readFormId,
  wishOf,
} from './kit/repeated-form.ts';

const NEW_CLIENT_PATH = `${CLIENTS_PATH}/new`;

export const formPage: Page = {
  method: 'GET',
  path: NEW_CLIENT_PATH,
  access: 'signed_in',
  handle: async ({ random }, request) =>
    showForm(request, { ...BLANK, formId: newFormId(random) }, null),
};

export const page: Page = {
  method: 'POST',
  path: NEW_CLIENT_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { form, session, user } = request;
    const fields: NewClientFields = {
      formId: readFormId(form),
      kind: form.text('kind'),
      ...readClientFields(form),
    };
    const { formId: _, kind, ...change } = fields;
    const added = await addClient(deps, {
      ...change,
      isPublic: kind === 'public',
      ownerUserId: user.id,
      ...wishOf(session, 'client', fields),
    });
    if (!added.ok) return answerRefusal(request, fields, added.refusal);
    const { client, secret } = added.value;
    return showPage({
      title: 'Your app is registered',
      section: 'clients',
      width: 'narrow',
      main: html`
        <h1>“${client.name}” is registered</h1>
        <section class="card">${facts([['Client ID', html`<code>${client.id}</code>`]])}</section>
        ${secret === null ? null : secretOnce(request.texts.frame, 'Client secret', secret)}
        <p class="actions">${linkButton('Go on', `${CLIENTS_PATH}/${client.id}`, 'main')}</p>`,
    });
  },
};

interface NewClientFields extends ClientFields, OnceForm {
  readonly kind: string;
}

function answerRefusal(
  request: UserPageRequest,
  fields: NewClientFields,
  refusal: PersonRefusal,
): PageAnswer {
  if (refusal.kind !== 'done_before') return showForm(request, fields, refusal);
  request.session.keepNotice(doneBefore(request.texts));
  return redirectTo(CLIENTS_PATH);
}

const BLANK = { name: '', url: '', callback: '', s256Only: false, kind: 'confidential' };

const showForm = (
  request: UserPageRequest,
  fields: NewClientFields,
  refusal: PersonRefusal | null,
): ShownPage =>
  showPage({
    title: 'Register an app',
    section: 'clients',
    width: 'narrow',
    status: refusal === null ? 200 : 400,
    main: html`
      <h1>Register an app</h1>
      ${problemSummary(refusal === null ? null : 'The app was not registered: see below.')}
      <section class="card">${postForm({
        action: NEW_CLIENT_PATH,
        csrfToken: request.session.csrfToken(),
        fields: [
          formIdField(fields.formId),
          clientFields(fields, refusal),
          choiceField({
            name: 'kind',
            legend: 'Where it runs',
            kind: 'one',
            choices: [
              {
                value: 'confidential',
                isChosen: fields.kind !== 'public',
                label: 'On a server of yours',
                hint: 'It gets a secret, which it keeps there.',
              },
              {
                value: 'public',
                isChosen: fields.kind === 'public',
                label: 'In the browser or on a phone',
                hint: 'It cannot keep a secret, so it gets none and must use PKCE.',
              },
            ],
          }),
        ],
        submit: { label: 'Register' },
        others: linkButton('Cancel', CLIENTS_PATH, 'quiet'),
      })}</section>`,
  });
