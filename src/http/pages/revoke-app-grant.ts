import { CONNECTED_APPS_PATH } from './connected-apps.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { html } from './kit/html.ts';
import { notFoundPage, type Page, redirectTo, showPage } from './kit/page.ts';
import { endingEndpoints } from './webhooks/ending-endpoints.ts';

const REVOKE_PATH = `${CONNECTED_APPS_PATH}/:id/revoke`;

export const askPage: Page = {
  method: 'GET',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, endpoints }, { user, params, session }) => {
    const id = params.text('id');
    const appGrant = await appGrants.findAppGrant(user.id, id);
    if (appGrant === null) return notFoundPage();
    const { name, id: clientId } = appGrant.client;
    const made = await endpoints.list({ userId: user.id, clientId, grantId: appGrant.id });
    return showPage({
      title: 'Disconnect an app',
      section: 'connected-apps',
      width: 'narrow',
      main: html`
        <h1>Disconnect “${name}”?</h1>
        <section class="card">
          <p>It can do nothing more with your wallet from the next moment on. Payments that are on
            their way are still carried out. Its limit is forgotten; to use it again you connect it
            anew, in the app.</p>
          ${endingEndpoints(made)}
          ${postForm({
            action: `${CONNECTED_APPS_PATH}/${id}/revoke`,
            csrfToken: session.csrfToken(),
            fields: null,
            submit: { label: 'Disconnect', look: 'danger' },
            others: linkButton('Keep it connected', CONNECTED_APPS_PATH),
          })}
        </section>`,
    });
  },
};

/** Repeated, it changes nothing more. */
export const page: Page = {
  method: 'POST',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async ({ appGrants, clock }, { user, params, session }) => {
    const isRevoked = await appGrants.revokeAppGrant(user.id, params.text('id'), clock.now());
    if (!isRevoked) return notFoundPage();
    session.keepNotice({ kind: 'done', text: 'The app is disconnected.' });
    return redirectTo(CONNECTED_APPS_PATH);
  },
};
