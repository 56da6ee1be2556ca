import { createEndpoint } from '../../../usecases/webhooks/create-endpoint.ts';
import { EVENT_TYPES } from '../../../webhook/delivery.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { type Page, type ShownPage, showPage, type UserPageRequest } from '../kit/page.ts';
import { facts, secretOnce } from '../kit/pieces.ts';
import { formIdField, newFormId, type OnceForm, readFormId, wishOf } from '../kit/repeated-form.ts';
import { type EndpointFields, endpointFields, readEndpointFields } from './endpoint-fields.ts';
import { eventTitles } from './endpoint-words.ts';
import { answerRefusal, endpointPath, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import { verifyCard } from './verify-card.ts';

const NEW_ENDPOINT_PATH = `${WEBHOOKS_PATH}/new`;

export const formPage: Page = {
  method: 'GET',
  path: NEW_ENDPOINT_PATH,
  access: 'signed_in',
  handle: async ({ random }, request) =>
    showForm(request, { ...BLANK, formId: newFormId(random) }, []),
};

export const page: Page = {
  method: 'POST',
  path: NEW_ENDPOINT_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { form, session } = request;
    const fields = { formId: readFormId(form), ...readEndpointFields(form) };
    const wish = { ...fields, ...wishOf(session, 'endpoint', fields) };
    const created = await createEndpoint(deps, ownerOf(request), wish);
    if (!created.ok) {
      return created.refusal.kind === 'bad_endpoint'
        ? showForm(request, fields, created.refusal.complaints)
        : answerRefusal(created.refusal, request, WEBHOOKS_PATH);
    }
    const { endpoint, secret } = created.value;
    return showPage({
      title: 'The endpoint is made',
      section: 'webhooks',
      width: 'narrow',
      main: html`
        <h1>The endpoint is made</h1>
        <section class="card">${facts([
          ['Address', endpoint.url],
          ['Told of', eventTitles(endpoint)],
        ])}</section>
        ${secretOnce(request.texts.frame, 'Signing secret', secret)}
        ${verifyCard(deps.baseUrl())}
        <p class="actions">
          ${linkButton('I have kept the secret', endpointPath(endpoint.id), 'main')}</p>
        <p class="hint">It does not work?
          <a href="${WEBHOOKS_PATH}/signature-help">Find out why a signature fails</a>.</p>`,
    });
  },
};

const BLANK: EndpointFields = { url: '', description: '', filterTypes: EVENT_TYPES };

const showForm = (
  { session, texts }: UserPageRequest,
  fields: EndpointFields & OnceForm,
  complaints: readonly string[],
): ShownPage =>
  showPage({
    title: 'New endpoint',
    section: 'webhooks',
    width: 'narrow',
    status: complaints.length === 0 ? 200 : 400,
    main: html`
      <h1>New endpoint</h1>
      ${problemSummary(complaints.length === 0 ? null : 'No endpoint was made: see below.')}
      <section class="card">${postForm({
        action: NEW_ENDPOINT_PATH,
        csrfToken: session.csrfToken(),
        fields: [formIdField(fields.formId), endpointFields(texts, fields, complaints)],
        submit: { label: 'Make the endpoint' },
        others: linkButton('Cancel', WEBHOOKS_PATH, 'quiet'),
      })}</section>`,
  });
