import { removeEndpoint } from '../../../usecases/webhooks/remove-endpoint.ts';
import { linkButton, postForm } from '../kit/controls.ts';
import { html } from '../kit/html.ts';
import { notFoundPage, type Page, redirectTo, showPage } from '../kit/page.ts';
import { facts } from '../kit/pieces.ts';
import { nameOf } from './endpoint-words.ts';
import { ENDPOINT_PATH, ownerOf, WEBHOOKS_PATH, withEndpoint } from './own-endpoint.ts';

const DELETE_PATH = `${ENDPOINT_PATH}/delete`;

export const askPage: Page = {
  method: 'GET',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) =>
      showPage({
        title: 'Delete an endpoint',
        section: 'webhooks',
        width: 'narrow',
        main: html`
          <h1>Delete “${nameOf(endpoint)}”?</h1>
          <section class="card">
            <p>Nothing more is sent to it, not even what is on its way, and its secret and the
              record of its deliveries are gone. It cannot be undone. If you only want a pause,
              switch it off.</p>
            ${facts([['Address', endpoint.url]])}
            ${postForm({
              action: `${path}/delete`,
              csrfToken: request.session.csrfToken(),
              fields: null,
              submit: { label: 'Delete the endpoint', look: 'danger' },
              others: linkButton('Keep it', path),
            })}
          </section>`,
      }),
    ),
};

export const page: Page = {
  method: 'POST',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const removed = await removeEndpoint(deps, ownerOf(request), request.params.text('id'));
    if (!removed.ok) return notFoundPage();
    request.session.keepNotice({ kind: 'done', text: 'The endpoint is deleted.' });
    return redirectTo(WEBHOOKS_PATH);
  },
};
