import { assert } from '../../base/assert.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { card, facts } from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm, selectField } from '../../web/pages/controls.ts';
import {
  type Page,
  type ShownPage,
  showPage,
  type UserPage,
  type UserPageRequest,
} from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { listDeliveries } from '../deliveries.ts';
import type { Endpoint } from '../endpoint.ts';
import { SHOWN_DELIVERIES } from '../limits.ts';
import { readCreators } from './creators.ts';
import { type DeliveryLog, deliveryLog, readLogQuery, searchedHash } from './delivery-log.ts';
import { countText, creatorText, eventTitles, nameOf, renderHealth } from './endpoint-words.ts';
import { ENDPOINT_PATH, ownerOf, WEBHOOKS_PATH, withEndpoint } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: ENDPOINT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => showEndpoint(deps, request, endpoint, path)),
};

export const endpointPages: readonly Page<WebhookPageDeps>[] = [show];

async function showEndpoint(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  endpoint: Endpoint,
  path: string,
): Promise<ShownPage> {
  const [log, counts, creatorOf] = await Promise.all([
    readLog(deps, request, endpoint.id, path),
    deps.endpointStats.countDeliveries(request.user.id),
    readCreators(deps, [endpoint]),
  ]);
  const { format, webhooks } = request.texts;
  const words = webhooks.endpoint;
  const { pending = 0, missed = 0 } = counts.get(endpoint.id) ?? {};
  const createdBy = words.createdBy({
    date: format.day(endpoint.createdAt),
    creator: creatorText(webhooks, creatorOf(endpoint)),
  });
  return showPage({
    title: nameOf(endpoint),
    section: 'webhooks',
    status: log.isBadSearch ? 400 : 200,
    main: html`
      <div class="head">
        <div>
          <p class="eyebrow"><a href="${WEBHOOKS_PATH}">${webhooks.title}</a></p>
          <h1>${nameOf(endpoint)}</h1>
        </div>
        ${linkButton(words.edit, `${path}/edit`)}
      </div>
      <div class="cards">
        <section class="card" aria-label="${words.label}">
          ${renderHealth(request.texts, endpoint)}
          ${facts([
            [words.address, endpoint.url],
            [words.notifiesAbout, eventTitles(webhooks, endpoint.filterTypes)],
            [words.onTheWay, pending === 0 ? words.nothing : countText(request.texts, pending)],
            [words.created, createdBy],
            [words.id, html`<code>${endpoint.id}</code>`],
          ])}
        </section>
        ${endpoint.disabled === null ? testCard(request, endpoint, path) : offCard(words, path)}
      </div>
      ${renderMissed(request.texts, missed, endpoint, path)}
      ${deliveryLog(request.texts, log)}
      ${careCard(words, endpoint, path)}`,
  });
}

async function readLog(
  deps: WebhookPageDeps,
  request: UserPageRequest,
  endpointId: string,
  path: string,
): Promise<DeliveryLog> {
  const input = readLogQuery(request.query);
  const hash = searchedHash(input);
  if (hash === 'bad') return { input, path, deliveries: [], hasOlder: false, isBadSearch: true };
  // One delivery more than the page shows is read, to know whether there are older ones.
  const listed = await listDeliveries(deps, ownerOf(request), {
    endpointId,
    state: input.state,
    paymentHash: hash,
    before: input.before,
    limit: SHOWN_DELIVERIES + 1,
  });
  // The list of deliveries is empty if the endpoint was deleted a moment ago.
  const all = listed.ok ? listed.value : [];
  const deliveries = all.slice(0, SHOWN_DELIVERIES);
  return { input, path, deliveries, hasOlder: all.length > deliveries.length, isBadSearch: false };
}

type Words = PageTexts['webhooks'];

function testCard({ session, texts }: UserPageRequest, endpoint: Endpoint, path: string): Html {
  const words = texts.webhooks.endpoint.test;
  const { filterTypes } = endpoint;
  const [first] = filterTypes;
  assert(first !== undefined, 'an endpoint has at least one event type');
  return card(
    words.title,
    html`
      <p>${words.text}</p>
      ${postForm({
        action: `${path}/test`,
        csrfToken: session.csrfToken(),
        fields:
          filterTypes.length === 1
            ? hiddenField('event_type', first)
            : selectField({
                name: 'event_type',
                label: words.event,
                value: first,
                options: filterTypes.map((type) => [type, texts.webhooks.events[type].title]),
              }),
        submit: { label: words.submit },
      })}`,
  );
}

const offCard = ({ off, switchOn }: Words['endpoint'], path: string): Html =>
  card(
    off.title,
    html`
      <p>${off.text}</p>
      <p class="actions">${linkButton(switchOn, `${path}/switch-on`, 'main')}</p>`,
  );

function renderMissed(texts: PageTexts, missed: number, endpoint: Endpoint, path: string): Content {
  const words = texts.webhooks;
  if (missed === 0 || endpoint.disabled !== null) return null;
  return html`
    <section class="notice missed" aria-label="${words.endpoint.missedLabel}">
      <p>${words.endpoint.missed({ count: missed, shown: countText(texts, missed) })}</p>
      ${linkButton(words.recovering.title, `${path}/recover`)}
    </section>`;
}

const careCard = (words: Words['endpoint'], { disabled }: Endpoint, path: string): Html =>
  card(
    words.care,
    html`
      <p class="actions">
        ${linkButton(words.replaceSecret, `${path}/secret`)}
        ${disabled === null ? linkButton(words.switchOff, `${path}/switch-off`) : null}
        ${linkButton(words.delete, `${path}/delete`)}
      </p>`,
  );
