/**
 * The part of an invoice's page about bitcoin: one code for Lightning and bitcoin, and what came
 * over the chain.
 */

import { creditSat } from '../../base/amount.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { OwnInvoice } from '../../invoices/read-own-invoice.ts';
import { uriForBoth } from '../../onchain/bitcoin-uri.ts';
import type { Onchain } from '../../onchain/look-at-chain.ts';
import { card, copyButton, quotedText } from '../../web/pages/components.ts';
import { linkButton, postForm } from '../../web/pages/controls.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { qrFigure } from '../../web/pages/qr-figure.ts';
import { arrivalsList, readArrivals } from './arrivals.ts';
import { usualTime } from './bitcoin.ts';
import type { ReceivePageDeps } from './receive-page-deps.ts';
import { bothPath } from './receive-paths.ts';

/** Whether the amount of an open invoice would be credited if it came over the chain. */
export const takesBoth = ({ rules }: Onchain, { invoice, state }: OwnInvoice): boolean =>
  state.kind === 'waiting' &&
  invoice.amountMsat !== null &&
  creditSat(invoice.amountMsat) >= rules.minReceiveSat;

/**
 * Shows the part about bitcoin; nothing where the payer chooses the amount, or where the amount is
 * too small for a payment on the chain.
 */
export async function renderBoth(
  deps: ReceivePageDeps,
  request: UserPageRequest,
  own: OwnInvoice,
): Promise<Html> {
  const { onchain } = deps;
  if (onchain === null || !takesBoth(onchain, own)) return html``;
  const { texts, user, query } = request;
  const { invoice } = own;
  const { unused, open } = await readArrivals(deps, onchain, user.id);
  const since = open.filter(({ deposit }) => deposit.seenAt >= invoice.createdAt);
  const words = texts.bitcoin;
  return html`
    ${since.length === 0 ? null : card(words.earlier, arrivalsList(texts, since))}
    <details class="card invoice both"${query.text('code') === 'both' ? html` open` : null}>
      <summary>${words.both.title}</summary>
      <p>${words.both.text({ time: usualTime(texts, onchain.rules) })}</p>
      ${
        unused === null
          ? makeForm(request, invoice)
          : await renderCode(deps, request, invoice, unused)
      }
    </details>`;
}

type Invoice = OwnInvoice['invoice'];

const makeForm = (
  { session, texts: { bitcoin: words } }: UserPageRequest,
  { identifier }: Invoice,
): Html =>
  postForm({
    action: bothPath(identifier),
    csrfToken: session.csrfToken(),
    isSentOnce: true,
    fields: null,
    submit: { label: words.both.make, look: 'plain' },
  });

async function renderCode(
  { qrPictures }: ReceivePageDeps,
  { texts: { bitcoin, frame } }: UserPageRequest,
  { amountMsat, bolt11 }: Invoice,
  address: string,
): Promise<Html> {
  if (amountMsat === null) return html``;
  const words = bitcoin.both;
  const uri = uriForBoth(address, creditSat(amountMsat), bolt11);
  return html`
    ${await qrFigure(qrPictures, uri, { name: words.qr, instead: words.noQr })}
    <p class="actions">
      ${copyButton({ ...frame, copy: words.copy }, uri)} ${linkButton(bitcoin.open, uri)}
    </p>
    ${quotedText(words.link, uri)}`;
}
