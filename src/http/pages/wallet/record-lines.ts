import { moment, satText, signedAmount } from '../kit/figures.ts';
import { type Html, html } from '../kit/html.ts';
import { icon } from '../kit/icons.ts';
import { table } from '../kit/pieces.ts';
import type { PageTexts } from '../texts/en.ts';
import type { RecordLine } from './read-record.ts';

type Words = PageTexts['records'];

/** What came and went, newest first. */
export const recordLines = (words: Words, lines: readonly RecordLine[]): Html =>
  table({
    caption: words.caption,
    look: 'statement',
    columns: [
      { name: words.purpose },
      { name: words.date },
      { name: words.amount, isFigure: true },
    ],
    rows: lines.map((line) => [
      renderPurpose(words, line),
      moment(line.settledAt),
      signedAmount(line.direction, line.amountSat),
    ]),
  });

const renderPurpose = (words: Words, line: RecordLine): Html => html`
  <div class="movement">${icon(line.direction)}
    <div>${renderWords(words, line)}
      <p class="hint">${[
        line.direction === 'incoming' ? words.received : words.sent,
        ...(line.isKeysend ? [words.keysend] : []),
        ...(line.feeSat > 0 ? [words.fee(satText(line.feeSat))] : []),
      ].join(', ')}</p></div></div>`;

/** Words of strangers stay apart from what stands beside them, whatever they hold. */
function renderWords(words: Words, line: RecordLine): Html {
  const purpose = purposeOf(words, line);
  return purpose === null
    ? html`<span class="faint">${words.noPurpose}</span>`
    : html`<bdi>${purpose}</bdi>`;
}

function purposeOf(words: Words, { purpose, payer }: RecordLine): string | null {
  if (purpose !== null) return purpose;
  return payer === null ? null : words.from(payer);
}
