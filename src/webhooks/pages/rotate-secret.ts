import { fingerprintOf } from '../../authorization/secret-replacement.ts';
import { html } from '../../i18n/html.ts';
import { secretOnce } from '../../web/pages/components.ts';
import { linkButton, selectField } from '../../web/pages/controls.ts';
import {
  newFormId,
  readReplacingForm,
  replacementOf,
  replacingFields,
} from '../../web/pages/idempotent-form.ts';
import { notFoundPage, type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { DEFAULT_SECRET_OVERLAP_SEC } from '../limits.ts';
import { rotateSigningSecret } from '../rotate-signing-secret.ts';
import { findPresentSecret } from '../signing-secrets.ts';
import { nameOf } from './endpoint-words.ts';
import { answerWebhookRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const SECRET_PATH = `${ENDPOINT_PATH}/secret`;

const ask: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const present = await findPresentSecret(deps, endpoint.userId, endpoint.id);
      // The endpoint has no secret any more if another request has just deleted it.
      if (present === null) return notFoundPage();
      const words = request.texts.webhooks.replacing;
      return questionPage(request, {
        section: 'webhooks',
        title: words.title,
        heading: words.heading({ name: nameOf(endpoint) }),
        text: html`<p>${words.text}</p>`,
        action: `${path}/secret`,
        fields: [
          replacingFields({
            formId: newFormId(deps.random),
            replaces: fingerprintOf(present.sealed),
          }),
          selectField({
            name: 'overlap',
            label: words.overlap,
            value: String(DEFAULT_SECRET_OVERLAP_SEC),
            options: OVERLAPS_SEC.map((seconds) => [String(seconds), words.overlaps[seconds]]),
            hint: words.overlapHint,
          }),
        ],
        submit: { label: words.submit },
        back: { label: request.texts.frame.cancel, path },
      });
    }),
};

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: SECRET_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async ({ id }, path) => {
      const { form, session, texts } = request;
      const overlapSec =
        OVERLAPS_SEC.find((seconds) => String(seconds) === form.text('overlap')) ??
        DEFAULT_SECRET_OVERLAP_SEC;
      const fields = { id, overlapSec, ...readReplacingForm(form) };
      const input = replacementOf(session, 'signing secret', fields, deps.clock.now());
      const rotated = await rotateSigningSecret(deps, ownerOf(request), id, overlapSec, input);
      if (!rotated.ok) return answerWebhookRefusal(rotated.refusal, request, path);
      const { secret, oldUntil } = rotated.value;
      const words = texts.webhooks.replacing;
      const time = texts.format.momentText(oldUntil);
      return showPage({
        title: words.done,
        section: 'webhooks',
        width: 'narrow',
        main: html`
          <h1>${words.done}</h1>
          ${secretOnce(texts.frame, texts.webhooks.creating.secret, secret)}
          <p>${overlapSec === 0 ? words.oldEnded : words.oldUntil({ time })}</p>
          <p class="actions">${linkButton(words.kept, path, 'main')}</p>`,
      });
    }),
};

export const rotateSecretPages: readonly Page<WebhookPageDeps>[] = [ask, send];

const OVERLAPS_SEC = [0, 3600, 86_400, 604_800] as const;
