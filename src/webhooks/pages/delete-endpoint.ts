import { html } from '../../i18n/html.ts';
import { facts } from '../../web/pages/components.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { removeEndpoint } from '../remove-endpoint.ts';
import { nameOf } from './endpoint-words.ts';
import { ENDPOINT_PATH, ownerOf, WEBHOOKS_PATH, withEndpoint } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const DELETE_PATH = `${ENDPOINT_PATH}/delete`;

const ask: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => {
      const words = request.texts.webhooks.deleting;
      return questionPage(request, {
        section: 'webhooks',
        title: words.title,
        heading: words.heading({ name: nameOf(endpoint) }),
        text: html`<p>${words.text}</p>${facts([[words.address, endpoint.url]])}`,
        action: `${path}/delete`,
        submit: { label: words.submit },
        back: { label: request.texts.frame.cancel, path },
      });
    }),
};

const remove: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: DELETE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const removed = await removeEndpoint(deps, ownerOf(request), request.params.text('id'));
    if (!removed.ok) return notFoundPage();
    request.session.keepNotice({ kind: 'done', text: request.texts.webhooks.deleting.done });
    return redirectTo(WEBHOOKS_PATH);
  },
};

export const deleteEndpointPages: readonly Page<WebhookPageDeps>[] = [ask, remove];
