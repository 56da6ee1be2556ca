import { assert } from '../../../base/assert.ts';
import { SHOWN_DELIVERIES } from '../../../base/limits.ts';
import { listDeliveries } from '../../../usecases/webhooks/deliveries.ts';
import type { Endpoint } from '../../../webhook/endpoint.ts';
import { hiddenField, linkButton, postForm, selectField } from '../kit/controls.ts';
import { day } from '../kit/figures.ts';
import { type Content, type Html, html } from '../kit/html.ts';
import { type Page, type ShownPage, showPage, type UserPageRequest } from '../kit/page.ts';
import { card, facts } from '../kit/pieces.ts';
import type { PageDeps } from '../page-deps.ts';
import { readCreators } from './creators.ts';
import { type DeliveryLog, deliveryLog, readLogWish, searchedHash } from './delivery-log.ts';
import { countText, EVENT_WORDS, eventTitles, nameOf, renderHealth } from './endpoint-words.ts';
import { ENDPOINT_PATH, ownerOf, WEBHOOKS_PATH, withEndpoint } from './own-endpoint.ts';

export const page: Page = {
  method: 'GET',
  path: ENDPOINT_PATH,
  access: 'signed_in',
  handle: (deps, request) =>
    withEndpoint(deps, request, (endpoint, path) => showEndpoint(deps, request, endpoint, path)),
};

async function showEndpoint(
  deps: PageDeps,
  request: UserPageRequest,
  endpoint: Endpoint,
  path: string,
): Promise<ShownPage> {
  const [log, counts, creatorOf] = await Promise.all([
    readLog(deps, request, endpoint.id, path),
    deps.endpointInsight.countDeliveries(request.user.id),
    readCreators(deps, [endpoint]),
  ]);
  const { pending = 0, missed = 0 } = counts.get(endpoint.id) ?? {};
  return showPage({
    title: nameOf(endpoint),
    section: 'webhooks',
    status: log.problem === null ? 200 : 400,
    main: html`
      <div class="head">
        <div>
          <p class="eyebrow"><a href="${WEBHOOKS_PATH}">Webhooks</a></p>
          <h1>${nameOf(endpoint)}</h1>
        </div>
        ${linkButton('Edit', `${path}/edit`)}
      </div>
      <div class="cards">
        <section class="card" aria-label="Endpoint">
          ${renderHealth(endpoint)}
          ${facts([
            ['Address', endpoint.url],
            ['Told of', eventTitles(endpoint)],
            ['On the way', pending === 0 ? 'Nothing' : countText(pending)],
            ['Made', html`${day(endpoint.createdAt)} by ${creatorOf(endpoint)}`],
            ['Endpoint ID', html`<code>${endpoint.id}</code>`],
          ])}
        </section>
        ${endpoint.disabled === null ? testCard(request, endpoint, path) : offCard(path)}
      </div>
      ${renderMissed(missed, endpoint, path)}
      ${deliveryLog(log)}
      ${careCard(endpoint, path)}`,
  });
}

async function readLog(
  deps: PageDeps,
  request: UserPageRequest,
  endpointId: string,
  path: string,
): Promise<DeliveryLog> {
  const wish = readLogWish(request.query);
  const hash = searchedHash(wish);
  if (!hash.ok) return { wish, path, deliveries: [], hasOlder: false, problem: hash.refusal };
  // One more than shown tells whether there are older ones.
  const listed = await listDeliveries(deps, ownerOf(request), {
    endpointId,
    state: wish.state,
    paymentHash: hash.value,
    before: wish.before,
    limit: SHOWN_DELIVERIES + 1,
  });
  // Deleted just now.
  const all = listed.ok ? listed.value : [];
  const deliveries = all.slice(0, SHOWN_DELIVERIES);
  return { wish, path, deliveries, hasOlder: all.length > deliveries.length, problem: null };
}

function testCard({ session }: UserPageRequest, endpoint: Endpoint, path: string): Html {
  const { filterTypes } = endpoint;
  const [first] = filterTypes;
  assert(first !== undefined, 'an endpoint is told of something');
  return card(
    'Send a test event',
    html`
      <p>A message like any other, of a payment that never was: its memo is “Test event”.</p>
      ${postForm({
        action: `${path}/test`,
        csrfToken: session.csrfToken(),
        fields:
          filterTypes.length === 1
            ? hiddenField('event_type', first)
            : selectField({
                name: 'event_type',
                label: 'Of what',
                value: first,
                options: filterTypes.map((type) => [type, EVENT_WORDS[type].title]),
              }),
        submit: { label: 'Send test event' },
      })}`,
  );
}

const offCard = (path: string): Html =>
  card(
    'This endpoint is off',
    html`
      <p>Nothing is sent to it. What settles meanwhile is noted, and you can have it sent once the
        endpoint is on again.</p>
      <p class="actions">${linkButton('Switch on', `${path}/switch-on`, 'main')}</p>`,
  );

function renderMissed(missed: number, endpoint: Endpoint, path: string): Content {
  if (missed === 0 || endpoint.disabled !== null) return null;
  const text = missed === 1 ? 'One message was' : `${countText(missed)} messages were`;
  return html`
    <section class="notice missed" aria-label="Not delivered">
      <p>${text} not delivered.</p>
      ${linkButton('Send what was missed', `${path}/recover`)}
    </section>`;
}

const careCard = ({ disabled }: Endpoint, path: string): Html =>
  card(
    'Take care',
    html`
      <p class="actions">
        ${linkButton('Replace the secret', `${path}/secret`)}
        ${disabled === null ? linkButton('Switch off', `${path}/switch-off`) : null}
        ${linkButton('Delete', `${path}/delete`)}
      </p>`,
  );
