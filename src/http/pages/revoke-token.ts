import {
  findPersonalToken,
  revokePersonalToken,
} from '../../usecases/apps/revoke-personal-token.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { html } from './kit/html.ts';
import { notFoundPage, type Page, redirectTo, showPage } from './kit/page.ts';
import { TOKENS_PATH } from './tokens.ts';
import { endingEndpoints } from './webhooks/ending-endpoints.ts';

const REVOKE_PATH = `${TOKENS_PATH}/:id/revoke`;

export const askPage: Page = {
  method: 'GET',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, params, session }) => {
    const tokenId = params.text('id');
    const found = await findPersonalToken(deps, { userId: user.id, tokenId });
    if (!found.ok) return notFoundPage();
    const owner = { userId: user.id, clientId: null, grantId: tokenId };
    const endpoints = await deps.endpoints.list(owner);
    const { name } = found.value;
    return showPage({
      title: 'Revoke a token',
      section: 'tokens',
      width: 'narrow',
      main: html`
        <h1>Revoke “${name}”?</h1>
        <section class="card">
          <p>Whatever uses this token is refused from the next moment on. Payments that are on their
            way are still carried out. It cannot be undone; you can create a new one.</p>
          ${endingEndpoints(endpoints)}
          ${postForm({
            action: `${TOKENS_PATH}/${tokenId}/revoke`,
            csrfToken: session.csrfToken(),
            fields: null,
            submit: { label: 'Revoke the token', look: 'danger' },
            others: linkButton('Keep it', TOKENS_PATH),
          })}
        </section>`,
    });
  },
};

export const page: Page = {
  method: 'POST',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, params, session }) => {
    const input = { userId: user.id, tokenId: params.text('id') };
    const revoked = await revokePersonalToken(deps, input);
    if (!revoked.ok) return notFoundPage();
    session.keepNotice({ kind: 'done', text: `The token “${revoked.value.name}” is revoked.` });
    return redirectTo(TOKENS_PATH);
  },
};
