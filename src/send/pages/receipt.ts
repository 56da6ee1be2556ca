/**
 * The receipt of a payment that people keep or hand on, on paper or as a text: nothing private is
 * in it.
 */

import type { Sat } from '../../base/amount.ts';
import { keyEnds } from '../../contacts/pages/shown-target.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import { facts, printButton, shareButton } from '../../web/pages/components.ts';
import { pastFiatText } from '../../web/pages/fiat-value.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { SendPayee, WalletHere } from '../read-send-draft.ts';

export interface Receipt {
  readonly site: string;
  readonly identifier: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly amountSat: Sat;
  /** The price of a bitcoin when it was paid; null where that is not known. */
  readonly rate: Rate | null;
  /** The payee; null where nothing is known of them. */
  readonly payee: string | null;
  readonly payer: string | null;
  readonly paidAt: Date;
  /** The description of the invoice, and the payer's own words. */
  readonly purpose: string | null;
  readonly comment: string | null;
  /** The payment hash; null for money that Lightning did not carry. */
  readonly paymentHash: string | null;
  /** The transaction on the chain; null for money that Lightning carried. */
  readonly txid: string | null;
  /** The preimage; null where it proves nothing, or is not for others. */
  readonly preimage: string | null;
}

/** Shows the receipt on paper alone, and there in place of all else. */
export const renderReceipt = (texts: PageTexts, receipt: Receipt): Html => html`
  <section class="only-print receipt">
    <p class="eyebrow">${texts.receipt.head(receipt)}</p>
    <p class="receipt-title">${texts.receipt.title[receipt.direction]}</p>
    ${facts(
      linesOf(texts, receipt).map(([name, value, isCode]) => [
        name,
        isCode ? html`<code>${value}</code>` : html`<bdi dir="auto">${value}</bdi>`,
      ]),
    )}
  </section>`;

/** Buttons that hand on the receipt. */
export const receiptButtons = (texts: PageTexts, receipt: Receipt): Html => {
  const { share, print } = texts.receipt;
  return html`${shareButton({ share }, receiptText(texts, receipt))} ${printButton({ print })}`;
};

const receiptText = (texts: PageTexts, receipt: Receipt): string =>
  [
    texts.receipt.title[receipt.direction],
    ...linesOf(texts, receipt).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');

/** A line of the receipt; `isCode` marks figures that read one way in every language. */
type ReceiptLine = readonly [name: string, value: string, isCode: boolean];

function linesOf(
  texts: PageTexts,
  { amountSat, rate, payee, payer, paidAt, purpose, comment, paymentHash, txid, preimage }: Receipt,
): readonly ReceiptLine[] {
  const { bitcoin, format, receipt: words } = texts;
  const lines: readonly (readonly [string, string | null, isCode?: boolean])[] = [
    [words.amount, format.sat(amountSat)],
    [words.value, rate === null ? null : pastFiatText(texts, rate, amountSat)],
    [words.payee, payee],
    [words.payer, payer],
    [words.time, timeIn(format, paidAt), true],
    [words.purpose, purpose],
    [words.comment, comment],
    [words.hash, paymentHash, true],
    [bitcoin.facts.txid, txid, true],
    [words.proof, preimage, true],
  ];
  return lines.flatMap(([name, value, isCode = false]) =>
    value === null || value === '' ? [] : [[name, value, isCode] as const],
  );
}

/** Writes a time with its zone, as readers of a receipt may be elsewhere. */
const timeIn = ({ momentText, timeZone }: PageTexts['format'], time: Date): string =>
  timeZone === 'UTC' ? momentText(time) : `${momentText(time)} (${timeZone.replaceAll('_', ' ')})`;

/** Names someone with a wallet here, for readers who may never have heard of the service. */
export const walletName = (
  { receipt: words }: PageTexts,
  site: string,
  name: string | null,
): string => (name === null ? words.wallet({ site }) : words.walletOf({ name, site }));

/** Names the payee as others know them: a name that only the payer uses is left out. */
export function payeeName(texts: PageTexts, site: string, payee: SendPayee, own: string): string {
  const nameOf = ({ name, isOwn }: WalletHere): string =>
    isOwn ? own : walletName(texts, site, name);
  switch (payee.kind) {
    case 'named':
      return payee.here === null || payee.here.name === null
        ? payee.name
        : `${payee.here.name}, ${payee.name}`;
    case 'here':
      return nameOf(payee.here);
    case 'chain':
      return payee.address;
    case 'node':
      return `${payee.alias ?? texts.send.payee.unnamed}, ${keyEnds(payee.pubkey)}`;
  }
}
