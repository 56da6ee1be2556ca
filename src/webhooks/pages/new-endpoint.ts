import { html } from '../../i18n/html.ts';
import { facts, secretOnce } from '../../web/pages/components.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  formIdField,
  type IdempotentForm,
  idempotentInput,
  newFormId,
  readFormId,
} from '../../web/pages/idempotent-form.ts';
import {
  type Page,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { createEndpoint } from '../create-endpoint.ts';
import type { EndpointValidationError } from '../endpoint-validation.ts';
import {
  ENDPOINT_FIELD_NAMES,
  type EndpointFields,
  endpointFields,
  readEndpointFields,
} from './endpoint-fields.ts';
import { eventTitles } from './endpoint-words.ts';
import { answerWebhookRefusal, endpointPath, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import { verifyCard } from './verify-card.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const NEW_ENDPOINT_PATH = `${WEBHOOKS_PATH}/new`;

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: NEW_ENDPOINT_PATH,
  access: 'signed_in',
  handle: async ({ random }, request) => {
    const resumed = readResumedForm(request);
    const fields = resumed === null ? BLANK : readEndpointFields(resumed);
    return showForm(request, { ...fields, formId: newFormId(random) }, []);
  },
};

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: NEW_ENDPOINT_PATH,
  access: 'signed_in',
  resumable: { fields: ENDPOINT_FIELD_NAMES },
  handle: async (deps, request) => {
    const { form, session, texts } = request;
    const fields = { formId: readFormId(form), ...readEndpointFields(form) };
    const input = { ...fields, ...idempotentInput(session, 'endpoint', fields) };
    const created = await createEndpoint(deps, ownerOf(request), input);
    if (!created.ok) {
      return created.refusal.kind === 'bad_endpoint'
        ? showForm(request, fields, created.refusal.complaints)
        : answerWebhookRefusal(created.refusal, request, WEBHOOKS_PATH);
    }
    const { endpoint, secret } = created.value;
    const { endpoint: names, creating: words } = texts.webhooks;
    return showPage({
      title: words.done,
      section: 'webhooks',
      width: 'narrow',
      main: html`
        <h1>${words.done}</h1>
        <section class="card">${facts([
          [names.address, endpoint.url],
          [names.notifiesAbout, eventTitles(texts.webhooks, endpoint.filterTypes)],
        ])}</section>
        ${secretOnce(texts.frame, words.secret, secret)}
        ${verifyCard(texts, deps.baseUrl())}
        <p class="actions">
          ${linkButton(words.kept, endpointPath(endpoint.id), 'main')}</p>
        <p class="hint">${words.help({
          link: (label) => html`<a href="${WEBHOOKS_PATH}/signature-help">${label}</a>`,
        })}</p>`,
    });
  },
};

export const newEndpointPages: readonly Page<WebhookPageDeps>[] = [show, send];

const BLANK: EndpointFields = {
  url: '',
  description: '',
  filterTypes: ['invoice.incoming.settled', 'invoice.outgoing.settled'],
};

const showForm = (
  { session, texts }: UserPageRequest,
  fields: EndpointFields & IdempotentForm,
  complaints: readonly EndpointValidationError[],
): ShownPage => {
  const words = texts.webhooks.creating;
  return showPage({
    title: words.title,
    section: 'webhooks',
    width: 'narrow',
    status: complaints.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.title}</h1>
      ${problemSummary(complaints.length === 0 ? null : words.failed)}
      <section class="card">${postForm({
        action: NEW_ENDPOINT_PATH,
        csrfToken: session.csrfToken(),
        fields: [formIdField(fields.formId), endpointFields(texts, fields, complaints)],
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, WEBHOOKS_PATH, 'quiet'),
      })}</section>`,
  });
};
