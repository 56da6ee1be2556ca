import { html } from '../../i18n/html.ts';
import { notFoundPage, type Page, redirectTo, type UserPage } from '../../web/pages/page.ts';
import { TOKENS_PATH } from '../../web/pages/paths.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { endingEndpoints } from '../../webhooks/pages/ending-endpoints.ts';
import { findPersonalToken, revokePersonalToken } from '../revoke-personal-token.ts';
import type { AppPageDeps } from './app-page-deps.ts';

const REVOKE_PATH = `${TOKENS_PATH}/:id/revoke`;

const ask: UserPage<AppPageDeps> = {
  method: 'GET',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const { user, params, texts } = request;
    const tokenId = params.text('id');
    const found = await findPersonalToken(deps, { userId: user.id, tokenId });
    if (!found.ok) return notFoundPage();
    const owner = { userId: user.id, clientId: null, grantId: tokenId };
    const endpoints = await deps.endpoints.list(owner);
    const words = texts.tokens.revoking;
    return questionPage(request, {
      section: 'tokens',
      title: words.title,
      heading: words.heading({ name: found.value.name }),
      text: html`<p>${words.text}</p>${endingEndpoints(texts, endpoints)}`,
      action: `${TOKENS_PATH}/${tokenId}/revoke`,
      submit: { label: words.submit },
      back: { label: texts.frame.cancel, path: TOKENS_PATH },
    });
  },
};

const revoke: UserPage<AppPageDeps> = {
  method: 'POST',
  path: REVOKE_PATH,
  access: 'signed_in',
  handle: async (deps, { user, params, session, texts }) => {
    const input = { userId: user.id, tokenId: params.text('id') };
    const revoked = await revokePersonalToken(deps, input);
    if (!revoked.ok) return notFoundPage();
    const text = texts.tokens.revoking.done({ name: revoked.value.name });
    session.keepNotice({ kind: 'done', text });
    return redirectTo(TOKENS_PATH);
  },
};

export const revokeTokenPages: readonly Page<AppPageDeps>[] = [ask, revoke];
