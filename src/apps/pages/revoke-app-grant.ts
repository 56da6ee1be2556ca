import type { AppGrant } from '../../authorization/app-grant.ts';
import { html } from '../../i18n/html.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import type { Endpoint } from '../../webhooks/endpoint.ts';
import { endingEndpoints } from '../../webhooks/pages/ending-endpoints.ts';
import { revokeConnection } from '../revoke-connection.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { APPS_PATH, appPath } from './app-paths.ts';

const REVOKE_PATH = `${appPath(':id')}/revoke`;

const ask: UserPage<AppPageDeps> = {
  method: 'GET',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, params, texts } = request;
    const app = await deps.appGrants.findAppGrant(user.id, params.text('id'));
    if (app === null) return notFoundPage();
    const words = texts.connectedApps.disconnecting;
    const made = await endpointsOf(deps, app);
    return questionPage(request, {
      section: 'apps',
      title: words.title,
      heading: words.heading({ name: app.name }),
      text: html`
        <p>${app.client === null ? texts.connections.disconnecting : words.text}</p>
        ${endingEndpoints(texts, made)}`,
      action: `${appPath(app.id)}/revoke`,
      submit: { label: words.submit },
      back: { label: texts.frame.cancel, path: APPS_PATH },
    });
  },
};

/** The webhook endpoints that end together with the app. Only OAuth apps can create any. */
const endpointsOf = async (
  { endpoints }: AppPageDeps,
  { id, userId, client }: AppGrant,
): Promise<readonly Endpoint[]> =>
  client === null ? [] : await endpoints.list({ userId, clientId: client.id, grantId: id });

/** Revokes a connection. A repeat changes nothing. */
const revoke: UserPage<AppPageDeps> = {
  method: 'POST',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, params, session, texts }) => {
    const which = { userId: user.id, appGrantId: params.text('id') };
    const revoked = await revokeConnection(deps, which);
    if (!revoked.ok) return notFoundPage();
    session.keepNotice({ kind: 'done', text: texts.connectedApps.disconnecting.done });
    return redirectTo(APPS_PATH);
  },
};

export const revokeAppGrantPages: readonly Page<AppPageDeps>[] = [ask, revoke];
