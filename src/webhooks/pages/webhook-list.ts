import { type Content, type Html, html } from '../../i18n/html.ts';
import { type Entry, emptyState, entryList, pageHead } from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { type Page, showPage, type UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { Endpoint } from '../endpoint.ts';
import type { DeliveryCounts } from '../endpoint-stats-store.ts';
import { type Creator, readCreators } from './creators.ts';
import { countText, creatorText, nameOf, notifiesAbout, renderHealth } from './endpoint-words.ts';
import { endpointPath, ownerOf, WEBHOOKS_PATH } from './own-endpoint.ts';
import type { WebhookPageDeps } from './webhook-page-deps.ts';

const show: UserPage<WebhookPageDeps> = {
  method: 'GET',
  path: WEBHOOKS_PATH,
  access: 'signed_in',
  handle: async (deps, request) => {
    const [all, counts] = await Promise.all([
      deps.endpoints.list(ownerOf(request)),
      deps.endpointStats.countDeliveries(request.user.id),
    ]);
    const creatorOf = await readCreators(deps, all);
    const words = request.texts.webhooks;
    const entries = all.map((one) =>
      toEntry(request.texts, one, counts.get(one.id), creatorOf(one)),
    );
    return showPage({
      title: words.title,
      section: 'webhooks',
      main: html`
        ${pageHead(words.title, words.lead, linkButton(words.new, NEW_PATH, 'main'))}
        ${entries.length === 0 ? none(words) : entryList(entries)}
        <p class="hint">${words.signatureHelp({
          link: (label) => html`<a href="${WEBHOOKS_PATH}/signature-help">${label}</a>`,
        })}</p>`,
    });
  },
};

export const webhookListPages: readonly Page<WebhookPageDeps>[] = [show];

const NEW_PATH = `${WEBHOOKS_PATH}/new`;

type Words = PageTexts['webhooks'];

const none = (words: Words): Html =>
  emptyState(words.none.title, words.none.text, linkButton(words.new, NEW_PATH));

const toEntry = (
  texts: PageTexts,
  endpoint: Endpoint,
  counts: DeliveryCounts | undefined,
  creator: Creator,
): Entry => {
  const { format, webhooks: words } = texts;
  const created = words.created({
    date: format.day(endpoint.createdAt),
    creator: creatorText(words, creator),
  });
  return {
    title: nameOf(endpoint),
    meta: html`${endpoint.url}<br>${created}`,
    text: notifiesAbout(words, endpoint.filterTypes),
    aside: renderHealth(texts, endpoint, renderCounts(texts, counts)),
    actions: linkButton(words.open, endpointPath(endpoint.id)),
  };
};

function renderCounts(texts: PageTexts, counts: DeliveryCounts | undefined): Content {
  const { pending = 0, missed = 0 } = counts ?? {};
  if (pending === 0 && missed === 0) return null;
  const { counts: words } = texts.webhooks;
  const said = [
    ...(pending === 0 ? [] : [words.pending({ shown: countText(texts, pending) })]),
    ...(missed === 0 ? [] : [words.missed({ count: missed, shown: countText(texts, missed) })]),
  ];
  return html`<p class="hint">${said.join(', ')}.</p>`;
}
