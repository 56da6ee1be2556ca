import { parseExactJson } from '../../base/exact-json.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { Tag } from '../../i18n/message.ts';
import { card, copyButton, facts, quotedText, stateWord } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import { renderNotice } from '../../web/pages/layout.ts';
import { livePart } from '../../web/pages/live-part.ts';
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
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { findDelivery, replayDelivery } from '../deliveries.ts';
import type { Attempt, Delivery } from '../delivery.ts';
import type { DeliveryDetail, DeliveryKey } from '../delivery-log-store.ts';
import type { Endpoint } from '../endpoint.ts';
import { attemptDurationText, deliveryState, isGood, outcomeOf } from './delivery-words.ts';
import { nameOf } from './endpoint-words.ts';
import {
  answerWebhookRefusal,
  ENDPOINT_PATH,
  endpointPath,
  ownerOf,
  WEBHOOKS_PATH,
  withEndpoint,
} from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const DELIVERY_PATH = `${ENDPOINT_PATH}/deliveries/:delivery`;

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: DELIVERY_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint): Promise<PageAnswer> => {
      const found = await findDelivery(deps, ownerOf(request), keyOf(request));
      return found.ok ? showDelivery(request, endpoint, found.value) : notFoundPage();
    }),
};

const replay: UserPage<WebhookPageDeps> = {
  method: 'POST',
  path: `${DELIVERY_PATH}/replay`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const key = keyOf(request);
    const replayed = await replayDelivery(deps, ownerOf(request), key);
    if (!replayed.ok) return answerWebhookRefusal(replayed.refusal, request, pathOf(key));
    request.session.keepNotice({ kind: 'done', text: request.texts.deliveries.one.replayed });
    return redirectTo(pathOf(key));
  },
};

export const deliveryPages: readonly Page<WebhookPageDeps>[] = [show, replay];

const keyOf = ({ params }: UserPageRequest): DeliveryKey => ({
  endpointId: params.text('id'),
  messageId: params.text('delivery'),
});

const pathOf = ({ endpointId, messageId }: DeliveryKey): string =>
  `${endpointPath(endpointId)}/deliveries/${messageId}`;

function showDelivery(
  request: UserPageRequest,
  endpoint: Endpoint,
  { delivery, body, attempts }: DeliveryDetail,
): ShownPage {
  const { deliveries, format, webhooks } = request.texts;
  const words = deliveries.one;
  const { title } = webhooks.events[delivery.eventType];
  const path = pathOf({ endpointId: endpoint.id, messageId: delivery.messageId });
  const isPending = delivery.state === 'pending';
  // The notice that the message is on its way is shown only until there is an answer, which the
  // page then shows without a reload.
  const notice = isPending ? request.session.takeNotice() : null;
  return showPage({
    title: words.title({ event: title }),
    section: 'webhooks',
    looksAgain: isPending && 'soon',
    main: html`
      ${notice?.kind === 'problem' ? renderNotice(notice) : null}
      ${livePart('notice', html`${notice?.kind === 'done' ? renderNotice(notice) : null}`)}
      <div class="head">
        <div>
          <p class="eyebrow"><a href="${WEBHOOKS_PATH}">${webhooks.title}</a> ·
            <a href="${endpointPath(endpoint.id)}">${nameOf(endpoint)}</a></p>
          <h1>${delivery.isTest ? words.testTitle({ event: title }) : title}</h1>
        </div>
        ${isPending ? html`<span data-unwatched>${linkButton(words.refresh, path)}</span>` : null}
      </div>
      ${livePart(
        'delivery',
        html`
      <section class="card" aria-label="${words.label}">
        <div class="health">${deliveryState(deliveries, delivery.state)}
          <p class="hint">${deliveries.states[delivery.state].meaning}</p></div>
        ${facts([
          [words.messageId, html`<code>${delivery.messageId}</code>`],
          [words.event, html`<code>${delivery.eventType}</code>`],
          ...(delivery.paymentHash === null
            ? []
            : [[words.paymentHash, html`<code>${delivery.paymentHash}</code>`] as const]),
          [words.settled, format.moment(delivery.createdAt)],
          [words.nextAttempt, nextAttempt(request.texts, delivery)],
          [words.ended, delivery.doneAt === null ? words.notEnded : format.moment(delivery.doneAt)],
        ])}
        ${replayForm(request, endpoint, path)}
      </section>
      ${card(
        words.attempts,
        attempts.length === 0
          ? html`<p class="faint">${words.noAttempts}</p>`
          : html`<ol class="attempts" reversed>
              ${attempts.map((attempt) => renderAttempt(request.texts, attempt))}
            </ol>`,
      )}`,
      )}
      ${payloadCard(request.texts, body)}
      <p class="hint">${words.help({ link: helpLink(endpoint.id, delivery.messageId) })}</p>`,
  });
}

function helpLink(endpoint: string, message: string): Tag {
  const path = `${WEBHOOKS_PATH}/signature-help?${new URLSearchParams({ endpoint, message })}`;
  return (label) => html`<a href="${path}">${label}</a>`;
}

type Words = PageTexts['deliveries'];

function nextAttempt(
  { deliveries: words, format }: PageTexts,
  { nextAt, attempts, isBeingSent }: Delivery,
): Content {
  if (isBeingSent) return words.beingSent;
  if (nextAt === null) return words.one.none;
  return attempts === 0 ? words.one.now : format.moment(nextAt);
}

function replayForm(
  { session, texts }: UserPageRequest,
  { disabled }: Endpoint,
  path: string,
): Html {
  const words = texts.deliveries.one;
  if (disabled !== null) return html`<p class="hint">${words.replayOff}</p>`;
  return postForm({
    action: `${path}/replay`,
    csrfToken: session.csrfToken(),
    fields: html`<p class="hint">${words.replayHint}</p>`,
    submit: { label: words.replay, look: 'plain' },
  });
}

function renderAttempt(texts: PageTexts, attempt: Attempt): Html {
  const {
    deliveries: words,
    format: { moment },
  } = texts;
  const { number, startedAt, durationMs, isManual, responseExcerpt } = attempt;
  const told = {
    number: String(number),
    time: moment(startedAt),
    duration: attemptDurationText(texts, durationMs),
  };
  return html`
  <li>
    <div class="split">
      ${stateWord(isGood(attempt) ? 'good' : 'bad', outcomeOf(words, attempt))}
      <p class="hint">${isManual ? words.one.attemptByHand(told) : words.one.attempt(told)}</p>
    </div>
    ${responseExcerpt ? renderExcerpt(words, number, responseExcerpt) : null}
  </li>`;
}

/** Shows the beginning of a stranger's answer, as text and never as markup. */
const renderExcerpt = ({ one: words }: Words, number: number, excerpt: string): Html => html`
  <p class="hint">${words.excerpt}</p>
  ${quotedText(words.excerptOf({ number: String(number) }), excerpt)}`;

function payloadCard({ frame, deliveries }: PageTexts, body: string): Html {
  const words = deliveries.one.payload;
  return card(
    words.title,
    html`
      <p class="hint">${words.exact}</p>
      ${quotedText(words.body, body)}
      <p class="actions">${copyButton(frame, body)}</p>
      <details>
        <summary>${words.formattedSummary}</summary>
        ${quotedText(words.formatted, JSON.stringify(parseExactJson(body), null, 2))}
      </details>`,
  );
}
