/** Says what is known about a payment of bitcoin on the chain, before and after it has arrived. */

import { type Content, html } from '../../i18n/html.ts';
import { type DepositProgress, depositProgress } from '../../onchain/deposit-progress.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import type { Withdrawal } from '../../onchain/withdrawal.ts';
import { renderPayee } from '../../send/pages/payee-words.ts';
import { arrivalText } from '../../send/pages/show-speeds.ts';
import type { SendPayee } from '../../send/read-send-draft.ts';
import { facts } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { FoundActivity } from '../activity-store.ts';
import { type FactRow, textRow } from './fact-row.ts';
import type { RecordFields } from './record-fields.ts';
import { type Spenders, spenderName } from './spender-name.ts';

interface ShownOfChain {
  readonly found: FoundActivity;
  readonly rules: OnchainRules | null;
  readonly spenders: Spenders;
  readonly other: SendPayee | null;
}

export function chainFacts(
  texts: PageTexts,
  shown: ShownOfChain,
  fields: RecordFields,
): readonly FactRow[] {
  const { withdrawal } = shown.found;
  return withdrawal === null
    ? depositFacts(texts, shown, fields)
    : withdrawalFacts(texts, shown, withdrawal);
}

function depositFacts(
  texts: PageTexts,
  { found: { entry }, rules, spenders, other }: ShownOfChain,
  fields: RecordFields,
): readonly FactRow[] {
  const { activityRecord, bitcoin, format, records, send } = texts;
  const words = bitcoin.facts;
  const creditedAt = fields.text('settled_at');
  const isOpen = entry.kind === 'deposit' && entry.deposit.state === 'seen';
  const progress = isOpen && rules !== null ? depositProgress(rules, entry) : null;
  const height = fields.number('block_height');
  const txid = fields.text('txid');
  const { grantId } = entry;
  return [
    ...(other === null ? [] : [[activityRecord.payer, renderPayee(send.payee, other)] as const]),
    [words.address, code(fields.mustText('address'))],
    [words.txid, txid === null ? texts.withdrawal.facts.inside : code(txid)],
    ...(txid === null ? [] : [blockRow(texts, height)]),
    ...(progress === null ? [] : [[words.confirmations, countOf(texts, progress)] as const]),
    [words.seen, format.moment(new Date(fields.mustText('created_at')))],
    ...(creditedAt === null
      ? []
      : [[words.credited, format.moment(new Date(creditedAt))] as const]),
    ...(grantId === null
      ? []
      : [[words.madeBy, spenderName(records.spenders, spenders, grantId)] as const]),
  ];
}

function withdrawalFacts(
  texts: PageTexts,
  { found, spenders, other }: ShownOfChain,
  withdrawal: Withdrawal,
): readonly FactRow[] {
  const { activityRecord: words, bitcoin, format, records, send } = texts;
  const { transaction, block, state, endedAt, createdAt, grantId, speed } = withdrawal;
  const isSettled = state === 'settled';
  const depth = confirmationsAt(found.tipHeight, block?.height ?? null);
  const isSent = transaction !== null && state !== 'failed';
  return [
    [
      texts.withdrawal.facts.to,
      other === null ? code(withdrawal.address) : renderPayee(send.payee, other),
    ],
    ...textRow(words.description, withdrawal.purpose ?? null),
    [bitcoin.facts.txid, transactionText(texts, withdrawal)],
    ...(isSent ? [blockRow(texts, block?.height ?? null)] : []),
    ...(depth === null ? [] : [[bitcoin.facts.confirmations, depth] as const]),
    ...feeRows(texts, withdrawal),
    ...(endedAt === null
      ? [[texts.withdrawal.facts.speed, arrivalText(texts, speed)] as const]
      : []),
    [words.ordered, format.moment(createdAt)],
    ...(endedAt === null
      ? []
      : [[isSettled ? words.settledAt.outgoing : words.ended, format.moment(endedAt)] as const]),
    [
      isSettled ? words.by.outgoing : words.by.unpaid,
      spenderName(records.spenders, spenders, grantId),
    ],
  ];
}

function transactionText({ withdrawal: { facts: words } }: PageTexts, one: Withdrawal): Content {
  if (one.isInternal) return words.inside;
  if (one.transaction !== null) return code(one.transaction.txid);
  return one.state === 'failed' ? words.neverMade : words.noTransaction;
}

function feeRows(
  { activityRecord: words, format }: PageTexts,
  one: Withdrawal,
): readonly FactRow[] {
  const { transaction, amountSat, heldSat, isInternal, state } = one;
  if (isInternal) return [[words.fee, words.noFee]];
  if (state === 'failed') return [];
  if (transaction === null) {
    return [[words.fee, words.feeAtMost({ fee: format.sat(heldSat - amountSat) })]];
  }
  const { feeSat } = transaction;
  return [
    [words.fee, format.sat(feeSat)],
    [words.left, format.amount(amountSat + feeSat)],
  ];
}

/**
 * The number of confirmations up to which pages show an exact count: a payment that is deeper in
 * the chain will hardly be undone.
 */
const COUNTED = 6;

function confirmationsAt(tipHeight: number | null, height: number | null): string | null {
  if (tipHeight === null || height === null || tipHeight < height) return null;
  const depth = tipHeight - height + 1;
  return depth > COUNTED ? `${COUNTED}+` : String(depth);
}

const blockRow = ({ bitcoin: { facts: words } }: PageTexts, height: number | null): FactRow => [
  words.block,
  height === null ? words.noBlock : code(String(height)),
];

const code = (text: string): Content => html`<code>${text}</code>`;

const countOf = (
  { deposit: words, format }: PageTexts,
  { confirmations, needed }: DepositProgress,
): string => words.progress({ count: format.digits(confirmations), needed });

/**
 * Technical details of a movement on the chain, for support and for people who look it up in a
 * block explorer.
 */
export function chainTechnical(
  { activityRecord, bitcoin: { facts: words } }: PageTexts,
  { withdrawal }: Pick<FoundActivity, 'withdrawal'>,
  fields: RecordFields,
): Content {
  const txid = fields.text('txid');
  const isDeposit = withdrawal === null && txid !== null;
  const hash = withdrawal === null ? fields.text('block_hash') : (withdrawal.block?.hash ?? null);
  const rows = [
    ...(isDeposit
      ? [[words.output, code(`${txid}:${fields.amount('output_index')}`)] as const]
      : []),
    ...(hash === null ? [] : [[words.blockHash, code(hash)] as const]),
  ];
  if (rows.length === 0) return null;
  return html`
    <section class="card technical on-screen">
      <h2>${activityRecord.technical}</h2>
      ${facts(rows)}
    </section>`;
}
