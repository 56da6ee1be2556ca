import { creditSat } from '../../base/amount.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import type { OwnInvoice } from '../../invoices/read-own-invoice.ts';
import {
  copyButton,
  facts,
  quotedText,
  shareButton,
  stateWord,
  untrustedText,
} from '../../web/pages/components.ts';
import { hiddenField, linkButton } from '../../web/pages/controls.ts';
import { fiatValue, pastFiatValue } from '../../web/pages/fiat-value.ts';
import { askPath, RECEIVE_PATH } from '../../web/pages/paths.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { qrText } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { receivedPath } from './receive-paths.ts';

type Deps = Pick<ReceivePageDeps, 'qrPictures' | 'clock'>;

/**
 * Shows a user's own invoice in its present state. `rate` is the price of bitcoin when the invoice
 * was paid; for an unpaid one, the price now.
 */
export async function renderOwnInvoice(
  deps: Deps,
  texts: PageTexts,
  { invoice, state }: OwnInvoice,
  rate: Rate | null,
): Promise<Html> {
  switch (state.kind) {
    case 'waiting':
      return await renderWaiting(deps, texts, { invoice, state }, rate);
    case 'paid':
      return renderPaid(texts, invoice, state, rate);
    case 'expired':
      return renderExpired(texts, invoice);
  }
}

type Invoice = OwnInvoice['invoice'];

/** The amount that was received; before that, the amount that the invoice asks for. */
export function amountText(
  { format, receive: words }: PageTexts,
  { invoice, state }: OwnInvoice,
): string {
  if (state.kind === 'paid') return format.sat(state.creditedSat);
  return invoice.amountMsat === null ? words.anyAmount : format.satOf(invoice.amountMsat);
}

async function renderWaiting(
  deps: Deps,
  texts: PageTexts,
  own: OwnInvoice,
  rate: Rate | null,
): Promise<Html> {
  const words = texts.receive.waiting;
  const { invoice } = own;
  const { bolt11, identifier, expiresAt, amountMsat } = invoice;
  const code = qrText(bolt11);
  const amount = amountText(texts, own);
  const picture = { name: words.qr({ amount }), instead: words.noQr };
  const now = deps.clock.now();
  const leftSec = Math.ceil((expiresAt.getTime() - now.getTime()) / 1000);
  const bip21 = `bitcoin:?lightning=${bolt11}`;
  return html`
    <h1>${words.title({ amount })}</h1>
    ${amountMsat === null ? null : fiatValue(texts, rate, creditSat(amountMsat), now)}
    <p>${words.lead}</p>
    <section class="card invoice">
      ${code === null ? null : await qrFigure(deps.qrPictures, code, picture)}
      <p class="actions">
        ${copyButton({ ...texts.frame, copy: words.copy }, bolt11, 'main')}
        ${shareButton(texts.frame, `lightning:${bolt11}`)}
        ${linkButton(words.open, `lightning:${bolt11}`)}
        ${amountMsat === null ? null : linkButton(words.ask, askPath(identifier))}
      </p>
      <p class="split">
        ${stateWord('waiting', words.state)}
        <span class="faint" data-left="${words.left}" data-left-sec="${leftSec}">${words.until}
          ${texts.format.moment(expiresAt)}</span>
      </p>
      <p class="actions" data-unwatched>
        ${linkButton(words.check, receivedPath(identifier))}
      </p>
      ${factsOf(texts, invoice)}
      <details>
        <summary>${words.formats}</summary>
        <h3>${words.asText}</h3>
        ${quotedText(words.asText, bolt11)}
        <h3>${words.asLink}</h3>
        <p class="hint">${words.linkHint}</p>
        ${quotedText(words.asLink, bip21)}
        <p class="actions">${copyButton(texts.frame, bip21)}</p>
      </details>
    </section>`;
}

const renderPaid = (
  texts: PageTexts,
  invoice: Invoice,
  { settledAt, receiptsCount, creditedSat }: Extract<OwnInvoice['state'], { kind: 'paid' }>,
  rate: Rate | null,
): Html => {
  const { format } = texts;
  const words = texts.receive.paid;
  const amount = format.sat(creditedSat);
  const count = format.digits(receiptsCount);
  return html`
    <h1 class="paid" data-focus>${words.title}</h1>
    <p class="lead">${words.lead({ amount })}</p>
    ${pastFiatValue(texts, rate, creditedSat)}
    ${receiptsCount === 1 ? null : html`<p class="notice">${words.again({ count })}</p>`}
    <section class="card">
      ${factsOf(texts, invoice, [[words.when, format.moment(settledAt)]])}
    </section>
    <p class="actions">
      ${linkButton(words.done, '/', 'main')} ${linkButton(words.another, RECEIVE_PATH)}
    </p>`;
};

const renderExpired = (texts: PageTexts, invoice: Invoice): Html => {
  const words = texts.receive.expired;
  const { amountMsat } = invoice;
  return html`
    <h1 data-focus>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <section class="card">${factsOf(texts, invoice)}</section>
    <form method="get" action="${RECEIVE_PATH}">
      ${amountMsat === null ? null : hiddenField('amount', String(creditSat(amountMsat)))}
      ${hiddenField('memo', invoice.memo ?? '')}
      <div class="actions"><button type="submit" class="button main">${words.again}</button></div>
    </form>`;
};

function factsOf(
  { format, receive: words }: PageTexts,
  { amountMsat, memo }: Invoice,
  others: readonly (readonly [string, Content])[] = [],
): Html {
  const memoRow: readonly (readonly [string, Content])[] =
    memo === null ? [] : [[words.memo, untrustedText(memo)]];
  const amount = amountMsat === null ? words.payerChooses : format.exact(amountMsat);
  return facts([[words.amount, amount], ...memoRow, ...others]);
}

/** A text that is read aloud when the invoice's state changes; null while nothing has happened. */
export function sayOf(texts: PageTexts, own: OwnInvoice): string | null {
  const { receive: words } = texts;
  switch (own.state.kind) {
    case 'waiting':
      return null;
    case 'paid':
      return `${words.paid.title}. ${words.paid.lead({ amount: amountText(texts, own) })}`;
    case 'expired':
      return words.expired.title;
  }
}
