import { OVERVIEW_RECORDS } from '../../base/limits.ts';
import type { HistoryQuery } from '../../wallet/history-store.ts';
import type { WalletFigures } from '../../wallet/wallet-store.ts';
import type { Endpoint } from '../../webhook/endpoint.ts';
import { linkButton } from './kit/controls.ts';
import { amount, moment, satText, signedAmount } from './kit/figures.ts';
import { type Content, type Html, html } from './kit/html.ts';
import { type ShownPage, showPage } from './kit/page.ts';
import { card, commandExample, emptyState, table } from './kit/pieces.ts';
import type { RecordLine } from './kit/read-record.ts';
import type { PageTexts } from './texts/en.ts';
import { webhookTrouble } from './webhooks/webhook-trouble.ts';

export interface OverviewPage {
  readonly figures: WalletFigures;
  readonly lines: readonly RecordLine[];
  readonly direction: HistoryQuery['direction'];
  readonly before: string | null;
  readonly hasOlder: boolean;
  readonly baseUrl: string;
  /** Endpoints of his to which nothing comes at present. */
  readonly troubled: readonly Endpoint[];
}

export const showOverview = (texts: PageTexts, overview: OverviewPage): ShownPage =>
  showPage({
    title: 'Overview',
    section: 'overview',
    main: html`
      <h1 class="unseen">Overview</h1>
      ${webhookTrouble(overview.troubled)}
      ${renderBalance(overview.figures)}
      ${renderRecords(overview)}
      <div class="cards">${connectCard()}${curlCard(texts, overview.baseUrl)}</div>`,
  });

const renderBalance = ({ balanceSat, heldSat }: WalletFigures): Html => html`
  <section class="card balance" aria-label="Balance">
    <p class="eyebrow">Balance</p>
    <p>${amount(balanceSat)}</p>
    <p class="faint">${
      heldSat === 0n
        ? 'All of it can be spent now.'
        : `A further ${satText(heldSat)} is held for payments on their way. ` +
          'What they do not need comes back to your balance.'
    }</p>
  </section>`;

function renderRecords(overview: OverviewPage): Html {
  const { lines, direction, before } = overview;
  const isUnused = lines.length === 0 && direction === 'both' && before === null;
  return html`
    <section class="card" aria-labelledby="movements">
      <div class="split">
        <h2 id="movements">Money in and out</h2>
        ${isUnused ? null : renderFilters(direction)}
      </div>
      ${isUnused ? NOTHING_YET : lines.length === 0 ? NOTHING_HERE : renderLines(lines)}
      ${renderPages(overview)}
    </section>`;
}

const FILTERS = [
  { direction: 'both', label: 'All', show: '' },
  { direction: 'incoming', label: 'In', show: 'in' },
  { direction: 'outgoing', label: 'Out', show: 'out' },
] as const;

const renderFilters = (present: HistoryQuery['direction']): Html => html`
  <nav class="filters" aria-label="Which movements">${FILTERS.map(({ direction, label, show }) => {
    const mark = direction === present ? html` aria-current="true"` : null;
    return html`<a href="${addressOf(show, null)}"${mark}>${label}</a>`;
  })}</nav>`;

const renderLines = (lines: readonly RecordLine[]): Html =>
  table({
    caption: 'Money in and out, newest first',
    look: 'statement',
    columns: [{ name: 'Date' }, { name: 'What for' }, { name: 'Amount', isFigure: true }],
    rows: lines.map((line) => [
      moment(line.settledAt),
      renderPurpose(line),
      signedAmount(line.direction, line.amountSat),
    ]),
  });

const renderPurpose = ({ direction, purpose, payer, isKeysend, feeSat }: RecordLine): Html => html`
  <div>${purpose ?? (payer === null ? null : `From ${payer}`) ?? html`<span class="faint">No description</span>`}
    <p class="hint">${[
      direction === 'incoming' ? 'Received' : 'Sent',
      ...(isKeysend ? ['keysend'] : []),
      ...(feeSat > 0 ? [`fee ${satText(feeSat)}`] : []),
    ].join(', ')}</p></div>`;

function renderPages({ lines, direction, before, hasOlder }: OverviewPage): Content {
  if (before === null && !hasOlder) return null;
  const show = FILTERS.find((filter) => filter.direction === direction)?.show ?? '';
  const oldest = lines.at(-1)?.identifier ?? null;
  return html`
    <nav class="pages" aria-label="Pages">
      ${before === null ? html`<span></span>` : linkButton('Newest', addressOf(show, null))}
      ${hasOlder ? linkButton(`${OVERVIEW_RECORDS} older`, addressOf(show, oldest)) : null}
    </nav>`;
}

function addressOf(show: string, before: string | null): string {
  const query = new URLSearchParams();
  if (show !== '') query.set('show', show);
  if (before !== null) query.set('before', before);
  return query.size === 0 ? '/' : `/?${query}`;
}

const NOTHING_YET = emptyState(
  'Nothing has come in or gone out yet',
  'Connect an app that makes invoices for you, or make your first one over the API.',
);

const NOTHING_HERE = html`<p class="faint">There is nothing of this kind.</p>`;

const connectCard = (): Html =>
  card(
    'Connect an app',
    html`
      <p>Open the app and choose to connect a wallet. It brings you here, and you decide what it may
        do and how much it may spend.</p>
      <p class="actions">${linkButton('Connected apps', '/connected-apps')}</p>`,
  );

const curlCard = ({ frame }: PageTexts, baseUrl: string): Html =>
  card(
    'Use it from a script',
    html`
      <p>Create a <a href="/developer/tokens">personal token</a>, then ask the API:</p>
      ${commandExample(frame, `curl -H "Authorization: Bearer $TOKEN" \\\n  ${baseUrl}/balance`)}
      <p><a href="${baseUrl}/docs">API reference</a></p>`,
  );
