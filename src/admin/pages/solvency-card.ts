import { debitSat, type Msat, msat } from '../../base/amount.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { facts, stateWord, table } from '../../web/pages/components.ts';
import { lineChart } from '../../web/pages/line-chart.ts';
import { type BarPart, stackedBar } from '../../web/pages/stacked-bar.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import type { GaugeSample } from '../gauges/gauge-store.ts';
import type { Overview } from '../read-overview.ts';

/**
 * A card that compares what users are owed with what the node holds, now and over the last days.
 */
export function solvencyCard(texts: PageTexts, overview: Overview): Html {
  const { cover: words } = texts.overview;
  const { solvency } = overview.report;
  const last = overview.lastOfNode;
  const ownedMsat = solvency.ownedMsat ?? last?.node.ownedMsat ?? null;
  const { amount } = texts.format;
  return html`
    <section class="card">
      <div class="split"><h2>${words.title}</h2>${coverState(texts, solvency.isCovered)}</div>
      ${facts([
        [words.owes, amount(debitSat(solvency.owedMsat))],
        [
          words.holds,
          ownedMsat === null
            ? words.never
            : html`${amount(ownedSat(ownedMsat))} <span class="faint">${
                solvency.ownedMsat === null && last !== null
                  ? words.lastKnown({ time: texts.format.moment(last.takenAt) })
                  : shareText(texts, solvency.owedMsat, ownedMsat)
              }</span>`,
        ],
      ])}
      ${ownedMsat === null ? null : nowBar(texts, overview, ownedMsat)}
      <h3>${words.days}</h3>
      ${
        overview.history.samples.length < 2
          ? html`<p class="faint">${
              overview.history.samples.length === 0 ? words.none : words.few
            }</p>`
          : html`${historyChart(texts, overview)}${historyTable(texts, overview)}`
      }
    </section>`;
}

function coverState({ overview: { cover: words } }: PageTexts, isCovered: boolean | null): Html {
  if (isCovered === null) return stateWord('waiting', words.notKnown);
  return isCovered ? stateWord('good', words.covered) : stateWord('bad', words.notCovered);
}

/**
 * What the node holds, in whole sats. It is rounded down, so that no more is shown than is there.
 */
const ownedSat = (ownedMsat: Msat): bigint => ownedMsat / 1000n;

/**
 * How much of what users are owed the node covers, in percent. It is rounded down, so that less
 * than everything is never shown as 100. Null if nothing is owed.
 */
const coverPercent = (owedMsat: Msat, ownedMsat: Msat): bigint | null =>
  owedMsat <= 0n ? null : (ownedMsat * 100n) / owedMsat;

/** The highest percentage that is shown, because a higher one says nothing more. */
const MOST_PERCENT = 1000n;

const shareOf = ({ format, overview: { cover } }: PageTexts, percent: bigint): string =>
  percent > MOST_PERCENT
    ? cover.above({ share: `${format.digits(MOST_PERCENT)} %` })
    : `${format.digits(percent)} %`;

function shareText(texts: PageTexts, owedMsat: Msat, ownedMsat: Msat): Content {
  const percent = coverPercent(owedMsat, ownedMsat);
  return percent === null ? null : texts.overview.cover.ofOwed({ share: shareOf(texts, percent) });
}

function nowBar(texts: PageTexts, { report }: Overview, ownedMsat: Msat): Html {
  const { format } = texts;
  const { cover: words } = texts.overview;
  const { walletsMsat, heldNotInFlightMsat, unclaimedMsat, owedMsat } = report.solvency;
  const part = (name: string, look: BarPart['look'], value: Msat) => {
    const shown = format.amount(debitSat(value));
    return { name, look, value, shown };
  };
  return stackedBar({
    title: words.bar({
      owed: format.sat(debitSat(owedMsat)),
      owned: format.sat(ownedSat(ownedMsat)),
    }),
    whole: ownedMsat,
    parts: [
      part(words.wallets, 'owed', walletsMsat),
      part(words.held, 'held', heldNotInFlightMsat),
      part(words.unclaimed, 'unclaimed', unclaimedMsat),
    ],
    missing:
      owedMsat > ownedMsat ? part(words.missing, 'missing', msat(owedMsat - ownedMsat)) : null,
  });
}

function historyChart(texts: PageTexts, { history }: Overview): Html {
  const { format } = texts;
  const { cover: words } = texts.overview;
  const { samples, everySec } = history;
  const times = samples.map(({ takenAt }) => takenAt);
  const [first, last] = [times[0] ?? new Date(0), times.at(-1) ?? new Date(0)];
  return html`
    ${lineChart({
      title: words.chart({
        lowest: lowestCover(texts, samples),
        from: format.dayText(first),
        to: format.dayText(last),
      }),
      times,
      // A point of the chart may come from any moment of its interval, so two neighbouring points
      // may lie almost two intervals apart. Only a longer gap breaks the line.
      maxGapMs: 2.5 * everySec * 1000,
      lines: [
        {
          name: words.owed,
          look: 'owed',
          isArea: true,
          values: samples.map(({ owedMsat }) => owedMsat),
        },
        {
          name: words.owned,
          look: 'owned',
          values: samples.map(({ node }) => node?.ownedMsat ?? null),
        },
      ],
      top: (value) => format.amount(debitSat(msat(value))),
      from: format.moment(first),
      to: format.moment(last),
    })}
    <p class="hint">${words.worst}</p>`;
}

function lowestCover(texts: PageTexts, samples: readonly GaugeSample[]): string {
  const { overview } = texts;
  const percents = samples.flatMap(({ owedMsat, node }) => {
    const percent = node === null ? null : coverPercent(owedMsat, node.ownedMsat);
    return percent === null ? [] : [percent];
  });
  const [first, ...others] = percents;
  if (first === undefined) return overview.cover.noCover;
  const lowest = others.reduce((least, percent) => (percent < least ? percent : least), first);
  return shareOf(texts, lowest);
}

function historyTable(texts: PageTexts, { history }: Overview): Html {
  const { format } = texts;
  const { cover: words } = texts.overview;
  return html`
    <details>
      <summary>${words.table}</summary>
      ${table({
        caption: words.caption,
        columns: [
          { name: words.when },
          { name: words.owed, isFigure: true },
          { name: words.owned, isFigure: true },
          { name: words.share, isFigure: true },
        ],
        rows: worstOfDays(history.samples, format.dayText).map(({ takenAt, owedMsat, node }) => {
          const percent = node === null ? null : coverPercent(owedMsat, node.ownedMsat);
          return [
            format.moment(takenAt),
            format.amount(debitSat(owedMsat)),
            node === null ? words.unknown : format.amount(ownedSat(node.ownedMsat)),
            percent === null ? '–' : shareOf(texts, percent),
          ];
        }),
      })}
    </details>`;
}

/**
 * Picks one sample for each day, the newest day first: the one in which the node's money covered
 * the least of what was owed.
 */
function worstOfDays(
  samples: readonly GaugeSample[],
  dayText: (time: Date) => string,
): readonly GaugeSample[] {
  const byDay = new Map<string, GaugeSample>();
  for (const sample of samples) {
    const day = dayText(sample.takenAt);
    const known = byDay.get(day);
    if (known === undefined || isWorse(sample, known)) byDay.set(day, sample);
  }
  return [...byDay.values()].reverse();
}

function isWorse(one: GaugeSample, other: GaugeSample): boolean {
  if (one.node === null) return false;
  if (other.node === null) return true;
  return one.node.ownedMsat - one.owedMsat < other.node.ownedMsat - other.owedMsat;
}
