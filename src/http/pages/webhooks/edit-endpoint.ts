import { editEndpoint } from '../../../usecases/webhooks/edit-endpoint.ts';
import { linkButton, postForm, problemSummary } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { type EndpointFields, endpointFields, readEndpointFields } from './endpoint-fields.ts';
import { answerRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';

const EDIT_PATH = `${ENDPOINT_PATH}/edit`;

export const formPage: Page = {
  method: 'GET',
  path: EDIT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => showForm(request, path, endpoint, [])),
};

export const page: Page = {
  method: 'POST',
  path: EDIT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const fields = readEndpointFields(request.form);
      const wish = { ...fields, isEnabled: null };
      const edited = await editEndpoint(deps, ownerOf(request), endpoint.id, wish);
      if (edited.ok) {
        request.session.keepNotice({ kind: 'done', text: 'The endpoint is changed.' });
        return redirectTo(path);
      }
      return edited.refusal.kind === 'bad_endpoint'
        ? showForm(request, path, fields, edited.refusal.complaints)
        : answerRefusal(edited.refusal, request, path);
    }),
};

const showForm = (
  { session, texts }: UserPageRequest,
  path: string,
  fields: EndpointFields,
  complaints: readonly string[],
): ShownPage =>
  showPage({
    title: 'Change an endpoint',
    section: 'webhooks',
    width: 'narrow',
    status: complaints.length === 0 ? 200 : 400,
    main: html`
      <h1>Change the endpoint</h1>
      ${problemSummary(complaints.length === 0 ? null : 'Nothing was changed: see below.')}
      <section class="card">${postForm({
        action: `${path}/edit`,
        csrfToken: session.csrfToken(),
        fields: [
          endpointFields(texts, fields, complaints),
          html`<p class="hint">What is on its way goes to a new address too. The secret stays.</p>`,
        ],
        submit: { label: 'Save' },
        others: linkButton('Cancel', path, 'quiet'),
      })}</section>`,
  });
