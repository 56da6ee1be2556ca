import { type Html, html } from '../../i18n/html.ts';
import { choiceField } from '../../web/pages/controls.ts';
import {
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import { questionPage } from '../../web/pages/question-page.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { readResumedForm } from '../../web/pages/resumed-form.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { recoverDeliveries } from '../deliveries.ts';
import { editEndpoint } from '../edit-endpoint.ts';
import type { Endpoint } from '../endpoint.ts';
import { nameOf, renderHealth } from './endpoint-words.ts';
import { readSince, sinceField, suggestedSince } from './missed-since.ts';
import { answerWebhookRefusal, ENDPOINT_PATH, ownerOf, withEndpoint } from './own-endpoint.ts';
import { recoveredText } from './recover.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const [OFF_PATH, ON_PATH] = [`${ENDPOINT_PATH}/switch-off`, `${ENDPOINT_PATH}/switch-on`];

const askOff: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: OFF_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => {
      const words = request.texts.webhooks.switchingOff;
      return questionPage(request, {
        section: 'webhooks',
        title: words.title,
        heading: words.heading({ name: nameOf(endpoint) }),
        text: html`<p>${words.text}</p>`,
        action: `${path}/switch-off`,
        submit: { label: words.submit },
        back: { label: request.texts.frame.cancel, path },
      });
    }),
};

const switchOff: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: OFF_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async ({ id }, path) => {
      const edited = await editEndpoint(deps, ownerOf(request), id, switchedTo(false));
      if (!edited.ok) return answerWebhookRefusal(edited.refusal, request, path);
      request.session.keepNotice({ kind: 'done', text: request.texts.webhooks.switchingOff.done });
      return redirectTo(path);
    }),
};

const askOn: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: ON_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => {
      const resumed = readResumedForm(request);
      return showQuestion(request, path, endpoint, {
        recovers: resumed === null || recoversIn(resumed),
        since: resumed?.text('since') ?? suggestedSince(endpoint),
      });
    }),
};

const switchOn: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: ON_PATH,
  access: 'signed_in',
  resumable: { fields: ['recover', 'since'] },
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint, path) => {
      const recovers = recoversIn(request.form);
      const text = request.form.text('since');
      const since = readSince(text);
      if (recovers && since === null) {
        return showQuestion(request, path, endpoint, { recovers, since: text, isBad: true });
      }
      const edited = await editEndpoint(deps, ownerOf(request), endpoint.id, switchedTo(true));
      if (!edited.ok) return answerWebhookRefusal(edited.refusal, request, path);
      return sendMissed(deps, request, path, recovers ? since : null);
    }),
};

export const switchEndpointPages: readonly Page<WebhookPageDeps>[] = [
  askOff,
  switchOff,
  askOn,
  switchOn,
];

const recoversIn = (form: RequestValues): boolean => form.text('recover') === 'yes';

/**
 * Sends the messages that the endpoint missed. If this fails halfway, the endpoint is enabled
 * already, and its page offers to send the rest.
 */
async function sendMissed(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  path: string,
  since: Date | null,
): Promise<PageAnswer> {
  const { texts } = request;
  let text = texts.webhooks.switchingOn.done;
  if (since !== null) {
    const id = request.params.text('id');
    const sent = await recoverDeliveries(deps, ownerOf(request), id, since);
    if (!sent.ok) return answerWebhookRefusal(sent.refusal, request, path);
    text = `${text} ${recoveredText(texts, sent.value)}`;
  }
  request.session.keepNotice({ kind: 'done', text });
  return redirectTo(path);
}

const switchedTo = (isEnabled: boolean) => ({
  url: null,
  description: null,
  filterTypes: null,
  isEnabled,
});

interface OnFields {
  readonly recovers: boolean;
  readonly since: string;
  /** Whether the user typed a date that does not exist. */
  readonly isBad?: boolean;
}

function showQuestion(
  request: UserPageRequest,
  path: string,
  endpoint: Endpoint,
  { recovers, since, isBad = false }: OnFields,
): ShownPage {
  const { webhooks, frame } = request.texts;
  const words = webhooks.switchingOn;
  const choices = [
    { value: 'yes', label: words.sendNow, isChosen: recovers, hint: words.sendNowHint },
  ];
  return questionPage(request, {
    section: 'webhooks',
    title: words.title,
    heading: words.heading({ name: nameOf(endpoint) }),
    problem: isBad ? words.failed : null,
    text: [renderHealth(request.texts, endpoint), endedNotice(words, endpoint)],
    action: `${path}/switch-on`,
    fields: [
      choiceField({ name: 'recover', legend: words.missed, kind: 'several', choices }),
      sinceField(webhooks.recovering, since, isBad),
    ],
    submit: { label: words.submit, look: 'main' },
    back: { label: frame.cancel, path },
  });
}

/**
 * A warning for people who enable an endpoint that was disabled together with the app or token that
 * created it.
 */
function endedNotice(
  words: PageTexts['webhooks']['switchingOn'],
  { disabled, tokenId }: Endpoint,
): Html | null {
  if (disabled?.reason === 'app_revoked') {
    return html`<p class="notice problem">${words.appRevoked}</p>`;
  }
  return disabled?.reason === 'token_ended' && tokenId !== null
    ? html`<p class="notice">${words.tokenEnded}</p>`
    : null;
}
