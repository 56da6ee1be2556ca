import { shownPayerName } from '../../authorization/name.ts';
import { sat, satToNumber } from '../../base/amount.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { hasInvoice } from '../../ledger/movement-kind.ts';
import { payAgainText } from '../../ledger/sent-to.ts';
import { bitcoinUri } from '../../onchain/bitcoin-uri.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import { payAgain } from '../../send/pages/pay-again.ts';
import { renderPayee } from '../../send/pages/payee-words.ts';
import {
  payeeName,
  type Receipt,
  receiptButtons,
  renderReceipt,
  walletName,
} from '../../send/pages/receipt.ts';
import { contactOf, type SendPayee } from '../../send/read-send-draft.ts';
import type { User } from '../../users/user-store.ts';
import {
  copyButton,
  facts,
  quotedText,
  stateWord,
  untrustedText,
} from '../../web/pages/components.ts';
import { linkButton } from '../../web/pages/controls.ts';
import { pastFiatValue } from '../../web/pages/fiat-value.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { DepositEntry, FoundActivity } from '../activity-store.ts';
import { chainFacts, chainTechnical } from './chain-facts.ts';
import { type FactRow, textRow } from './fact-row.ts';
import { directionOf, fieldsOfEntry, type RecordFields } from './record-fields.ts';
import { recordParts, technicalCard } from './record-parts.ts';
import type { RecordWords } from './record-words.ts';
import { type Spenders, spenderName } from './spender-name.ts';

export interface ShownRecord {
  readonly found: FoundActivity;
  readonly words: RecordWords;
  readonly spenders: Spenders;
  /** The payer or payee on the other side; null if they are not known. */
  readonly other: SendPayee | null;
  /** The price of a bitcoin at the time of the payment; null if it is not known. */
  readonly rate: Rate | null;
  /**
   * The rules that say when deposits are credited; null if the service has no bitcoin addresses.
   */
  readonly rules: OnchainRules | null;
  /** The name of the service for people, which is the host name of its pages. */
  readonly site: string;
}

export function renderRecord(
  request: Pick<UserPageRequest, 'session' | 'texts' | 'user'>,
  shown: ShownRecord,
): Html {
  const { texts } = request;
  const { found, words: state } = shown;
  const fields = fieldsOfEntry(found.entry);
  const receipt =
    found.entry.kind === 'settled' ? receiptOf(texts, request.user, shown, fields) : null;
  return html`
    <section class="card record ${state.look}">
      <div class="record-head">
        <h1 data-focus>${stateWord(state.look, state.title)}</h1>
        <p class="record-amount">${texts.format.amount(fields.amount('amount'))}</p>
        ${pastFiatValue(texts, shown.rate, BigInt(fields.amount('amount')))}
        <p class="lead">${state.lead}</p>
        ${state.detail === null ? null : quotedText(state.title, state.detail)}
        ${state.look === 'waiting' ? renderRefresh(texts, fields) : null}
      </div>
      ${facts(factsOf(texts, shown, fields))}
      ${receipt === null ? null : renderActions(request, shown, fields, receipt)}
      ${sendAgain(texts, found)}
    </section>
    ${proofCard(texts, found, fields)}
    ${recordParts(texts, found, fields)}
    ${receipt === null ? null : renderReceipt(texts, receipt)}`;
}

const renderActions = (
  request: Pick<UserPageRequest, 'session' | 'texts'>,
  shown: ShownRecord,
  fields: RecordFields,
  receipt: Receipt,
): Html => html`
  <div class="actions">
    ${renderAgain(request, shown, fields)} ${receiptButtons(request.texts, receipt)}
  </div>`;

/** A link to pay the same payee again; nothing if that is not possible. */
function renderAgain(
  request: Pick<UserPageRequest, 'session' | 'texts'>,
  { found: { payment }, other }: ShownRecord,
  fields: RecordFields,
): Content {
  if (payment === null || payment.sentTo === null) return null;
  return payAgain(request, {
    text: payAgainText(payment.sentTo),
    contact: contactOf(other),
    amountSat: sat(BigInt(fields.amount('amount'))),
  });
}

/** A link that starts another payment to the same bitcoin address, after one that failed. */
function sendAgain(texts: PageTexts, { withdrawal }: FoundActivity): Content {
  if (withdrawal?.state !== 'failed') return null;
  const { address, amountSat } = withdrawal;
  const link = encodeURIComponent(bitcoinUri(address, amountSat));
  return html`
    <p class="actions">
      ${linkButton(texts.withdrawal.again, `${SEND_PATH}?to=${link}`, 'main')}
    </p>`;
}

/** Technical details, which stand below the user's note because few people need them. */
export const renderTechnical = (texts: PageTexts, found: FoundActivity): Html => {
  const fields = fieldsOfEntry(found.entry);
  return found.entry.rail === 'chain'
    ? html`${chainTechnical(texts, found, fields)}`
    : technicalCard(texts, fields);
};

/**
 * A receipt that the user can give to others. It shows neither the user's note nor the names of
 * their contacts.
 */
function receiptOf(
  texts: PageTexts,
  user: User,
  { found, other, rate, site }: ShownRecord,
  fields: RecordFields,
): Receipt {
  const own = walletName(texts, site, user.name);
  const known = other === null ? null : payeeName(texts, site, other, own);
  const direction = directionOf(fields);
  const isOutgoing = direction === 'outgoing';
  return {
    site,
    identifier: fields.mustText('identifier'),
    direction,
    amountSat: sat(BigInt(fields.amount('amount'))),
    rate,
    payee: isOutgoing ? (found.withdrawal === null ? known : null) : own,
    address: found.withdrawal?.address ?? null,
    payer: isOutgoing ? own : (shownPayerName(fields.text('payer_name')) ?? known),
    paidAt: new Date(fields.mustText('settled_at')),
    purpose: fields.text('memo'),
    comment: fields.text('comment') ?? fields.text('keysend_message'),
    paymentHash: fields.text('payment_hash'),
    txid: fields.text('txid'),
    preimage: proofOf(found, fields),
  };
}

const renderRefresh = ({ activityRecord: words }: PageTexts, fields: RecordFields): Html => html`
  <p class="actions" data-unwatched>
    <a class="button plain" href="/activity/${fields.mustText('identifier')}">${words.refresh}</a>
  </p>`;

function factsOf(
  texts: PageTexts,
  { found, spenders, other, rules }: ShownRecord,
  fields: RecordFields,
): readonly FactRow[] {
  const { activityRecord: words, records, send } = texts;
  const { entry } = found;
  if (entry.rail === 'chain') return chainFacts(texts, { found, rules, spenders, other }, fields);
  const direction = directionOf(fields);
  const isOutgoing = direction === 'outgoing';
  const end = entry.kind === 'order' ? 'unpaid' : direction;
  const { grantId } = entry;
  return [
    ...(isOutgoing && other !== null ? [[words.to, renderPayee(send.payee, other)] as const] : []),
    ...fromRow(texts, fields, other),
    ...textRow(words.payerEmail, fields.text('payer_email')),
    ...textRow(words.description, fields.text('memo')),
    ...textRow(words.comment, fields.text('comment')),
    ...textRow(words.message, messageOf(fields)),
    ...feeRows(texts, entry, fields),
    ...timeRows(texts, entry, fields),
    ...(grantId === null
      ? []
      : [[words.by[end], spenderName(records.spenders, spenders, grantId)] as const]),
    ...(entry.movement === 'keysend' ? [[words.kind, words.keysend] as const] : []),
  ];
}

/**
 * The message of a keysend; null if it equals the comment, because some apps send the same text in
 * both fields.
 */
const messageOf = (fields: RecordFields): string | null => {
  const message = fields.text('keysend_message');
  return message === fields.text('comment') ? null : message;
};

type PaidEntry = Exclude<FoundActivity['entry'], DepositEntry>;

/**
 * The row that says who paid. Even a payer who has a wallet in this service stays unnamed, unless
 * they told their name.
 */
function fromRow(
  { activityRecord: words, send }: PageTexts,
  fields: RecordFields,
  other: SendPayee | null,
): readonly FactRow[] {
  const name = fields.text('payer_name');
  if (directionOf(fields) === 'outgoing') return textRow(words.payer, name);
  if (other === null) return textRow(words.payer, name);
  const here = renderPayee(send.payee, other);
  return [[words.payer, name === null ? here : html`${untrustedText(name)}${here}`]];
}

function feeRows(
  { activityRecord: words, format }: PageTexts,
  entry: PaidEntry,
  fields: RecordFields,
) {
  if (directionOf(fields) === 'incoming') return [];
  const amountSat = fields.amount('amount');
  if (entry.kind === 'order') {
    const mostSat = satToNumber(entry.heldSat) - amountSat;
    return entry.endedAt === null
      ? [[words.fee, words.feeAtMost({ fee: format.sat(mostSat) })] as const]
      : [];
  }
  const feeSat = fields.amount('fee');
  const fee =
    feeSat === 0
      ? words.noFee
      : words.feeShare({
          fee: format.sat(feeSat),
          percent: percentText(format, feeSat, amountSat),
        });
  return [[words.fee, fee] as const, [words.left, format.amount(feeSat + amountSat)] as const];
}

/** A fee as a percentage of the amount, with two decimals, calculated in integers. */
function percentText(format: Formatters, feeSat: number, amountSat: number): string {
  if (amountSat === 0) return '–';
  const hundredths = (BigInt(feeSat) * 20_000n + BigInt(amountSat)) / (2n * BigInt(amountSat));
  const least = hundredths === 0n ? '< ' : '';
  return `${least}${format.decimal(hundredths || 1n, 2)} %`;
}

function timeRows(
  { activityRecord: words, format: { moment } }: PageTexts,
  entry: PaidEntry,
  fields: RecordFields,
) {
  const createdAt = moment(new Date(fields.mustText('created_at')));
  if (entry.kind === 'order') {
    const { endedAt } = entry;
    const begun: FactRow = [words.ordered, createdAt];
    return endedAt === null ? [begun] : [begun, [words.ended, moment(endedAt)] as const];
  }
  const settledAt = new Date(fields.mustText('settled_at'));
  const direction = directionOf(fields);
  const settled: FactRow = [words.settledAt[direction], moment(settledAt)];
  const { movement } = entry;
  const isInvoice = direction === 'incoming' && movement !== null && hasInvoice(movement);
  const asked: readonly FactRow[] = isInvoice ? [[words.asked, createdAt]] : [];
  // Money may be booked long after it settled. The list shows it on the day of its booking, so the
  // page of the record names both times.
  const lateMs = entry.bookedAt.getTime() - settledAt.getTime();
  const booked: readonly FactRow[] =
    lateMs < LATE_MS ? [] : [[words.bookedAt, moment(entry.bookedAt)]];
  return [...asked, settled, ...booked];
}

const LATE_MS = 60_000;

/**
 * The preimage, where it proves that the payee got the money. The payee of an invoice reveals it
 * only for a payment. The preimage of a keysend was made by its payer, so it proves nothing.
 */
function proofOf({ entry: { movement } }: FoundActivity, fields: RecordFields): string | null {
  const isProof = directionOf(fields) === 'outgoing' && movement !== null && hasInvoice(movement);
  return isProof ? fields.text('preimage') : null;
}

function proofCard(
  { activityRecord: words, frame }: PageTexts,
  found: FoundActivity,
  fields: RecordFields,
): Content {
  const preimage = proofOf(found, fields);
  if (preimage === null) return null;
  return html`
    <section class="card proof">
      <h2>${words.proof}</h2>
      <p class="hint">${words.proofHint}</p>
      <code>${preimage}</code>
      <p class="actions">${copyButton({ ...frame, copy: words.copyProof }, preimage)}</p>
    </section>`;
}
