import { OVERVIEW_RECORDS } from '../../base/limits.ts';
import type { HistoryQuery } from '../../wallet/history-store.ts';
import type { WalletFigures } from '../../wallet/wallet-store.ts';
import type { Endpoint } from '../../webhook/endpoint.ts';
import { linkButton } from './kit/controls.ts';
import { amount, moment, satText, signedAmount } from './kit/figures.ts';
import { type Content, type Html, html } from './kit/html.ts';
import { type ShownPage, showPage } from './kit/page.ts';
import { card, commandExample, copyButton, emptyState, table } from './kit/pieces.ts';
import type { RecordLine } from './kit/read-record.ts';
import type { PageTexts } from './texts/en.ts';
import { webhookTrouble } from './webhooks/webhook-trouble.ts';

export interface OverviewPage {
  readonly figures: WalletFigures;
  readonly lines: readonly RecordLine[];
  readonly direction: HistoryQuery['direction'];
  readonly before: string | null;
  readonly hasOlder: boolean;
  /** Null while the user has chosen none. */
  readonly lightningAddress: string | null;
  readonly baseUrl: string;
  /** Endpoints of the user that get no messages at the moment. */
  readonly troubled: readonly Endpoint[];
}

export function showOverview(texts: PageTexts, overview: OverviewPage): ShownPage {
  const words = texts.overview;
  return showPage({
    title: words.title,
    section: 'overview',
    main: html`
      <h1 class="unseen">${words.title}</h1>
      ${webhookTrouble(texts.webhooks, overview.troubled)}
      ${renderBalance(texts, overview)}
      ${renderRecords(words.movements, overview)}
      <div class="cards">${connectCard(words)}${scriptCard(texts, overview.baseUrl)}</div>`,
  });
}

type Words = PageTexts['overview'];

const renderBalance = (
  { frame, overview: words }: PageTexts,
  { figures: { balanceSat, heldSat }, lightningAddress }: OverviewPage,
): Html => html`
  <section class="card balance" aria-label="${words.balance}">
    <p class="eyebrow">${words.balance}</p>
    <p>${amount(balanceSat)}</p>
    <p class="faint">${heldSat === 0n ? words.allSpendable : words.held(satText(heldSat))}</p>
    ${lightningAddress === null ? null : renderAddress(frame, words, lightningAddress)}
  </section>`;

const renderAddress = (frame: PageTexts['frame'], words: Words, address: string): Html => html`
  <p class="own-address">
    <span>${words.address} <a href="/address">${address}</a></span>
    ${copyButton(frame, address)}
  </p>`;

function renderRecords(words: Words['movements'], overview: OverviewPage): Html {
  const { lines, direction, before } = overview;
  const isUnused = lines.length === 0 && direction === 'both' && before === null;
  return html`
    <section class="card" aria-labelledby="movements">
      <div class="split">
        <h2 id="movements">${words.title}</h2>
        ${isUnused ? null : renderFilters(words, direction)}
      </div>
      ${isUnused ? emptyState(words.unused.title, words.unused.text) : null}
      ${lines.length > 0 ? renderLines(words, lines) : null}
      ${lines.length === 0 && !isUnused ? html`<p class="faint">${words.none}</p>` : null}
      ${renderPages(words, overview)}
    </section>`;
}

const FILTERS = [
  { direction: 'both', name: 'all', show: '' },
  { direction: 'incoming', name: 'incoming', show: 'in' },
  { direction: 'outgoing', name: 'outgoing', show: 'out' },
] as const;

const renderFilters = (words: Words['movements'], present: HistoryQuery['direction']): Html => html`
  <nav class="filters" aria-label="${words.filters}">${FILTERS.map(({ direction, name, show }) => {
    const mark = direction === present ? html` aria-current="true"` : null;
    return html`<a href="${addressOf(show, null)}"${mark}>${words[name]}</a>`;
  })}</nav>`;

const renderLines = (words: Words['movements'], lines: readonly RecordLine[]): Html =>
  table({
    caption: words.caption,
    look: 'statement',
    columns: [
      { name: words.date },
      { name: words.purpose },
      { name: words.amount, isFigure: true },
    ],
    rows: lines.map((line) => [
      moment(line.settledAt),
      renderPurpose(words, line),
      signedAmount(line.direction, line.amountSat),
    ]),
  });

const renderPurpose = (words: Words['movements'], line: RecordLine): Html => html`
  <div>${renderWords(words, line)}
    <p class="hint">${[
      line.direction === 'incoming' ? words.received : words.sent,
      ...(line.isKeysend ? [words.keysend] : []),
      ...(line.feeSat > 0 ? [words.fee(satText(line.feeSat))] : []),
    ].join(', ')}</p></div>`;

/** Words of strangers stay apart from what stands beside them, whatever they hold. */
function renderWords(words: Words['movements'], line: RecordLine): Html {
  const purpose = purposeOf(words, line);
  return purpose === null
    ? html`<span class="faint">${words.noPurpose}</span>`
    : html`<bdi>${purpose}</bdi>`;
}

function purposeOf(words: Words['movements'], { purpose, payer }: RecordLine): string | null {
  if (purpose !== null) return purpose;
  return payer === null ? null : words.from(payer);
}

function renderPages(
  words: Words['movements'],
  { lines, direction, before, hasOlder }: OverviewPage,
): Content {
  if (before === null && !hasOlder) return null;
  const show = FILTERS.find((filter) => filter.direction === direction)?.show ?? '';
  const oldest = lines.at(-1)?.identifier ?? null;
  return html`
    <nav class="pages" aria-label="${words.pages}">
      ${before === null ? html`<span></span>` : linkButton(words.newest, addressOf(show, null))}
      ${hasOlder ? linkButton(words.older(OVERVIEW_RECORDS), addressOf(show, oldest)) : null}
    </nav>`;
}

function addressOf(show: string, before: string | null): string {
  const query = new URLSearchParams();
  if (show !== '') query.set('show', show);
  if (before !== null) query.set('before', before);
  return query.size === 0 ? '/' : `/?${query}`;
}

const connectCard = ({ connect: words }: Words): Html =>
  card(
    words.title,
    html`
      <p>${words.text}</p>
      <p class="actions">${linkButton(words.apps, '/connected-apps')}</p>`,
  );

const scriptCard = ({ frame, overview: { script: words } }: PageTexts, baseUrl: string): Html =>
  card(
    words.title,
    html`
      <p>${words.text('/developer/tokens')}</p>
      ${commandExample(frame, `curl -H "Authorization: Bearer $TOKEN" \\\n  ${baseUrl}/balance`)}
      <p><a href="${baseUrl}/docs">${words.reference}</a></p>`,
  );
