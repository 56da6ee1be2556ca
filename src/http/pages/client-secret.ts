import { fingerprintOf } from '../../access/secret-replacement.ts';
import { rotateClientSecret } from '../../usecases/apps/rotate-client-secret.ts';
import { whenConfirmed } from './account/when-confirmed.ts';
import { CLIENTS_PATH } from './clients.ts';
import { linkButton, postForm } from './kit/controls.ts';
import { html } from './kit/html.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  showPage,
  type UserPageRequest,
} from './kit/page.ts';
import { secretOnce } from './kit/pieces.ts';
import {
  doneBefore,
  newFormId,
  readReplacingForm,
  replacementOf,
  replacingFields,
} from './kit/repeated-form.ts';
import { CLIENT_PATH, findOwnClient } from './own-client.ts';
import type { PageDeps } from './page-deps.ts';

const SECRET_PATH = `${CLIENT_PATH}/secret`;

export const askPage: Page = {
  method: 'GET',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) => whenConfirmed(deps, request, request.url, () => ask(deps, request)),
};

async function ask(deps: PageDeps, request: UserPageRequest): Promise<PageAnswer> {
  const client = await findOwnClient(deps, request);
  if (client === null || client.secretHash === null) return notFoundPage();
  const path = `${CLIENTS_PATH}/${client.id}`;
  return showPage({
    title: 'Replace the secret',
    section: 'clients',
    width: 'narrow',
    main: html`
        <h1>Replace the secret of “${client.name}”?</h1>
        <section class="card">
          <p>The present secret stops working at once. Until your server has the new one, nobody can
            connect the app, and it cannot renew its access. What is connected stays connected.</p>
          ${postForm({
            action: `${path}/secret`,
            csrfToken: request.session.csrfToken(),
            fields: replacingFields({
              formId: newFormId(deps.random),
              replaces: fingerprintOf(client.secretHash),
            }),
            submit: { label: 'Replace the secret', look: 'danger' },
            others: linkButton('Keep the present one', path),
          })}
        </section>`,
  });
}

export const page: Page = {
  method: 'POST',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    whenConfirmed(deps, request, request.url, () => replace(deps, request)),
};

async function replace(
  deps: PageDeps,
  { params, form, user, session, texts }: UserPageRequest,
): Promise<PageAnswer> {
  const id = params.text('id');
  const path = `${CLIENTS_PATH}/${id}`;
  const fields = { id, ...readReplacingForm(form) };
  const wish = replacementOf(session, 'client secret', fields, deps.clock.now());
  const rotated = await rotateClientSecret(deps, id, user.id, wish);
  if (!rotated.ok && rotated.refusal.kind === 'done_before') {
    session.keepNotice(doneBefore(texts));
    return redirectTo(path);
  }
  if (!rotated.ok) return notFoundPage();
  return showPage({
    title: 'The new secret',
    section: 'clients',
    width: 'narrow',
    main: html`
        <h1>The new secret</h1>
        ${secretOnce(texts.frame, 'Client secret', rotated.value.secret)}
        <p class="actions">${linkButton('I have kept it', path, 'main')}</p>`,
  });
}
