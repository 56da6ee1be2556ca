/** What is known of bitcoin that arrived over the chain, before and after it is credited. */

import { type Content, type Html, html } from '../../i18n/html.ts';
import { type DepositProgress, depositProgress } from '../../onchain/deposit-progress.ts';
import type { OnchainRules } from '../../onchain/look-at-chain.ts';
import { facts } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ActivityEntry, OrderEntry } from '../activity-store.ts';
import type { FactRow } from './fact-row.ts';
import type { RecordFields } from './record-fields.ts';
import { type Spenders, spenderName } from './spender-name.ts';

interface ShownOfChain {
  readonly entry: Exclude<ActivityEntry, OrderEntry>;
  readonly rules: OnchainRules | null;
  readonly spenders: Spenders;
}

export function chainFacts(
  texts: PageTexts,
  { entry, rules, spenders }: ShownOfChain,
  fields: RecordFields,
): readonly FactRow[] {
  const { bitcoin, format, records } = texts;
  const words = bitcoin.facts;
  const creditedAt = fields.text('settled_at');
  const isOpen = entry.kind === 'deposit' && entry.deposit.state === 'seen';
  const progress = isOpen && rules !== null ? depositProgress(rules, entry) : null;
  const height = fields.number('block_height');
  const { grantId } = entry;
  return [
    [words.address, code(fields.mustText('address'))],
    [words.txid, code(fields.mustText('txid'))],
    [words.block, height === null ? words.noBlock : code(String(height))],
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

const code = (text: string): Content => html`<code>${text}</code>`;

const countOf = (
  { deposit: words, format }: PageTexts,
  { confirmations, needed }: DepositProgress,
): string => words.progress({ count: format.digits(confirmations), needed });

/** Technical details, for support and for those who look a deposit up in a block explorer. */
export function chainTechnical(
  { activityRecord, bitcoin: { facts: words } }: PageTexts,
  fields: RecordFields,
): Html {
  const hash = fields.text('block_hash');
  return html`
    <section class="card technical on-screen">
      <h2>${activityRecord.technical}</h2>
      ${facts([
        [words.output, code(`${fields.mustText('txid')}:${fields.amount('output_index')}`)],
        ...(hash === null ? [] : [[words.blockHash, code(hash)] as const]),
      ])}
    </section>`;
}
