import { type Content, type Html, html } from '../../i18n/html.ts';

/**
 * Parts of a whole beside each other in one bar, as inline SVG, with their values in words below
 * it.
 */
export interface StackedBar {
  /** A sentence that says what the picture shows, which is read aloud in its place. */
  readonly title: string;
  /** The value of the whole width; null for the sum of the parts. */
  readonly whole: bigint | null;
  readonly parts: readonly BarPart[];
  /** The amount by which the parts exceed the whole. It is drawn over the end of the parts. */
  readonly missing?: BarPart | null;
}

export interface BarPart {
  readonly name: string;
  readonly look: 'owed' | 'held' | 'unclaimed' | 'missing' | 'ours' | 'theirs';
  readonly value: bigint;
  readonly shown: Content;
}

const WIDTH = 1000n;

export function stackedBar(bar: StackedBar): Html {
  return html`
    <figure class="chart">
      ${drawBar(bar)}
      <ul class="chart-key">
        ${keysOf(bar).map(
          ({ name, look, shown }) => html`<li class="key-${look}">${name} ${shown}</li>`,
        )}
      </ul>
    </figure>`;
}

const keysOf = ({ parts, missing = null }: StackedBar): readonly BarPart[] =>
  missing === null ? parts : [...parts, missing];

/** Draws the bar without words, where a table says the values. */
export function drawBar({ title, whole, parts, missing = null }: StackedBar): Html {
  const sum = parts.reduce((total, { value }) => total + value, 0n);
  const full = whole === null || whole < sum ? sum : whole;
  const placed = parts.map((part, place) => {
    const before = parts.slice(0, place).reduce((total, { value }) => total + value, 0n);
    const [from, to] = [scaled(before, full), scaled(before + part.value, full)];
    return { look: part.look, from, width: to - from };
  });
  return html`<svg class="stacked-bar" viewBox="0 0 ${WIDTH} 24" preserveAspectRatio="none"
      role="img" aria-label="${title}"><title>${title}</title>
      <rect class="bar-track" width="${WIDTH}" height="24"/>
      ${placed
        .filter(({ width }) => width > 0n)
        .map(
          ({ look, from, width }) =>
            html`<rect class="bar-${look}" x="${from}" width="${width}" height="24"/>`,
        )}
      ${
        missing === null
          ? null
          : html`<rect class="bar-missing" x="${scaled(full - missing.value, full)}"
              width="${scaled(missing.value, full)}" height="24"/>`
      }
    </svg>`;
}

const scaled = (value: bigint, full: bigint): bigint => (full === 0n ? 0n : (value * WIDTH) / full);
