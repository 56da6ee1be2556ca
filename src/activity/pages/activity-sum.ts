import { type Content, html } from '../../i18n/html.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { ActivityLine } from './activity-line.ts';

/** Shows sums of the settled lines, for incoming and outgoing money separately. */
export function activitySum(
  { activity: { sum: words }, format }: PageTexts,
  lines: readonly ActivityLine[],
): Content {
  const settled = lines.filter(({ state }) => state === 'settled');
  if (settled.length === 0) return null;
  const [incoming, outgoing] = (['incoming', 'outgoing'] as const).map((wanted) =>
    sumOf(settled.filter(({ direction }) => direction === wanted)),
  );
  const { amountSat: inSat } = incoming ?? NOTHING;
  const { amountSat: outSat, feeSat } = outgoing ?? NOTHING;
  const parts = [
    { name: words.incoming, direction: 'incoming', sumSat: inSat },
    { name: words.outgoing, direction: 'outgoing', sumSat: outSat },
    { name: words.fees, direction: 'outgoing', sumSat: feeSat },
  ] as const;
  return html`
    <div class="sum" role="group" aria-label="${words.label}">
      <span class="sum-label">${words.label}</span>
      ${parts
        .filter(({ sumSat }) => sumSat > 0n)
        .map(
          ({ name, direction, sumSat }) =>
            html`<span>${name} ${format.inLists.signed(direction, sumSat)}</span>`,
        )}
    </div>`;
}

const NOTHING = { amountSat: 0n, feeSat: 0n };

const sumOf = (lines: readonly ActivityLine[]): typeof NOTHING => ({
  amountSat: lines.reduce((sum, line) => sum + BigInt(line.amountSat), 0n),
  feeSat: lines.reduce((sum, line) => sum + BigInt(line.feeSat), 0n),
});
