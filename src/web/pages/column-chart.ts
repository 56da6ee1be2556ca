import { type Content, type Html, html } from '../../i18n/html.ts';
import { roundUp } from './line-chart.ts';

/**
 * A chart with two columns beside each other for each stretch of time, as inline SVG. Its texts
 * stand around the picture, so that they do not shrink with it.
 */
export interface ColumnChart {
  /** A sentence that says what the picture shows, which is read aloud in its place. */
  readonly title: string;
  readonly series: readonly [ColumnSeries, ColumnSeries];
  /** A value that a line across the chart marks, with its name; null for none. */
  readonly mark: { readonly name: string; readonly value: bigint } | null;
  /** The label at the top of the chart, for the greatest value. */
  readonly top: (value: bigint) => Content;
  readonly from: Content;
  readonly to: Content;
}

export interface ColumnSeries {
  readonly name: string;
  readonly look: 'sent' | 'received';
  /** A value for each stretch of time, the oldest first. */
  readonly values: readonly bigint[];
}

const WIDTH = 1000;
const HEIGHT = 240;

/**
 * Draws the chart. Columns begin at zero, so that heights can be compared. The line of a mark is
 * left out where it would be far above all columns.
 */
export function columnChart(chart: ColumnChart): Html {
  const [one, other] = chart.series;
  const highest = greatest([...one.values, ...other.values]);
  const mark = chart.mark !== null && chart.mark.value <= highest * 2n ? chart.mark : null;
  const top = roundUp(greatest([highest, mark?.value ?? 0n]));
  const markY = mark === null ? 0 : HEIGHT - heightOf(mark.value, top);
  return html`
    <figure class="chart">
      <ul class="chart-key">
        ${chart.series.map(({ name, look }) => html`<li class="key-${look}">${name}</li>`)}
        ${mark === null ? null : html`<li class="key-mark">${mark.name}</li>`}
      </ul>
      <p class="chart-top hint">${chart.top(top)}</p>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
        aria-label="${chart.title}"><title>${chart.title}</title>
        ${GRID.map((y) => html`<path class="grid" d="M0 ${y}H${WIDTH}"/>`)}
        ${chart.series.map((series, place) => drawColumns(series, place, top))}
        ${mark === null ? null : html`<path class="mark" d="M0 ${markY}H${WIDTH}"/>`}
      </svg>
      <p class="chart-ends hint"><span>${chart.from}</span><span>${chart.to}</span></p>
    </figure>`;
}

const GRID = [0, 0.25, 0.5, 0.75, 1].map((part) => part * HEIGHT);

const greatest = (values: readonly bigint[]): bigint =>
  values.reduce((most, value) => (value > most ? value : most), 0n);

/** Draws the columns of a series. The smallest value above zero still shows as a line. */
function drawColumns({ look, values }: ColumnSeries, place: number, top: bigint): Content {
  const step = WIDTH / values.length;
  const width = tenths(step * 0.4);
  const drawn = values.flatMap((value, index) => {
    if (value <= 0n) return [];
    const height = Math.max(heightOf(value, top), 2);
    const x = tenths(step * index + step * 0.1 + width * place);
    return `M${x} ${HEIGHT}v${-height}h${width}v${height}Z`;
  });
  return drawn.length === 0 ? null : html`<path class="column-${look}" d="${drawn.join('')}"/>`;
}

/** The height of a value in the picture. Sums of money are divided as integers first. */
const heightOf = (value: bigint, top: bigint): number =>
  tenths((Number((value * 10_000n) / top) / 10_000) * HEIGHT);

const tenths = (value: number): number => Math.round(value * 10) / 10;
