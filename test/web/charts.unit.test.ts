import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HOUR_MS } from '../../src/base/durations.ts';
import { html, renderHtml } from '../../src/i18n/html.ts';
import { type LineChart, lineChart, roundUp } from '../../src/web/pages/line-chart.ts';
import { type BarPart, stackedBar } from '../../src/web/pages/stacked-bar.ts';

const at = (hour: number): Date => new Date(hour * HOUR_MS);

function draw(hours: readonly number[], values: readonly (bigint | null)[]): string {
  const chart: LineChart = {
    title: 'How <it> "went"',
    times: hours.map(at),
    maxGapMs: 2.5 * HOUR_MS,
    lines: [{ name: 'Owed', look: 'owed', isArea: true, values }],
    top: (value) => `up to ${value}`,
    from: html`<b>first</b>`,
    to: 'last',
  };
  const text = renderHtml(lineChart(chart));
  assert.doesNotMatch(text, /NaN|Infinity|undefined|<script|style=/);
  return text;
}

const lineIn = (text: string): string | undefined =>
  /class="line-owed" d="([^"]*)"/.exec(text)?.[1];
const areaIn = (text: string): string | undefined =>
  /class="area-owed" d="([^"]*)"/.exec(text)?.[1];

describe('a line over time', () => {
  test('goes from the first time to the last, from zero up', () => {
    const text = draw([0, 1, 2], [0n, 500n, 1000n]);
    assert.equal(lineIn(text), 'M0 240L500 120L1000 0');
    assert.equal(areaIn(text), 'M0 240L0 240L500 120L1000 0L1000 240Z');
    assert.match(text, /up to 1000/);
    assert.match(text, /<b>first<\/b>/);
  });

  test('says what it shows to those who do not see it, and quotes it', () => {
    const text = draw([0, 1], [1n, 2n]);
    assert.match(text, /role="img"\s+aria-label="How &#60;it&#62; &#34;went&#34;"/);
    assert.match(text, /<title>How &#60;it&#62; &#34;went&#34;<\/title>/);
    assert.match(text, /<li class="key-owed">Owed<\/li>/);
  });

  test('is broken where nothing is known, and where no one looked for long', () => {
    assert.equal(lineIn(draw([0, 1, 2, 3, 4], [1n, 1n, null, 1n, 1n])), 'M0 0L250 0M750 0L1000 0');
    assert.equal(lineIn(draw([0, 1, 9, 10], [1n, 1n, 1n, 1n])), 'M0 0L100 0M900 0L1000 0');
  });

  test('a point that stands alone is a dot', () => {
    assert.equal(lineIn(draw([5], [1n])), 'M0 0h0');
    assert.equal(lineIn(draw([0, 1, 2], [1n, null, 1n])), 'M0 0h0M1000 0h0');
  });

  test('nothing, and only zeros, and all the money there is, are drawn too', () => {
    assert.equal(lineIn(draw([], [])), undefined);
    assert.equal(lineIn(draw([0, 1], [null, null])), undefined);
    assert.equal(lineIn(draw([0, 1], [0n, 0n])), 'M0 240L1000 240');
    assert.equal(lineIn(draw([0, 1], [0n, 2_100_000_000_000_000_000n])), 'M0 240L1000 72');
  });

  test('the upper end is a number that people read at once', () => {
    assert.deepEqual([0n, 1n, 7n, 10n, 11n, 1234n, 999_999n].map(roundUp), [
      1n,
      1n,
      8n,
      10n,
      20n,
      2000n,
      1_000_000n,
    ]);
  });
});

describe('parts of a whole', () => {
  const draw = (whole: bigint | null, values: readonly bigint[]): string => {
    const looks = ['owed', 'held', 'unclaimed'] as const;
    const parts = values.map((value, place): BarPart => {
      const look = looks[place] ?? 'owed';
      return { name: `Part ${place}`, look, value, shown: `is ${value}` };
    });
    const text = renderHtml(stackedBar({ title: 'All & more', whole, parts }));
    assert.doesNotMatch(text, /NaN|undefined|<script|style=/);
    return text;
  };
  const rects = (text: string): readonly string[] =>
    [...text.matchAll(/class="bar-(owed|held|unclaimed)" x="(\d+)" width="(\d+)"/g)].map((found) =>
      found.slice(1).join(' '),
    );

  test('stand beside each other, as wide as they are large', () => {
    const text = draw(1000n, [200n, 100n, 50n]);
    assert.deepEqual(rects(text), ['owed 0 200', 'held 200 100', 'unclaimed 300 50']);
    assert.match(text, /role="img" aria-label="All &#38; more"><title>All &#38; more<\/title>/);
    assert.match(text, /<li class="key-held">Part 1 is 100<\/li>/);
  });

  test('fill the bar by themselves, and when they are more than the whole', () => {
    assert.deepEqual(rects(draw(null, [1n, 1n])), ['owed 0 500', 'held 500 500']);
    assert.deepEqual(rects(draw(10n, [30n, 10n])), ['owed 0 750', 'held 750 250']);
  });

  test('leave no gaps by rounding, and what is nothing is not drawn', () => {
    assert.deepEqual(rects(draw(null, [1n, 1n, 1n])), [
      'owed 0 333',
      'held 333 333',
      'unclaimed 666 334',
    ]);
    assert.deepEqual(rects(draw(0n, [0n, 0n])), []);
    assert.deepEqual(rects(draw(9n, [0n, 9n])), ['held 0 1000']);
  });
});
