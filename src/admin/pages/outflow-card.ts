import { HOUR_MS } from '../../base/durations.ts';
import { type Content, type Html, html } from '../../i18n/html.ts';
import { lowerOf } from '../../outflow/outflow-limits.ts';
import type { OutflowHour, OutflowView } from '../../outflow/outflow-store.ts';
import { columnChart } from '../../web/pages/column-chart.ts';
import { card, table } from '../../web/pages/components.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';

/** A card with what has left and come in within each of the last 24 hours, as a picture. */
export function outflowCard(
  texts: PageTexts,
  view: OutflowView,
  hours: readonly OutflowHour[],
): Html {
  const { title, nothing } = texts.safety.picture;
  const isEmpty = hours.every(({ sentMsat, receivedMsat }) => sentMsat + receivedMsat === 0n);
  return card(
    title,
    isEmpty
      ? html`<p class="faint">${nothing}</p>`
      : html`${hourChart(texts, view, hours)}${hourTable(texts, hours)}`,
  );
}

/** Whole sats, rounded up, so that nothing that left is shown as less. */
const roundedUp = (amountMsat: bigint): bigint => (amountMsat + 999n) / 1000n;

function hourChart(texts: PageTexts, view: OutflowView, hours: readonly OutflowHour[]): Content {
  const { format, safety } = texts;
  const { picture: words, limits } = safety;
  const sent = hours.map(({ sentMsat }) => sentMsat);
  const received = hours.map(({ receivedMsat }) => receivedMsat);
  const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n);
  const most = sent.reduce((highest, one) => (one > highest ? one : highest), 0n);
  const hourSat = view.mode === 'off' ? null : lowerOf(view.settings, view.chosen).hourSat;
  const [first, last] = [hours[0]?.end ?? new Date(0), hours.at(-1)?.end ?? new Date(0)];
  return columnChart({
    title: words.said({
      sent: format.sat(roundedUp(sum(sent))),
      received: format.sat(sum(received) / 1000n),
      most: format.sat(roundedUp(most)),
    }),
    series: [
      { name: words.sent, look: 'sent', values: sent },
      { name: words.received, look: 'received', values: received },
    ],
    mark:
      hourSat === null
        ? null
        : { name: words.mark({ limit: limits.hourSat }), value: hourSat * 1000n },
    top: (value) => format.amount(roundedUp(value)),
    from: format.moment(new Date(first.getTime() - HOUR_MS)),
    to: format.moment(last),
  });
}

function hourTable(texts: PageTexts, hours: readonly OutflowHour[]): Html {
  const { format, safety } = texts;
  const { picture: words } = safety;
  return html`
    <details>
      <summary>${words.table}</summary>
      ${table({
        caption: words.caption,
        columns: [
          { name: words.until },
          { name: words.sent, isFigure: true },
          { name: words.received, isFigure: true },
        ],
        rows: hours
          .filter(({ sentMsat, receivedMsat }) => sentMsat + receivedMsat > 0n)
          .toReversed()
          .map(({ end, sentMsat, receivedMsat }) => [
            format.moment(end),
            format.amount(roundedUp(sentMsat)),
            format.amount(receivedMsat / 1000n),
          ]),
      })}
    </details>`;
}
