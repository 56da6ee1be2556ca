import { findDelivery, replayDelivery } from '../../../usecases/webhooks/deliveries.ts';
import type { Attempt, Delivery } from '../../../webhook/delivery.ts';
import type { DeliveryDetail, DeliveryKey } from '../../../webhook/delivery-log-store.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';
import { linkButton, postForm } from '../kit/controls.ts';
import { moment } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import {
  notFoundPage,
  type Page,
  type PageAnswer,
  redirectTo,
  type ShownPage,
  showPage,
  type UserPageRequest,
} from '../kit/page.ts';
import { card, copyButton, facts, quotedText, stateWord } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';
import { durationText, isGood, outcomeOf, STATE_WORDS } from './delivery-words.ts';
import { EVENT_WORDS, nameOf } from './endpoint-words.ts';
import {
  answerRefusal,
  ENDPOINT_PATH,
  endpointPath,
  ownerOf,
  WEBHOOKS_PATH,
  withEndpoint,
} from './own-endpoint.ts';

const DELIVERY_PATH = `${ENDPOINT_PATH}/deliveries/:delivery`;

export const page: Page = {
  method: 'GET',
  path: DELIVERY_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, async (endpoint): Promise<PageAnswer> => {
      const found = await findDelivery(deps, ownerOf(request), keyOf(request));
      return found.ok ? showDelivery(request, endpoint, found.value) : notFoundPage();
    }),
};

export const replayPage: Page = {
  method: 'POST',
  path: `${DELIVERY_PATH}/replay`,
  access: 'signed_in',
  handle: async (deps, request) => {
    const key = keyOf(request);
    const replayed = await replayDelivery(deps, ownerOf(request), key);
    if (!replayed.ok) return answerRefusal(replayed.refusal, request, pathOf(key));
    request.session.keepNotice({ kind: 'done', text: 'The message is on its way again.' });
    return redirectTo(pathOf(key));
  },
};

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
  const { title } = EVENT_WORDS[delivery.eventType];
  const words = STATE_WORDS[delivery.state];
  const path = pathOf({ endpointId: endpoint.id, messageId: delivery.messageId });
  return showPage({
    title: `Delivery: ${title}`,
    section: 'webhooks',
    main: html`
      <div class="head">
        <div>
          <p class="eyebrow"><a href="${WEBHOOKS_PATH}">Webhooks</a> ·
            <a href="${endpointPath(endpoint.id)}">${nameOf(endpoint)}</a></p>
          <h1>${title}${delivery.isTest ? ' (test event)' : null}</h1>
        </div>
        ${delivery.state === 'pending' ? linkButton('Look again', path) : null}
      </div>
      <section class="card" aria-label="Delivery">
        <div class="health">${stateWord(words.state, words.word)}
          <p class="hint">${words.meaning}</p></div>
        ${facts([
          ['Message ID', html`<code>${delivery.messageId}</code>`],
          ['Event', html`<code>${delivery.eventType}</code>`],
          ...(delivery.paymentHash === null
            ? []
            : [['Payment hash', html`<code>${delivery.paymentHash}</code>`] as const]),
          ['Settled', moment(delivery.createdAt)],
          ['Next attempt', nextAttempt(delivery)],
          ['Ended', delivery.doneAt === null ? 'Not yet' : moment(delivery.doneAt)],
        ])}
        ${replayForm(request, endpoint, path)}
      </section>
      ${card(
        'Attempts',
        attempts.length === 0
          ? html`<p class="faint">None has ended yet.</p>`
          : html`<ol class="attempts" reversed>${attempts.map(renderAttempt)}</ol>`,
      )}
      ${payloadCard(request.texts, body)}
      <p class="hint">The receiver says that the signature is wrong?
        <a href="${helpAddress(endpoint.id, delivery.messageId)}">Find out why</a>.</p>`,
  });
}

const helpAddress = (endpoint: string, message: string): string =>
  `${WEBHOOKS_PATH}/signature-help?${new URLSearchParams({ endpoint, message })}`;

function nextAttempt({ nextAt, attempts, isBeingSent }: Delivery): Content {
  if (isBeingSent) return 'Being sent now';
  if (nextAt === null) return 'None';
  return attempts === 0 ? 'At once' : moment(nextAt);
}

const replayForm = ({ session }: UserPageRequest, { disabled }: Endpoint, path: string): Html =>
  disabled === null
    ? postForm({
        action: `${path}/replay`,
        csrfToken: session.csrfToken(),
        fields: html`<p class="hint">Sending again uses the same message ID, so that a receiver that
          has it already can tell. If it fails, all attempts begin anew.</p>`,
        submit: { label: 'Send again', look: 'plain' },
      })
    : html`<p class="hint">It can be sent again once the endpoint is on.</p>`;

const renderAttempt = (attempt: Attempt): Html => html`
  <li>
    <div class="split">
      ${stateWord(isGood(attempt) ? 'good' : 'bad', outcomeOf(attempt))}
      <p class="hint">Attempt ${attempt.number}, ${moment(attempt.startedAt)}, took
        ${durationText(attempt.durationMs)}${attempt.isManual ? ', asked for by hand' : null}</p>
    </div>
    ${attempt.responseExcerpt ? renderExcerpt(attempt.number, attempt.responseExcerpt) : null}
  </li>`;

/** What a stranger's server said: text, and nothing but text. */
const renderExcerpt = (number: number, excerpt: string): Html => html`
  <p class="hint">The answer began:</p>
  ${quotedText(`Answer to attempt ${number}`, excerpt)}`;

const payloadCard = (texts: PageTexts, body: string): Html =>
  card(
    'What is sent',
    html`
      <p class="hint">Byte by byte, as it is signed.</p>
      ${quotedText('Body', body)}
      <p class="actions">
        ${copyButton(texts.frame, body)}
      </p>
      <details>
        <summary>The same, laid out to be read</summary>
        ${quotedText('Body, laid out', JSON.stringify(JSON.parse(body), null, 2))}
      </details>`,
  );
