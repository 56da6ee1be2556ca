import { html } from '../../i18n/html.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import { editEndpoint } from '../edit-endpoint.ts';
import type { EndpointValidationError } from '../endpoint-validation.ts';
import {
  ENDPOINT_FIELD_NAMES,
  type EndpointFields,
  endpointFields,
  readEndpointFields,
} from './endpoint-fields.ts';
import { answerWebhookRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const EDIT_PATH = `${ENDPOINT_PATH}/edit`;

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: EDIT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => {
      const resumed = readResumedForm(request);
      const fields = resumed === null ? endpoint : readEndpointFields(resumed);
      return showForm(request, path, fields, []);
    }),
};

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: EDIT_PATH,
  access: 'signed_in',
  resumable: { fields: ENDPOINT_FIELD_NAMES },
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const fields = readEndpointFields(request.form);
      const input = { ...fields, isEnabled: null };
      const edited = await editEndpoint(deps, ownerOf(request), endpoint.id, input);
      if (edited.ok) {
        request.session.keepNotice({ kind: 'done', text: request.texts.webhooks.editing.done });
        return redirectTo(path);
      }
      return edited.refusal.kind === 'bad_endpoint'
        ? showForm(request, path, fields, edited.refusal.complaints)
        : answerWebhookRefusal(edited.refusal, request, path);
    }),
};

export const editEndpointPages: readonly Page<WebhookPageDeps>[] = [show, send];

const showForm = (
  { session, texts }: UserPageRequest,
  path: string,
  fields: EndpointFields,
  complaints: readonly EndpointValidationError[],
): ShownPage => {
  const words = texts.webhooks.editing;
  return showPage({
    title: words.title,
    section: 'webhooks',
    width: 'narrow',
    status: complaints.length === 0 ? 200 : 400,
    main: html`
      <h1>${words.heading}</h1>
      ${problemSummary(complaints.length === 0 ? null : words.failed)}
      <section class="card">${postForm({
        action: `${path}/edit`,
        csrfToken: session.csrfToken(),
        fields: [
          endpointFields(texts, fields, complaints),
          html`<p class="hint">${words.hint}</p>`,
        ],
        submit: { label: words.submit },
        others: linkButton(texts.frame.cancel, path, 'quiet'),
      })}</section>`,
  });
};
