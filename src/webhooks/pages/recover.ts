import { html } from '../../i18n/html.ts';
import {
  type Page,
  redirectTo,
  type ShownPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { recoverDeliveries } from '../deliveries.ts';
import { MAX_RECOVERED_DELIVERIES } from '../limits.ts';
import { readSince, sinceField, suggestedSince } from './missed-since.ts';
import { answerWebhookRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const RECOVER_PATH = `${ENDPOINT_PATH}/recover`;

const ask: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: RECOVER_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => {
      const since = readResumedForm(request)?.text('since') ?? suggestedSince(endpoint);
      return showQuestion(request, path, since, false);
    }),
};

const send: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: RECOVER_PATH,
  access: 'signed_in',
  resumable: { fields: ['since'] },
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const text = request.form.text('since');
      const since = readSince(text);
      if (since === null) return showQuestion(request, path, text, true);
      const sent = await recoverDeliveries(deps, ownerOf(request), endpoint.id, since);
      if (!sent.ok) return answerWebhookRefusal(sent.refusal, request, path);
      const told = recoveredText(request.texts, sent.value);
      request.session.keepNotice({ kind: 'done', text: told });
      return redirectTo(path);
    }),
};

export const recoverPages: readonly Page<WebhookPageDeps>[] = [ask, send];

export function recoveredText(texts: PageTexts, count: number): string {
  const { sent, repeat } = texts.webhooks.recovering;
  const text = sent({ count, shown: texts.format.digits(count) });
  return count < MAX_RECOVERED_DELIVERIES ? text : `${text} ${repeat}`;
}

function showQuestion(
  request: UserPageRequest,
  path: string,
  since: string,
  isBad: boolean,
): ShownPage {
  const words = request.texts.webhooks.recovering;
  return questionPage(request, {
    section: 'webhooks',
    title: words.title,
    heading: words.heading,
    problem: isBad ? words.failed : null,
    text: html`<p>${words.text}</p>`,
    action: `${path}/recover`,
    fields: sinceField(words, since, isBad),
    submit: { label: words.submit, look: 'main' },
    back: { label: request.texts.frame.cancel, path },
  });
}
