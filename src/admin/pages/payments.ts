import { debitSat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { OpenPayment, OpenPaymentFilter } from '../../payments/stuck-store.ts';
import { emptyState, stateWord, table } from '../../web/pages/components.ts';
import { hiddenField, linkButton, submitButton, textField } from '../../web/pages/controls.ts';
import { livePart } from '../../web/pages/live-part.ts';
import type { Page, UserPage } from '../../web/pages/page.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { MAX_OPERATE_SEARCH, OPERATE_ROWS } from '../limits.ts';
import { cutPage, listAddress, operatePage, turnPages, viewLinks } from './list-page.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { askPath, endPath } from './payment-actions.ts';
import { bumpPath, failPath } from './withdrawal-actions.ts';

const PATH = '/operate/payments';
const FILTERS: readonly OpenPaymentFilter[] = ['all', 'unknown', 'stranded'];

/**
 * The page of payments that have not ended: how far each has come, and for stuck ones the proof
 * that they cannot end by themselves.
 */
const show: UserPage<OperatorPageDeps> = {
  method: 'GET',
  path: PATH,
  access: 'admin',
  handle: async ({ operatorStores }, { query, texts }) => {
    const words = texts.operateLists.payments;
    const { digits, sat } = texts.format;
    const only = FILTERS.find((one) => one === query.text('show')) ?? 'all';
    const search = query.text('q').trim().slice(0, MAX_OPERATE_SEARCH);
    const after = query.text('after');
    const inputs = { show: only === 'all' ? '' : only, q: search };
    const limit = OPERATE_ROWS + 1;
    const [counts, found] = await Promise.all([
      operatorStores.openPayments.countOpen(),
      operatorStores.openPayments.listOpen({ only, search, after: after || null, limit }),
    ]);
    const { rows, next } = cutPage(found, OPERATE_ROWS);
    const numbers = { all: counts.open, unknown: counts.unknown, stranded: counts.stuck };
    return operatePage(
      texts,
      'payments',
      html`
        ${livePart(
          'open-counts',
          html`<p>${words.held({ amount: sat(counts.heldSat) })}</p>
        ${viewLinks(
          words.views,
          FILTERS.map((one) => {
            const href = listAddress(PATH, { ...inputs, show: one === 'all' ? '' : one });
            return [`${words.filters[one]} (${digits(numbers[one])})`, href, one === only];
          }),
        )}`,
        )}
        ${searchForm(texts, inputs)}
        ${only === 'stranded' ? stuckHelp(texts) : null}
        ${livePart(
          'open-payments',
          html`${rows.length === 0 ? nothing(texts, search) : paymentTable(texts, rows)}
            ${turnPages(texts, { path: PATH, inputs, after, next })}`,
        )}`,
      true,
    );
  },
};

export const operatePaymentPages: readonly Page<OperatorPageDeps>[] = [show];

const nothing = ({ operateLists: { payments: words } }: PageTexts, search: string): Html =>
  search === ''
    ? emptyState(words.none.title, words.none.text)
    : emptyState(words.noneFound.title, words.noneFound.text);

const searchForm = (
  { operateLists: words }: PageTexts,
  { show, q }: { readonly show: string; readonly q: string },
): Html => html`
  <form class="list-filter" method="get" action="${PATH}" role="search">
    ${show === '' ? null : hiddenField('show', show)}
    <div class="search-line">
      ${textField({
        name: 'q',
        label: words.search,
        hint: words.payments.searchHint,
        value: q,
        maxLength: MAX_OPERATE_SEARCH,
      })}
      ${submitButton({ label: words.show, look: 'plain' })}
    </div>
    ${q === '' ? null : linkButton(words.showAll, listAddress(PATH, { show }), 'quiet')}
  </form>`;

const stuckHelp = ({ operateLists: { payments: words } }: PageTexts): Html => html`
  <p class="hint">${words.stuckHelp}</p>`;

const paymentTable = (texts: PageTexts, payments: readonly OpenPayment[]): Html => {
  const { format, operateLists } = texts;
  const { columns, caption, kinds } = operateLists.payments;
  return table({
    caption,
    columns: [
      { name: columns.since },
      { name: columns.state },
      { name: columns.user },
      { name: columns.payment },
      { name: columns.amount, isFigure: true },
      { name: columns.held, isFigure: true },
    ],
    rows: payments.map((one) => [
      format.moment(one.createdAt),
      stateOf(texts, one),
      userLink(one),
      html`<div class="stacked">${kinds[one.kind]} <code>${one.id}</code>
        <details><summary>${one.kind === 'onchain' ? columns.address : columns.hash}</summary>
          <code>${one.target}</code></details></div>`,
      format.amount(debitSat(one.amountMsat)),
      format.amount(one.heldSat),
    ]),
  });
};

const userLink = ({ userIdentifier, userEmail }: OpenPayment): Html =>
  html`<a href="/operate/users/${userIdentifier}">${userEmail ?? userIdentifier}</a>`;

/** Words for the state of a payment, with what else is known about it. */
function stateOf(texts: PageTexts, payment: OpenPayment): Html {
  const { format, operateLists } = texts;
  const { payments: words } = operateLists;
  const { kind, state, stuck, firstNotFoundAt, isAcknowledged } = payment;
  const own = state === 'unknown' ? 'waiting' : 'going';
  const look = stuck === null ? own : 'bad';
  const proof: Content[] = [
    isAcknowledged ? words.acknowledged : null,
    kind === 'onchain' && state === 'unknown' ? words.mayBeSent : null,
    firstNotFoundAt === null ? null : words.notFound({ time: format.moment(firstNotFoundAt) }),
    stuck === null
      ? null
      : words.stuck({
          time: format.moment(stuck.seenAt),
          minutes: format.digits(stuck.awaySec / SEC_PER_MINUTE),
        }),
  ];
  return html`<div class="stacked">${stateWord(look, words.states[state])}${proof
    .filter((line) => line !== null)
    .map((line) => html`<p class="hint">${line}</p>`)}${actionsOf(texts, payment)}</div>`;
}

/**
 * Links to actions on a payment. There are none until the payment is handed to the node, because
 * the node does not know it before.
 */
function actionsOf({ actions }: PageTexts, { id, kind, state, stuck }: OpenPayment): Html | null {
  if (kind === 'onchain') {
    if (state === 'reserved') return null;
    const { failWithdrawal, bumpWithdrawal } = actions;
    return html`<p class="actions">${
      state === 'unknown'
        ? linkButton(failWithdrawal.title, failPath(id), 'risky')
        : linkButton(bumpWithdrawal.title, bumpPath(id))
    }</p>`;
  }
  if (state === 'reserved' || state === 'dispatching') return null;
  const end = stuck === null ? null : linkButton(actions.end.title, endPath(id), 'risky');
  return html`<p class="actions">${linkButton(actions.ask.title, askPath(id))} ${end}</p>`;
}

const SEC_PER_MINUTE = 60n;
