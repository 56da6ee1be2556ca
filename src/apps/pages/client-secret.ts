import { type RecentAuthAct, requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import { fingerprintOf } from '../../authorization/secret-replacement.ts';
import { html } from '../../i18n/html.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import {
  alreadyDone,
  newFormId,
  readReplacingForm,
  replacementOf,
  replacingFields,
} from '../../web/pages/idempotent-form.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { rotateClientSecret } from '../rotate-client-secret.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import { CLIENTS_PATH } from './clients.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';

const SECRET_PATH = `${CLIENT_PATH}/secret`;

const ask: UserPage<AppPageDeps> = {
  method: 'GET',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request), () => showQuestion(deps, request)),
};

const actOf = ({ texts, url }: UserPageRequest): RecentAuthAct => ({
  path: url,
  title: texts.clients.replacing.title,
});

async function showQuestion(deps: AppPageDeps, request: UserPageRequest): Promise<PageAnswer> {
  const client = await findOwnClient(deps, request);
  if (client === null || client.secretHash === null) return notFoundPage();
  const path = `${CLIENTS_PATH}/${client.id}`;
  const words = request.texts.clients.replacing;
  return questionPage(request, {
    section: 'clients',
    title: words.title,
    heading: words.heading({ name: client.name }),
    text: html`<p>${words.text}</p>`,
    action: `${path}/secret`,
    fields: replacingFields({
      formId: newFormId(deps.random),
      replaces: fingerprintOf(client.secretHash),
    }),
    submit: { label: words.submit },
    back: { label: request.texts.frame.cancel, path },
  });
}

const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    requireRecentAuth(deps, request, actOf(request), () => replace(deps, request)),
};

export const clientSecretPages: readonly Page<AppPageDeps>[] = [ask, send];

async function replace(
  deps: AppPageDeps,
  { params, form, user, session, texts }: UserPageRequest,
): Promise<PageAnswer> {
  const id = params.text('id');
  const path = `${CLIENTS_PATH}/${id}`;
  const fields = { id, ...readReplacingForm(form) };
  const input = replacementOf(session, 'client secret', fields, deps.clock.now());
  const rotated = await rotateClientSecret(deps, id, user.id, input);
  if (!rotated.ok && rotated.refusal.kind === 'done_before') {
    session.keepNotice(alreadyDone(texts));
    return redirectTo(path);
  }
  if (!rotated.ok) return notFoundPage();
  const words = texts.clients.replacing;
  return showPage({
    title: words.done,
    section: 'clients',
    width: 'narrow',
    main: html`
        <h1>${words.done}</h1>
        ${secretOnce(texts.frame, texts.clients.secretLabel, rotated.value.secret)}
        <p class="actions">${linkButton(words.kept, path, 'main')}</p>`,
  });
}
