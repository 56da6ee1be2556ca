/**
 * The receipt of a payment, to print or to share as text. People pass it on, so it has nothing
 * private in it.
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
  /** The price of bitcoin when the payment was made; null when unknown. */
  readonly rate: Rate | null;
  /** The payee; null when unknown. */
  readonly payee: string | null;
  /** The bitcoin address that was paid; null for payments over Lightning. */
  readonly address: string | null;
  readonly payer: string | null;
  readonly paidAt: Date;
  /** The description of the invoice, or the payer's own note. */
  readonly purpose: string | null;
  readonly comment: string | null;
  /** The payment hash; null for payments on the chain. */
  readonly paymentHash: string | null;
  /** The transaction id; null for payments over Lightning. */
  readonly txid: string | null;
  /** The preimage; null when it is no proof of payment, or when others must not see it. */
  readonly preimage: string | null;
}

/** Renders the receipt. It is seen only on paper, where it replaces the rest of the page. */
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

/** Buttons that share or print the receipt. */
export const receiptButtons = (texts: PageTexts, receipt: Receipt): Html => {
  const { share, print } = texts.receipt;
  return html`${shareButton({ share }, receiptText(texts, receipt))} ${printButton({ print })}`;
};

const receiptText = (texts: PageTexts, receipt: Receipt): string =>
  [
    texts.receipt.title[receipt.direction],
    ...linesOf(texts, receipt).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');

/**
 * One line of the receipt. `isCode` marks values, such as hashes, that are the same in every
 * language.
 */
type ReceiptLine = readonly [name: string, value: string, isCode: boolean];

function linesOf(
  texts: PageTexts,
  {
    amountSat,
    rate,
    payee,
    address,
    payer,
    paidAt,
    purpose,
    comment,
    paymentHash,
    txid,
    preimage,
  }: Receipt,
): readonly ReceiptLine[] {
  const { bitcoin, format, receipt: words } = texts;
  const lines: readonly (readonly [string, string | null, isCode?: boolean])[] = [
    [words.amount, format.sat(amountSat)],
    [words.value, rate === null ? null : pastFiatText(texts, rate, amountSat)],
    [words.payee, payee],
    [bitcoin.facts.address, address, true],
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

/** Writes a time with its time zone, because the reader of a receipt may be in another one. */
const timeIn = ({ momentText, timeZone }: PageTexts['format'], time: Date): string =>
  timeZone === 'UTC' ? momentText(time) : `${momentText(time)} (${timeZone.replaceAll('_', ' ')})`;

/** Names the owner of a wallet for readers who may not know this service. */
export const walletName = (
  { receipt: words }: PageTexts,
  site: string,
  name: string | null,
): string => (name === null ? words.wallet({ site }) : words.walletOf({ name, site }));

/** Names the payee for other readers, so the payer's own name for them is not used. */
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
