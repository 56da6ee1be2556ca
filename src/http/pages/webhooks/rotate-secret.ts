import { fingerprintOf } from '../../../access/secret-replacement.ts';
import { DEFAULT_SECRET_OVERLAP_SEC } from '../../../base/limits.ts';
import { rotateSigningSecret } from '../../../usecases/webhooks/rotate-signing-secret.ts';
import { findPresentSecret } from '../../../usecases/webhooks/signing-secrets.ts';
import { linkButton, postForm, type SelectOption, selectField } from '../kit/controls.ts';
import { momentText } from '../kit/figures.ts';
import { html } from '../kit/html.ts';
import { notFoundPage, type Page, showPage } from '../kit/page.ts';
import { secretOnce } from '../kit/pieces.ts';
import {
  newFormId,
  readReplacingForm,
  replacementOf,
  replacingFields,
} from '../kit/repeated-form.ts';
import { nameOf } from './endpoint-words.ts';
import { answerRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';

const SECRET_PATH = `${ENDPOINT_PATH}/secret`;

export const askPage: Page = {
  method: 'GET',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const present = await findPresentSecret(deps, endpoint.userId, endpoint.id);
      // Deleted just now.
      if (present === null) return notFoundPage();
      return showPage({
        title: 'Replace a secret',
        section: 'webhooks',
        width: 'narrow',
        main: html`
          <h1>Replace the secret of “${nameOf(endpoint)}”?</h1>
          <section class="card">
            <p>You get a new secret, which is shown once. For as long as you choose, messages are
              signed with both, so that your server can change over at any time in between. After
              that the old one is worth nothing.</p>
            ${postForm({
              action: `${path}/secret`,
              csrfToken: request.session.csrfToken(),
              fields: [
                replacingFields({
                  formId: newFormId(deps.random),
                  replaces: fingerprintOf(present.sealed),
                }),
                selectField({
                  name: 'overlap',
                  label: 'The old one signs too',
                  value: String(DEFAULT_SECRET_OVERLAP_SEC),
                  options: OVERLAPS,
                  hint: 'Choose “not at all” if somebody else may know it.',
                }),
              ],
              submit: { label: 'Replace the secret', look: 'danger' },
              others: linkButton('Keep the present one', path),
            })}
          </section>`,
      });
    }),
};

export const page: Page = {
  method: 'POST',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async ({ id }, path) => {
      const overlap = OVERLAPS.find(([value]) => value === request.form.text('overlap'));
      const overlapSec = overlap === undefined ? DEFAULT_SECRET_OVERLAP_SEC : Number(overlap[0]);
      const fields = { id, overlapSec, ...readReplacingForm(request.form) };
      const wish = replacementOf(request.session, 'signing secret', fields, deps.clock.now());
      const rotated = await rotateSigningSecret(deps, ownerOf(request), id, overlapSec, wish);
      if (!rotated.ok) return answerRefusal(rotated.refusal, request, path);
      const { secret, oldUntil } = rotated.value;
      return showPage({
        title: 'The new secret',
        section: 'webhooks',
        width: 'narrow',
        main: html`
          <h1>The new secret</h1>
          ${secretOnce(request.texts.frame, 'Signing secret', secret)}
          <p>${
            overlapSec === 0
              ? 'The old one signs nothing any more: give your server the new one now.'
              : `The old one signs beside it until ${momentText(oldUntil)}.`
          }</p>
          <p class="actions">${linkButton('I have kept it', path, 'main')}</p>`,
      });
    }),
};

const OVERLAPS: readonly SelectOption[] = [
  ['0', 'not at all'],
  ['3600', 'for one hour'],
  ['86400', 'for 24 hours'],
  ['604800', 'for 7 days'],
];
