import { CONNECTED_APPS_PATH } from './connected-apps.ts';
import { html } from './kit/html.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from './kit/page.ts';
import { questionPage } from './kit/question-page.ts';
import { endingEndpoints } from './webhooks/ending-endpoints.ts';

const REVOKE_PATH = `${CONNECTED_APPS_PATH}/:id/revoke`;

const ask: UserPage = {
  method: 'GET',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, endpoints }, request) => {
    const { user, params, texts } = request;
    const id = params.text('id');
    const appGrant = await appGrants.findAppGrant(user.id, id);
    if (appGrant === null) return notFoundPage();
    const { name, id: clientId } = appGrant.client;
    const made = await endpoints.list({ userId: user.id, clientId, grantId: appGrant.id });
    const words = texts.connectedApps.disconnecting;
    return questionPage(request, {
      section: 'apps',
      title: words.title,
      heading: words.heading(name),
      text: html`<p>${words.text}</p>${endingEndpoints(texts, made)}`,
      action: `${CONNECTED_APPS_PATH}/${id}/revoke`,
      submit: { label: words.submit },
      back: { label: texts.frame.cancel, path: CONNECTED_APPS_PATH },
    });
  },
};

/** Repeated, it changes nothing more. */
const revoke: UserPage = {
  method: 'POST',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, clock }, { user, params, session, texts }) => {
    const isRevoked = await appGrants.revokeAppGrant(user.id, params.text('id'), clock.now());
    if (!isRevoked) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.connectedApps.disconnecting.done });
    return redirectTo(CONNECTED_APPS_PATH);
  },
};

export const revokeAppGrantPages: readonly Page[] = [ask, revoke];
