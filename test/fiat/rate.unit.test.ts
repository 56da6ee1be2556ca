import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { fiatValueInCents, readPrice, satsFor } from '../../src/fiat/rate.ts';

const rate = { centsPerBtc: 6_425_050n };

describe('what an amount is worth', () => {
  test('is exact, half a cent rounded up', () => {
    assert.equal(fiatValueInCents(sat(100_000_000n), rate), 6_425_050n);
    assert.equal(fiatValueInCents(sat(0n), rate), 0n);
    assert.equal(fiatValueInCents(sat(1n), { centsPerBtc: 49_999_999n }), 0n);
    assert.equal(fiatValueInCents(sat(1n), { centsPerBtc: 50_000_000n }), 1n);
    assert.equal(
      fiatValueInCents(sat(2_100_000_000_000_000n), { centsPerBtc: 10n ** 16n }),
      21n * 10n ** 22n,
    );
  });

  test('leads back to the amount, to the nearest sat', () => {
    for (const cents of [1n, 10n, 999n, 123_456n]) {
      const back = fiatValueInCents(sat(satsFor(cents, rate)), rate);
      assert.equal(back, cents);
    }
    assert.equal(satsFor(0n, rate), 0n);
  });
});

describe('the price in an answer', () => {
  test('stands at its path, as a number or a decimal text', () => {
    assert.equal(readPrice({ data: { amount: '64250.50' } }, 'data.amount'), 6_425_050n);
    assert.equal(readPrice({ bitcoin: { eur: 64250.5 } }, 'bitcoin.EUR'), 6_425_050n);
    assert.equal(readPrice({ USD: 64250 }, 'USD'), 6_425_000n);
    assert.equal(readPrice([{ last: '1.239' }], '0.last'), 123n);
  });

  for (const [what, answer] of Object.entries({
    nothing: {},
    null: { p: null },
    'an empty text': { p: '' },
    zero: { p: 0 },
    'less than nothing': { p: -5 },
    'too much': { p: '1e30' },
    'no number': { p: Number.NaN },
    'a number with commas': { p: '64,250.50' },
    'an object': { p: { p: 1 } },
    'more than all money': { p: '99999999999999999' },
    'a yes': { p: true },
  })) {
    test(`is none for ${what}`, () => assert.equal(readPrice(answer, 'p'), null));
  }

  test('is not looked for in what every object has', () => {
    assert.equal(readPrice({}, '__proto__.constructor'), null);
    assert.equal(readPrice('text', 'length'), null);
    assert.equal(readPrice(null, 'p'), null);
  });
});
