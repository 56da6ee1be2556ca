import { html } from '../../i18n/html.ts';
import { facts, secretOnce } from '../../web/pages/components.ts';
import { choiceField, linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  alreadyDone,
  formIdField,
  type IdempotentForm,
  idempotentInput,
  newFormId,
  readFormId,
} from '../../web/pages/idempotent-form.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { type AddClientRefusal, addClient } from '../add-client.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import {
  CLIENT_FIELD_NAMES,
  type ClientFields,
  type ClientProblems,
  clientFields,
  clientProblems,
  readClientFields,
} from './client-fields.ts';
import { CLIENTS_PATH } from './clients.ts';
import { limitNewAccess } from './limit-new-access.ts';

const NEW_CLIENT_PATH = `${CLIENTS_PATH}/new`;

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: NEW_CLIENT_PATH,
  access: 'signed_in',
  handle: async ({ random }, request) => {
    const resumed = readResumedForm(request);
    const fields = resumed === null ? BLANK : readFields(resumed);
    return showForm(request, { ...fields, formId: newFormId(random) }, null);
  },
};

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: NEW_CLIENT_PATH,
  access: 'signed_in',
  resumable: { fields: [...CLIENT_FIELD_NAMES, 'kind'] },
  handle: async (deps, request) => {
    const { form, session, user, texts } = request;
    const words = texts.clients;
    const fields: NewClientFields = { formId: readFormId(form), ...readFields(form) };
    const { formId: _, kind, ...change } = fields;
    const refused = await limitNewAccess(deps, user.id);
    if (refused !== null) return refused;
    const added = await addClient(deps, {
      ...change,
      isPublic: kind === 'public',
      ownerUserId: user.id,
      ...idempotentInput(session, 'client', fields),
    });
    if (!added.ok) return answerRefusal(request, fields, added.refusal);
    const { client, secret } = added.value;
    return showPage({
      title: words.creating.done,
      section: 'clients',
      width: 'narrow',
      main: html`
        <h1>${words.creating.doneHeading({ name: client.name })}</h1>
        <section class="card">
          ${facts([[words.facts.clientId, html`<code>${client.id}</code>`]])}
        </section>
        ${secret === null ? null : secretOnce(texts.frame, words.secretLabel, secret)}
        <p class="actions">
          ${linkButton(words.creating.goOn, `${CLIENTS_PATH}/${client.id}`, 'main')}</p>`,
    });
  },
};

export const newClientPages: readonly Page<AppPageDeps>[] = [show, send];

interface NewClientFields extends ClientFields, IdempotentForm {
  readonly kind: string;
}

const readFields = (form: RequestValues): Omit<NewClientFields, 'formId'> => ({
  kind: form.text('kind'),
  ...readClientFields(form),
});

function answerRefusal(
  request: UserPageRequest,
  fields: NewClientFields,
  refusal: AddClientRefusal,
): PageAnswer {
  if (refusal.kind !== 'done_before') {
    return showForm(request, fields, clientProblems(request.texts.clients, fields, refusal));
  }
  request.session.keepNotice(alreadyDone(request.texts));
  return redirectTo(CLIENTS_PATH);
}

const BLANK = {
  name: '',
  url: '',
  callback: '',
  s256Only: false,
  sendsIssuer: false,
  kind: 'confidential',
};

function showForm(
  { session, texts }: UserPageRequest,
  fields: NewClientFields,
  problems: ClientProblems | null,
): ShownPage {
  const words = texts.clients.creating;
  return showPage({
    title: words.title,
    section: 'clients',
    width: 'narrow',
    status: problems === null ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(problems === null ? null : words.failed)}
      <section class="card">${postForm({
        action: NEW_CLIENT_PATH,
        csrfToken: session.csrfToken(),
        fields: [
          formIdField(fields.formId),
          clientFields(texts.clients, fields, problems ?? {}),
          choiceField({
            name: 'kind',
            legend: words.where,
            kind: 'one',
            choices: [
              {
                value: 'confidential',
                isChosen: fields.kind !== 'public',
                label: words.server,
                hint: words.serverHint,
              },
              {
                value: 'public',
                isChosen: fields.kind === 'public',
                label: words.device,
                hint: words.deviceHint,
              },
            ],
          }),
        ],
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, CLIENTS_PATH, 'quiet'),
      })}</section>`,
  });
}
