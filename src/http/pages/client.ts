import { comesWithS256Alone } from '../../access/challenge-method.ts';
import type { Client } from '../../access/client.ts';
import type { PersonRefusal } from '../../account/person-refusals.ts';
import { editClient } from '../../usecases/apps/edit-client.ts';
import { type ClientFields, clientFields, readClientFields } from './client-fields.ts';
import { CLIENTS_PATH, kindOf } from './clients.ts';
import { linkButton, postForm, problemSummary } from './kit/controls.ts';
import { day } from './kit/figures.ts';
import { html } from './kit/html.ts';
import {
  notFoundPage,
  type Page,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from './kit/page.ts';
import { facts } from './kit/pieces.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';
import type { PageDeps } from './page-deps.ts';

export const formPage: Page = {
  method: 'GET',
  path: CLIENT_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const client = await findOwnClient(deps, request);
    return client === null ? notFoundPage() : await showClient(deps, request, client);
  },
};

export const page: Page = {
  method: 'POST',
  path: CLIENT_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const client = await findOwnClient(deps, request);
    if (client === null) return notFoundPage();
    const fields = readClientFields(request.form);
    const owner = request.user.id;
    const edited = await editClient(deps, { ...fields, id: client.id, owner });
    if (!edited.ok)
      return await showClient(deps, request, client, { fields, refusal: edited.refusal });
    request.session.keepNotice({ kind: 'done', text: 'The app is changed.' });
    return redirectTo(`${CLIENTS_PATH}/${client.id}`);
  },
};

interface Attempt {
  readonly fields: ClientFields;
  readonly refusal: PersonRefusal;
}

async function showClient(
  deps: PageDeps,
  { session }: UserPageRequest,
  client: Client,
  attempt: Attempt | null = null,
): Promise<ShownPage> {
  const isS256Recommended = await recommendsS256(deps, client);
  const path = `${CLIENTS_PATH}/${client.id}`;
  return showPage({
    title: client.name,
    section: 'clients',
    width: 'narrow',
    status: attempt === null ? 200 : 400,
    main: html`
      <p class="eyebrow"><a href="${CLIENTS_PATH}">Your apps</a></p>
      <h1>${client.name}</h1>
      ${problemSummary(attempt === null ? null : 'Nothing was changed: see below.')}
      <section class="card">${facts([
        ['Client ID', html`<code>${client.id}</code>`],
        ['Kind', `App ${kindOf(client)}`],
        ['Authorization page', html`<code>${deps.authUrl()}/oauth</code>`],
        ['Token endpoint', html`<code>${deps.baseUrl()}/oauth/token</code>`],
        ['Registered', day(client.createdAt)],
      ])}</section>
      <section class="card">
        <h2>Change the app</h2>
        ${isS256Recommended ? S256_ADVICE : null}
        ${postForm({
          action: path,
          csrfToken: session.csrfToken(),
          fields: clientFields(attempt?.fields ?? client, attempt?.refusal ?? null),
          submit: { label: 'Save' },
        })}
      </section>
      <section class="card">
        <h2>Take care</h2>
        <p class="actions">
          ${client.secretHash === null ? null : linkButton('Replace the secret', `${path}/secret`)}
          ${linkButton('Delete the app', `${path}/delete`)}
        </p>
      </section>`,
  });
}

/** Whether the stricter switch would refuse no one who came lately. */
async function recommendsS256({ clients, clock }: PageDeps, client: Client): Promise<boolean> {
  if (client.s256Only) return false;
  return comesWithS256Alone(await clients.readChallenges(client.id), clock.now());
}

const S256_ADVICE = html`
  <p class="notice">Everybody who connected this app lately came with S256. Choose “Accept PKCE
    with S256 only” below: then no one can ask in the name of your app with the weak method.</p>`;
