import { debitSat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import {
  copyButton,
  facts,
  printButton,
  quotedText,
  shareButton,
  stateWord,
  untrustedText,
} from '../../web/pages/components.ts';
import { hiddenField, linkButton, postForm } from '../../web/pages/controls.ts';
import { fiatValue } from '../../web/pages/fiat-value.ts';
import { type ShownPage, showPage } from '../../web/pages/page.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { guestRate } from '../../web/pages/reader-rate.ts';
import { qrText } from '../../web/qr-picture.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { PayerInvoice } from '../read-payer-invoice.ts';
import type { AddressPageDeps } from './address-page-deps.ts';
import { payInvoicePath, payPath } from './pay-paths.ts';

export interface ShownInvoice {
  readonly invoice: PayerInvoice;
  /** The name and the id of the invoice, as they stand in the path of the page. */
  readonly name: string;
  readonly id: string;
}

type Deps = Pick<AddressPageDeps, 'addressDomain' | 'config' | 'payerPictures' | 'clock' | 'rates'>;

/** Shows the page of an invoice, in the way that its present state requires. */
export async function showPayerInvoice(
  deps: Deps,
  texts: PageTexts,
  shown: ShownInvoice,
): Promise<ShownPage> {
  const { invoice } = shown;
  const { state, amountMsat } = invoice;
  const words = texts.pay.invoice;
  const page = (title: string, main: Html): ShownPage =>
    showPage({ title, width: 'narrow', isQuestion: true, scripts: ['watch-invoice.js'], main });
  switch (state.kind) {
    case 'waiting':
      return page(
        words.waiting.title({ amount: texts.format.satOf(amountMsat) }),
        await renderWaiting(deps, texts, shown, state),
      );
    case 'paid':
      return page(words.paid.title, renderPaid(deps, texts, shown, state));
    case 'expired':
      return page(words.expired.title, renderExpired(deps, texts, shown));
  }
}

async function renderWaiting(
  deps: Deps,
  texts: PageTexts,
  { invoice, name, id }: ShownInvoice,
  { bolt11, expiresAt }: Extract<PayerInvoice['state'], { kind: 'waiting' }>,
): Promise<Html> {
  const words = texts.pay.invoice.waiting;
  const amountText = texts.format.satOf(invoice.amountMsat);
  const path = payInvoicePath(name, id);
  const code = qrText(bolt11);
  const picture = { name: words.qr({ amount: amountText }), instead: words.noQr };
  const leftSec = Math.ceil((expiresAt.getTime() - deps.clock.now().getTime()) / 1000);
  return html`
    <h1>${words.title({ amount: amountText })}</h1>
    ${fiatValue(texts, await guestRate(deps), debitSat(invoice.amountMsat), deps.clock.now())}
    <p>${words.lead}</p>
    <section class="card invoice">
      ${code === null ? null : await qrFigure(deps.payerPictures, code, picture)}
      <p class="actions">
        ${linkButton(words.open, `lightning:${bolt11}`, 'main')}
        ${copyButton({ ...texts.frame, copy: words.copy }, bolt11)}
        ${shareButton(texts.frame, `lightning:${bolt11}`)}
      </p>
      <p class="split" data-watch="${path}/state" data-watch-sec="${leftSec}">
        ${stateWord('waiting', words.state)}
        <span class="faint" data-left="${words.left}" data-left-sec="${leftSec}">${words.until}
          ${texts.format.moment(expiresAt)}</span>
      </p>
      <p class="actions" data-unwatched>${linkButton(words.check, path)}</p>
      ${factsOf(deps, texts, invoice)}
      <details>
        <summary>${words.asText}</summary>
        ${quotedText(words.asText, bolt11)}
      </details>
    </section>`;
}

const renderPaid = (
  deps: Deps,
  texts: PageTexts,
  { invoice, name }: ShownInvoice,
  { preimage, paymentHash, settledAt }: Extract<PayerInvoice['state'], { kind: 'paid' }>,
): Html => {
  const { frame, format } = texts;
  const words = texts.pay.invoice.paid;
  return html`
    <p class="eyebrow only-print">${deps.config.site.name}</p>
    <h1 class="paid">${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <section class="card record">
      ${factsOf(deps, texts, invoice, [
        [words.when, format.moment(settledAt)],
        [words.paymentHash, html`<code>${paymentHash}</code>`],
      ])}
      <div class="proof">
        <h2>${words.proof}</h2>
        <p><code>${preimage}</code></p>
        <p class="actions">
          ${copyButton(frame, preimage)} ${shareButton(frame, '')} ${printButton(frame)}
        </p>
        <p class="hint">${words.proofHint}</p>
      </div>
    </section>
    <p class="on-screen"><a href="${payPath(name)}">${words.again}</a></p>`;
};

const renderExpired = (deps: Deps, texts: PageTexts, { invoice, name }: ShownInvoice): Html => {
  const words = texts.pay.invoice.expired;
  return html`
    <h1>${words.title}</h1>
    <p class="lead">${words.lead}</p>
    <section class="card">
      ${factsOf(deps, texts, invoice)}
      ${postForm({
        action: payPath(name),
        csrfToken: null,
        isSentOnce: true,
        fields: [
          hiddenField('amount', String(debitSat(invoice.amountMsat))),
          hiddenField('comment', invoice.comment ?? ''),
        ],
        submit: { label: words.again },
      })}
    </section>
    <p class="hint">${words.underWay}</p>`;
};

/**
 * Facts about an invoice. The comment is a stranger's text, so it is isolated from the text around
 * it.
 */
function factsOf(
  { addressDomain }: Deps,
  { format, pay: { invoice: words } }: PageTexts,
  { addressName, amountMsat, comment }: PayerInvoice,
  others: readonly (readonly [string, Content])[] = [],
): Html {
  const rows: (readonly [string, Content])[] = [
    [words.amount, format.exact(amountMsat)],
    [words.to, html`<code>${addressName}@${addressDomain()}</code>`],
  ];
  if (comment !== null) rows.push([words.comment, untrustedText(comment)]);
  return facts([...rows, ...others]);
}
