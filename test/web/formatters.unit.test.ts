import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Html, renderHtml } from '../../src/i18n/html.ts';
import { LANGUAGES } from '../../src/i18n/language.ts';
import { UNITS } from '../../src/users/preferences.ts';
import { dayEndText } from '../../src/web/pages/day-end.ts';
import {
  createFormatters,
  type FormatterOptions,
  type Formatters,
} from '../../src/web/pages/formatters.ts';

const DEFAULT = { locale: 'en', unit: 'sat', timeZone: null, hidesAmounts: false } as const;
const formattersFor = (inputs: Partial<FormatterOptions> = {}): Formatters =>
  createFormatters({ ...DEFAULT, ...inputs });

/** What people see. */
const shown = (markup: Html): string => renderHtml(markup).replaceAll(/<[^>]*>/g, '');

const ALL_SAT = 2_100_000_000_000_000n;
const TIME = new Date('2026-03-01T23:30:00Z');

test('a day of UTC ends on the clock of the reader', () => {
  const ends = [null, 'UTC', 'Europe/Vienna', 'Asia/Kolkata'].map((timeZone) =>
    dayEndText(formattersFor({ timeZone }), TIME),
  );
  assert.deepEqual(ends, ['00:00 UTC', '00:00 UTC', '01:00', '05:30']);
});

describe('amounts', () => {
  test('are written in the unit of the reader', () => {
    const written = (['sat', 'bip177', 'btc'] as const).map((unit) => {
      const { sat, amount, signed } = formattersFor({ unit });
      return [
        sat(12_345n),
        shown(amount(12_345)),
        shown(signed('incoming', 12_345n)),
        shown(signed('outgoing', 12_345)),
      ];
    });
    assert.deepEqual(written, [
      ['12,345 sat', '12,345 sat', '+12,345 sat', '−12,345 sat'],
      ['₿12,345', '₿12,345', '+₿12,345', '−₿12,345'],
      ['0.00012345 BTC', '0.00012345 BTC', '+0.00012345 BTC', '−0.00012345 BTC'],
    ]);
  });

  test('of millisatoshi show parts of a sat where there are any, the same in figures and text', () => {
    const amounts = [999n, 12_345_000n, 100_000_500n, 12_345_070n];
    const units = ['sat', 'bip177', 'btc'] as const;
    const right = [
      ['0.999 sat', '12,345 sat', '100,000.5 sat', '12,345.07 sat'],
      ['₿0.999', '₿12,345', '₿100,000.5', '₿12,345.07'],
      ['0.00000000999 BTC', '0.00012345 BTC', '0.001000005 BTC', '0.0001234507 BTC'],
    ];
    const format = units.map((unit) => formattersFor({ unit }));
    assert.deepEqual(
      format.map(({ exact }) => amounts.map((amount) => shown(exact(amount)))),
      right,
    );
    assert.deepEqual(
      format.map(({ satOf }) => amounts.map(satOf)),
      right,
    );
    const german = formattersFor({ locale: 'de' });
    assert.equal(shown(german.exact(999n)), '0,999 sat');
    assert.equal(german.satOf(100_000_500n), '100.000,5 sat');
    assert.equal(shown(formattersFor({ hidesAmounts: true }).inLists.exact(999n)), '••• sat');
  });

  test('say in marks what the unit is, and which way the money went', () => {
    const { amount, signed } = formattersFor();
    assert.equal(
      renderHtml(amount(1234)),
      '<span class="amount">1,234 <span class="unit">sat</span></span>',
    );
    assert.match(renderHtml(signed('outgoing', 1)), /^<span class="amount outgoing">−/);
    const sign = '<span class="amount incoming">+<span class="unit">₿</span>1</span>';
    assert.equal(renderHtml(formattersFor({ unit: 'bip177' }).signed('incoming', 1)), sign);
  });

  test('are grouped as the language groups', () => {
    const written = LANGUAGES.map((locale) => [
      formattersFor({ locale }).sat(1_234_567n),
      formattersFor({ locale, unit: 'bip177' }).sat(1_234_567n),
      formattersFor({ locale, unit: 'btc' }).sat(1_234_567n),
    ]);
    const others = ['1.234.567 sat', '₿1.234.567', '0,01234567 BTC'];
    const english = ['1,234,567 sat', '₿1,234,567', '0.01234567 BTC'];
    assert.deepEqual(written, [english, others, others, others]);
  });

  test('in BTC are exact, from nothing to all that will ever exist', () => {
    const amounts = [0n, 1n, 99_999_999n, 100_000_000n, ALL_SAT - 1n, ALL_SAT];
    const written = ['en', 'de'].map((locale) =>
      amounts.map(formattersFor({ locale, unit: 'btc' }).satBeside),
    );
    const english = [
      ...['0.00000000', '0.00000001', '0.99999999', '1.00000000'],
      ...['20,999,999.99999999', '21,000,000.00000000'],
    ];
    const swapped = english.map((text) =>
      text.replaceAll(/[.,]/g, (mark) => (mark === '.' ? ',' : '.')),
    );
    assert.deepEqual(written, [english, swapped]);
    assert.equal(formattersFor({ unit: 'btc' }).sat(Number(ALL_SAT)), '21,000,000.00000000 BTC');
    assert.equal(formattersFor().sat(ALL_SAT), '2,100,000,000,000,000 sat');
    assert.equal(formattersFor({ unit: 'bip177' }).sat(0n), '₿0');
  });

  test('leave the unit to the amount beside them, unless it is a sign before the number', () => {
    const written = UNITS.map((unit) => formattersFor({ unit }).satBeside(1234));
    assert.deepEqual(written, ['1,234', '₿1,234', '0.00001234']);
  });
});

describe('a reader who hides amounts', () => {
  const AMOUNT = 7_654_321n;
  const writtenIn = ({
    sat,
    satBeside,
    amount,
    signed,
  }: Formatters['inLists']): readonly string[] => [
    sat(AMOUNT),
    satBeside(AMOUNT),
    renderHtml(amount(AMOUNT)),
    renderHtml(signed('incoming', AMOUNT)),
    renderHtml(signed('outgoing', AMOUNT)),
  ];

  test('sees dots in lists, whatever the unit and the language', () => {
    for (const unit of UNITS) {
      for (const locale of LANGUAGES) {
        const format = formattersFor({ locale, unit, hidesAmounts: true });
        for (const text of writtenIn(format.inLists)) {
          assert.match(text, /•••/);
          assert.doesNotMatch(text, /\d/);
        }
        // All else is on a page that they opened for it.
        assert.deepEqual(writtenIn(format), writtenIn(formattersFor({ locale, unit })));
      }
    }
  });

  test('still sees which way money went, counts and times', () => {
    const { inLists } = formattersFor({ hidesAmounts: true });
    assert.equal(shown(inLists.signed('incoming', 5)), '+••• sat');
    assert.equal(shown(inLists.signed('outgoing', 5)), '−••• sat');
    assert.equal(inLists.digits(1234), '1,234');
    assert.equal(inLists.hourText(TIME), '23:30');
  });

  test('is no one who did not ask for it', () => {
    const format = formattersFor();
    assert.deepEqual(writtenIn(format.inLists), writtenIn(format));
  });
});

describe('digits', () => {
  const digitsOf = (locale: string, texts: readonly string[]): readonly string[] =>
    texts.map(formattersFor({ locale }).readDigits);

  test('are read without the grouping of the language', () => {
    const everywhere = ['10 000', '10\u00a0000', '10\u202f000', ' 10000 '];
    for (const locale of LANGUAGES) {
      const own = locale === 'en' ? ['10,000'] : ['10.000'];
      const read = digitsOf(locale, [...own, ...everywhere]);
      assert.deepEqual([...new Set(read)], ['10000'], locale);
    }
    assert.deepEqual(digitsOf('en', ['1,000,000']), ['1000000']);
    assert.deepEqual(digitsOf('de', ['1.000.000']), ['1000000']);
  });

  test('that are no whole sats, or could mean another number, stay as they are', () => {
    const never = ['', '1,5', '10.5', '10,00', '10.00', '1,0000', ',000', '-1', '1e3', '١٠', 'x'];
    for (const locale of LANGUAGES) assert.deepEqual(digitsOf(locale, never), never, locale);
    assert.deepEqual(digitsOf('en', ['10.000', '1.000.000']), ['10.000', '1.000.000']);
    for (const locale of ['de', 'es', 'pt']) {
      assert.deepEqual(digitsOf(locale, ['10,000', '1,000,000']), ['10,000', '1,000,000']);
    }
  });

  test('that were written for a form are read as the same number', () => {
    for (const locale of LANGUAGES) {
      const { digits, readDigits } = formattersFor({ locale, unit: 'btc', hidesAmounts: true });
      for (const value of [0n, 1n, 999n, 1000n, 9999n, 10_000n, 1_234_567n, ALL_SAT]) {
        assert.equal(readDigits(digits(value)), String(value), locale);
      }
    }
  });
});

describe('times', () => {
  test('are in UTC, and left to scripts, where the reader chose no time zone', () => {
    const format = formattersFor();
    assert.equal(
      renderHtml(format.moment(TIME)),
      '<time datetime="2026-03-01T23:30:00.000Z">1 Mar 2026, 23:30 UTC</time>',
    );
    assert.equal(
      renderHtml(format.day(TIME)),
      '<time datetime="2026-03-01T23:30:00.000Z" data-show="day">1 Mar 2026</time>',
    );
    assert.deepEqual(
      [format.momentText(TIME), format.dayText(TIME), format.hourText(TIME), format.timeZone],
      ['1 Mar 2026, 23:30 UTC', '1 Mar 2026', '23:30', 'UTC'],
    );
  });

  test('stay as they are in the time zone that the reader chose', () => {
    const format = formattersFor({ timeZone: 'Europe/Vienna' });
    assert.equal(
      renderHtml(format.moment(TIME)),
      '<time datetime="2026-03-01T23:30:00.000Z" data-show="given">2 Mar 2026, 00:30</time>',
    );
    assert.equal(
      renderHtml(format.day(TIME)),
      '<time datetime="2026-03-01T23:30:00.000Z" data-show="given">2 Mar 2026</time>',
    );
    assert.deepEqual(
      [format.momentText(TIME), format.dayText(TIME), format.hourText(TIME), format.timeZone],
      ['2 Mar 2026, 00:30', '2 Mar 2026', '00:30', 'Europe/Vienna'],
    );
    // UTC can be chosen too. It is then meant.
    assert.match(renderHtml(formattersFor({ timeZone: 'UTC' }).moment(TIME)), /data-show="given"/);
  });

  test('are in the language of the reader', () => {
    const written = LANGUAGES.map((locale) => formattersFor({ locale }).dayText(TIME));
    assert.deepEqual(written, ['1 Mar 2026', '01.03.2026', '1 mar 2026', '1 de mar. de 2026']);
  });

  test('of a calendar day fall on that day in every time zone', () => {
    for (const timeZone of [null, 'Pacific/Kiritimati', 'America/Los_Angeles']) {
      assert.equal(formattersFor({ timeZone }).weekdayText('2026-03-01'), 'Sun, 1 Mar 2026');
    }
    const others = LANGUAGES.slice(1).map((locale) =>
      formattersFor({ locale }).weekdayText('2026-03-01').slice(0, 2).toLowerCase(),
    );
    assert.deepEqual(others, ['so', 'do', 'do']);
  });
});
