import { WEB_GRANT } from '../../authorization/caller.ts';
import { creditSat } from '../../base/amount.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { receivedPath } from '../../receive/pages/receive-paths.ts';
import { durationText } from '../../web/pages/duration-text.ts';
import { fiatValueText } from '../../web/pages/fiat-value.ts';
import { givenTime } from '../../web/pages/formatters.ts';
import { icon } from '../../web/pages/icons.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { WaitingInvoice } from '../activity-store.ts';
import { type ListedActivity, withDots } from './activity-list.ts';
import { spenderName } from './spender-name.ts';

/** Lists open invoices. Each is a link to the page with its QR code. */
export const waitingLines = (
  texts: PageTexts,
  list: Pick<ListedActivity, 'spenders' | 'now'>,
  waiting: readonly WaitingInvoice[],
  rate: Rate | null,
): Html => html`
  <ul class="movements">
    ${waiting.map((one) => html`<li>${renderLine(texts, list, one, rate)}</li>`)}
  </ul>`;

function renderLine(
  texts: PageTexts,
  { spenders, now }: Pick<ListedActivity, 'spenders' | 'now'>,
  { invoice, grantId }: WaitingInvoice,
  rate: Rate | null,
): Html {
  const { format, records: words } = texts;
  const { identifier, memo, amountMsat, createdAt } = invoice;
  const amount =
    amountMsat === null
      ? html`<span class="amount">${words.anyAmount}</span>`
      : format.inLists.amount(creditSat(amountMsat));
  const title = memo ?? words.invoice;
  const value =
    amountMsat === null || rate === null ? null : fiatValueText(texts, rate, creditSat(amountMsat));
  const parts: readonly Content[] = [
    renderLeft(texts, invoice.expiresAt, now),
    ...(grantId === WEB_GRANT ? [] : [spenderName(words.spenders, spenders, grantId)]),
  ];
  return html`
    <a class="movement pending" href="${receivedPath(identifier)}">
      ${icon('pending')}
      <span class="what">
        <span class="title" dir="auto">${title}</span>
        <span class="hint">${withDots(parts)}</span>
      </span>
      <span class="how-much">
        ${amount}
        <span class="hint">${withDots([
          ...(value === null ? [] : [html`<span class="worth">${value}</span>`]),
          givenTime(createdAt.toISOString(), format.hourText(createdAt)),
        ])}</span>
      </span>
    </a>`;
}

/**
 * Shows the time until an invoice expires. A script counts it down, and reloads the page at the
 * end.
 */
function renderLeft({ format, records: words }: PageTexts, expiresAt: Date, now: Date): Html {
  const leftMs = expiresAt.getTime() - now.getTime();
  const left = words.left({ time: durationText(format.locale, leftMs) });
  return html`<span data-left="${words.left({ time: '{}' })}"
    data-left-sec="${Math.ceil(leftMs / 1000)}">${left}</span>`;
}
