import type { Endpoint } from '../../../webhook/endpoint.ts';
import type { DeliveryCounts } from '../../../webhook/endpoint-insight-store.ts';
import { linkButton } from '../kit/controls.ts';
import { day } from '../kit/figures.ts';
import { type Content, html } from '../kit/html.ts';
import { type Page, showPage } from '../kit/page.ts';
import { type Entry, emptyState, entryList, pageHead } from '../kit/pieces.ts';
import { readCreators } from './creators.ts';
import { countText, eventTitles, nameOf, renderHealth } from './endpoint-words.ts';
import { endpointPath, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';

export const page: Page = {
  method: 'GET',
  path: WEBHOOKS_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const [all, counts] = await Promise.all([
      deps.endpoints.list(ownerOf(request)),
      deps.endpointInsight.countDeliveries(request.user.id),
    ]);
    const creatorOf = await readCreators(deps, all);
    const entries = all.map((one) => toEntry(one, counts.get(one.id), creatorOf(one)));
    return showPage({
      title: 'Webhooks',
      section: 'webhooks',
      main: html`
        ${pageHead(
          'Webhooks',
          'Servers that are told at once when money comes in or goes out.',
          linkButton('New endpoint', `${WEBHOOKS_PATH}/new`, 'main'),
        )}
        ${entries.length === 0 ? NONE : entryList(entries)}
        <p class="hint">A receiver turns deliveries away?
          <a href="${WEBHOOKS_PATH}/signature-help">Find out why a signature fails</a>.</p>`,
    });
  },
};

const NONE = emptyState(
  'Nobody is told of your payments',
  'Give the address of a server of yours, and it gets a message for each payment that settles. ' +
    'Apps that you connect can make endpoints of their own; they are listed here too.',
  linkButton('New endpoint', `${WEBHOOKS_PATH}/new`),
);

const toEntry = (
  endpoint: Endpoint,
  counts: DeliveryCounts | undefined,
  creator: string,
): Entry => ({
  title: nameOf(endpoint),
  meta: html`${endpoint.url}<br>Made ${day(endpoint.createdAt)} by ${creator}`,
  text: `Told of: ${eventTitles(endpoint).toLowerCase()}.`,
  aside: renderHealth(endpoint, renderCounts(counts)),
  actions: linkButton('Open', endpointPath(endpoint.id)),
});

function renderCounts(counts: DeliveryCounts | undefined): Content {
  const { pending = 0, missed = 0 } = counts ?? {};
  const texts = [
    ...(pending === 0 ? [] : [`${countText(pending)} on the way`]),
    ...(missed === 0 ? [] : [`${countText(missed)} not delivered`]),
  ];
  return texts.length === 0 ? null : html`<p class="hint">${texts.join(', ')}.</p>`;
}
