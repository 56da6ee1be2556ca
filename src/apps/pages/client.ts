import { requireRecentAuth } from '../../accounts/pages/require-recent-auth.ts';
import { usesOnlyS256 } from '../../authorization/challenge-method.ts';
import { html } from '../../i18n/html.ts';
import { facts } from '../../web/pages/components.ts';
import { linkButton, postForm, problemSummary } from '../../web/pages/controls.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { formResumePath, readResumedForm } from '../../web/pages/resumed-form.ts';
import type { RegisteredClient } from '../client.ts';
import { editClient } from '../edit-client.ts';
import type { AppPageDeps } from './app-page-deps.ts';
import {
  CLIENT_FIELD_NAMES,
  type ClientFields,
  type ClientProblems,
  clientFields,
  clientProblems,
  readClientFields,
} from './client-fields.ts';
import { CLIENTS_PATH } from './clients.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';

const show: UserPage<AppPageDeps> = {
  method: 'GET',
  path: CLIENT_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const client = await findOwnClient(deps, request);
    if (client === null) return notFoundPage();
    const resumed = readResumedForm(request);
    const fields = resumed === null ? client : readClientFields(resumed);
    return await showClient(deps, request, client, { fields, problems: null });
  },
};

/**
 * Changes an app. Its developer confirms first who they are, as the address to which codes are sent
 * is worth as much as its secret.
 */
const send: UserPage<AppPageDeps> = {
  method: 'POST',
  path: CLIENT_PATH,
  access: 'signed_in',
  resumable: { fields: CLIENT_FIELD_NAMES },
  handle: (deps, request) => {
    const { form, session, texts, url } = request;
    const path = formResumePath(session, url, form, CLIENT_FIELD_NAMES);
    const act = { path, title: texts.clients.editing.heading };
    return requireRecentAuth(deps, request, act, () => change(deps, request));
  },
};

export const clientPages: readonly Page<AppPageDeps>[] = [show, send];

async function change(deps: AppPageDeps, request: UserPageRequest): Promise<PageAnswer> {
  const client = await findOwnClient(deps, request);
  if (client === null) return notFoundPage();
  const fields = readClientFields(request.form);
  const owner = request.user.id;
  const edited = await editClient(deps, { ...fields, id: client.id, owner });
  if (!edited.ok) {
    if (edited.refusal.kind === 'client_not_found') return notFoundPage();
    const problems = clientProblems(request.texts.clients, fields, edited.refusal);
    return await showClient(deps, request, client, { fields, problems });
  }
  const text = request.texts.clients.editing.done;
  request.session.keepNotice({ kind: 'done', text });
  return redirectTo(`${CLIENTS_PATH}/${client.id}`);
}

interface ClientForm {
  readonly fields: ClientFields;
  /** What is wrong with the form about the app; null if it was not sent yet. */
  readonly problems: ClientProblems | null;
}

async function showClient(
  deps: AppPageDeps,
  { session, texts }: UserPageRequest,
  client: RegisteredClient,
  { fields, problems }: ClientForm,
): Promise<ShownPage> {
  const words = texts.clients;
  const isS256Recommended = await recommendsS256(deps, client);
  const path = `${CLIENTS_PATH}/${client.id}`;
  return showPage({
    title: client.name,
    section: 'clients',
    width: 'narrow',
    status: problems === null ? 200 : 400,
    main: html`
      <p class="eyebrow"><a href="${CLIENTS_PATH}">${words.title}</a></p>
      <h1>${client.name}</h1>
      ${problemSummary(problems === null ? null : words.editing.failed)}
      <section class="card">${facts([
        [words.facts.clientId, html`<code>${client.id}</code>`],
        [
          words.facts.kind,
          client.secretHash === null ? words.facts.withoutSecret : words.facts.withSecret,
        ],
        [words.facts.authorizationPage, html`<code>${deps.authUrl()}/oauth</code>`],
        [words.facts.tokenEndpoint, html`<code>${deps.baseUrl()}/oauth/token</code>`],
        [words.facts.registered, texts.format.day(client.createdAt)],
      ])}</section>
      <section class="card">
        <h2>${words.editing.heading}</h2>
        ${isS256Recommended ? html`<p class="notice">${words.editing.s256Advice}</p>` : null}
        ${postForm({
          action: path,
          csrfToken: session.csrfToken(),
          fields: clientFields(words, fields, problems ?? {}),
          submit: { label: words.editing.submit },
        })}
      </section>
      <section class="card">
        <h2>${words.care}</h2>
        <p class="actions">
          ${client.secretHash === null ? null : linkButton(words.replaceSecret, `${path}/secret`)}
          ${linkButton(words.delete, `${path}/delete`)}
        </p>
      </section>`,
  });
}

/**
 * Whether the page suggests to refuse the PKCE method "plain": no one who connected to the app
 * recently needed anything but S256.
 */
async function recommendsS256(
  { clients, clock }: AppPageDeps,
  client: RegisteredClient,
): Promise<boolean> {
  if (client.s256Only) return false;
  return usesOnlyS256(await clients.readChallenges(client.id), clock.now());
}
