import { shownPayerName } from '../../authorization/name.ts';
import { sat, satToNumber } from '../../base/amount.ts';
import type { Rate } from '../../fiat/rate.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { hasInvoice } from '../../ledger/movement-kind.ts';
import { payAgainText } from '../../ledger/sent-to.ts';
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
import { pastFiatValue } from '../../web/pages/fiat-value.ts';
import type { Formatters } from '../../web/pages/formatters.ts';
import type { UserPageRequest } from '../../web/pages/page.ts';
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
  /** The payer or payee on the other side; null where they are not known. */
  readonly other: SendPayee | null;
  /** The price of a bitcoin when it was paid; null where that is not known. */
  readonly rate: Rate | null;
  /** The rules by which deposits are credited; null where the service has no bitcoin addresses. */
  readonly rules: OnchainRules | null;
  /** The name of the service. */
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

/** A link to pay the same payee again; nothing where the payee cannot be paid again. */
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

/** Technical details stand behind the note, as few people need them. */
export const renderTechnical = (texts: PageTexts, { entry }: FoundActivity): Html =>
  entry.rail === 'chain'
    ? chainTechnical(texts, fieldsOfEntry(entry))
    : technicalCard(texts, fieldsOfEntry(entry));

/** A receipt to give away: it shows neither the note nor what its owner calls the others. */
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
    payee: isOutgoing ? known : own,
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
  if (entry.rail === 'chain') return chainFacts(texts, { entry, rules, spenders }, fields);
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
 * The message of a keysend; null where the comment is the same text, as keysends carry comments as
 * messages.
 */
const messageOf = (fields: RecordFields): string | null => {
  const message = fields.text('keysend_message');
  return message === fields.text('comment') ? null : message;
};

type PaidEntry = Exclude<FoundActivity['entry'], DepositEntry>;

/** Who paid. A payer with a wallet here is unnamed too, unless they said who they are. */
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

/** A fee as a percentage of the amount, with two decimals, computed in whole numbers. */
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
  // Money may be booked long after it settled, and the list shows it on the day of its booking.
  const lateMs = entry.bookedAt.getTime() - settledAt.getTime();
  const booked: readonly FactRow[] =
    lateMs < LATE_MS ? [] : [[words.bookedAt, moment(entry.bookedAt)]];
  return [...asked, settled, ...booked];
}

const LATE_MS = 60_000;

/**
 * The preimage that proves a payment. The payee of an invoice gives it only for a payment; that of
 * a keysend was made by its payer.
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
