import { type Content, type Html, html } from '../../i18n/html.ts';

/**
 * A chart of lines over time, as inline SVG. Its texts stand around the picture, so that they do
 * not shrink with it.
 */
export interface LineChart {
  /** A sentence that says what the picture shows, which is read aloud in its place. */
  readonly title: string;
  /** The times of all points, in ascending order. */
  readonly times: readonly Date[];
  /**
   * The longest time between two points that a line connects. After a longer one the line begins
   * again, as nothing is known about the time between.
   */
  readonly maxGapMs: number;
  readonly lines: readonly ChartLine[];
  /** The label at the top of the chart, for the greatest value. */
  readonly top: (value: bigint) => Content;
  readonly from: Content;
  readonly to: Content;
}

export interface ChartLine {
  readonly name: string;
  readonly look: 'owed' | 'owned';
  /** Whether the area below the line is filled, down to zero. */
  readonly isArea?: boolean;
  /** A value for each time; null where it is not known. */
  readonly values: readonly (bigint | null)[];
}

const WIDTH = 1000;
const HEIGHT = 240;

/** Draws the chart. Lines begin at zero, so that heights can be compared. */
export function lineChart(chart: LineChart): Html {
  const highest = chart.lines
    .flatMap(({ values }) => values)
    .reduce<bigint>((most, value) => (value !== null && value > most ? value : most), 0n);
  const top = roundUp(highest);
  return html`
    <figure class="chart">
      <ul class="chart-key">
        ${chart.lines.map(({ name, look }) => html`<li class="key-${look}">${name}</li>`)}
      </ul>
      <p class="chart-top hint">${chart.top(top)}</p>
      <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img"
        aria-label="${chart.title}"><title>${chart.title}</title>
        ${GRID.map((y) => html`<path class="grid" d="M0 ${y}H${WIDTH}"/>`)}
        ${chart.lines.map((line) => drawLine(chart, line, top))}
      </svg>
      <p class="chart-ends hint"><span>${chart.from}</span><span>${chart.to}</span></p>
    </figure>`;
}

const GRID = [0, 0.25, 0.5, 0.75, 1].map((part) => part * HEIGHT);

function drawLine(chart: LineChart, { values, look, isArea }: ChartLine, top: bigint): Content {
  const runs = findRuns(chart, values, top);
  if (runs.length === 0) return null;
  const line = runs.map(lineOf).join('');
  return html`${
    isArea === true ? html`<path class="area-${look}" d="${runs.map(areaOf).join('')}"/>` : null
  }<path class="line-${look}" d="${line}"/>`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Finds runs of points that follow each other without a gap. */
function findRuns(
  { times, maxGapMs }: LineChart,
  values: readonly (bigint | null)[],
  top: bigint,
): readonly (readonly Point[])[] {
  const firstMs = times[0]?.getTime() ?? 0;
  const spanMs = Math.max(1, (times.at(-1)?.getTime() ?? 0) - firstMs);
  const runs: Point[][] = [];
  let lastMs: number | null = null;
  for (const [place, time] of times.entries()) {
    const value = values[place] ?? null;
    const timeMs = time.getTime();
    if (value === null) {
      lastMs = null;
      continue;
    }
    const point = { x: tenths(((timeMs - firstMs) / spanMs) * WIDTH), y: heightOf(value, top) };
    const run = runs.at(-1);
    if (run === undefined || lastMs === null || timeMs - lastMs > maxGapMs) runs.push([point]);
    else run.push(point);
    lastMs = timeMs;
  }
  return runs;
}

/**
 * The height of a value in the picture. Sums of money may be too large for exact floating-point
 * numbers, so they are divided as integers first.
 */
const heightOf = (value: bigint, top: bigint): number =>
  tenths(HEIGHT - (Number((value * 10_000n) / top) / 10_000) * HEIGHT);

const tenths = (value: number): number => Math.round(value * 10) / 10;

/**
 * Draws a run of points. A single point is a line of no length, which round line ends show as a
 * dot.
 */
const lineOf = (run: readonly Point[]): string =>
  `M${run.map(({ x, y }) => `${x} ${y}`).join('L')}${run.length === 1 ? 'h0' : ''}`;

const areaOf = (run: readonly Point[]): string => {
  const [first, last] = [run[0], run.at(-1)];
  return first === undefined || last === undefined
    ? ''
    : `M${first.x} ${HEIGHT}L${run.map(({ x, y }) => `${x} ${y}`).join('L')}L${last.x} ${HEIGHT}Z`;
};

/**
 * Rounds up to the next of 1, 2, 3, 4, 5, 6, 8 and 10 times a power of ten: `1234n` becomes
 * `2000n`.
 */
export function roundUp(value: bigint): bigint {
  if (value <= 1n) return 1n;
  const power = 10n ** BigInt(String(value).length - 1);
  return (STEPS.find((step) => step * power >= value) ?? 10n) * power;
}

const STEPS = [1n, 2n, 3n, 4n, 5n, 6n, 8n, 10n];
