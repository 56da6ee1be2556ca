import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { fiatValueInCents, satsFor } from '../../src/fiat/rate.ts';
import { moneyText } from '../../src/web/pages/fiat-value.ts';
import { createFormatters } from '../../src/web/pages/formatters.ts';
import { checkProperty } from '../support/check-property.ts';

/** The script that shows the other unit must say what the server makes of the same text. */
const SCRIPT = readFileSync(new URL('../../src/web/assets/amount.js', import.meta.url), 'utf8');

const LANGUAGES = ['en', 'de', 'es', 'pt'] as const;
const CURRENCIES = ['EUR', 'USD', 'JPY', 'BRL', 'CHF'] as const;

interface Typed {
  readonly text: string;
  readonly unit: string;
  readonly currency: string;
  readonly centsPerBtc: bigint;
  readonly lang: string;
}

/** What stands below the field once the script has run. */
function shownBy({ text, unit, currency, centsPerBtc, lang }: Typed): string {
  const parts = { input: { value: text }, select: { value: unit } };
  const events = { addEventListener: () => undefined };
  const line = {
    textContent: '',
    dataset: {
      otherUnit: '{}',
      about: '≈ {}',
      least: 'less than {}',
      currency,
      centsPerBtc: String(centsPerBtc),
    },
    closest: () => ({
      querySelector: (name: 'input' | 'select') => ({ ...parts[name], ...events }),
    }),
  };
  const document = { documentElement: { lang }, querySelectorAll: () => [line] };
  runInContext(SCRIPT, createContext({ document, Intl, BigInt }));
  return line.textContent;
}

/** What the functions say that read a form when it is sent. */
function shownByServer({ text, unit, currency, centsPerBtc, lang }: Typed): string {
  const format = createFormatters({
    locale: lang,
    unit: 'sat',
    timeZone: 'UTC',
    hidesAmounts: false,
  });
  if (unit === currency) {
    const cents = format.readMoney(text);
    return cents === null ? '' : `≈ ${format.sat(satsFor(cents, { centsPerBtc }))}`;
  }
  const digits = format.readDigits(text);
  if (!/^\d{1,16}$/.test(digits)) return '';
  const cents = fiatValueInCents(BigInt(digits), { centsPerBtc });
  return cents === 0n && BigInt(digits) > 0n
    ? `less than ${moneyText(1n, currency, lang)}`
    : `≈ ${moneyText(cents, currency, lang)}`;
}

const amountText = fc.oneof(
  fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String),
  fc
    .tuple(fc.nat({ max: 999 }), fc.nat({ max: 999 }), fc.constantFrom(',', '.', ' ', '\u00a0'))
    .map(([thousands, rest, sign]) => `${thousands}${sign}${String(rest).padStart(3, '0')}`),
  fc
    .tuple(fc.nat(), fc.constantFrom(',', '.'), fc.nat({ max: 9999 }))
    .map(([whole, sign, parts]) => `${whole}${sign}${parts}`),
  fc.string({ unit: fc.constantFrom(...'0123456789., \u00a0\u202f-e') }),
  fc.string(),
);

const typed: fc.Arbitrary<Typed> = fc
  .record({
    text: amountText,
    isMoney: fc.boolean(),
    currency: fc.constantFrom(...CURRENCIES),
    // From a price that cannot be meant to one that no one pays.
    centsPerBtc: fc.oneof(
      fc.bigInt({ min: 1n, max: 10n ** 16n }),
      fc.bigInt({ min: 1_000_000n, max: 20_000_000n }),
    ),
    lang: fc.constantFrom(...LANGUAGES),
  })
  .map(({ isMoney, ...one }) => ({ ...one, unit: isMoney ? one.currency : 'sat' }));

describe('the other unit while someone types', () => {
  test('is what the server makes of the same text, in either unit', () => {
    checkProperty(
      fc.property(typed, (one) => assert.equal(shownBy(one), shownByServer(one))),
      { numRuns: 1000 },
    );
  });

  test('rounds half up in both directions', () => {
    const price = { currency: 'EUR', lang: 'en' };
    // Half a cent, and just below.
    assert.equal(
      shownBy({ ...price, text: '1', unit: 'sat', centsPerBtc: 50_000_000n }),
      '≈ €0.01',
    );
    assert.equal(
      shownBy({ ...price, text: '1', unit: 'sat', centsPerBtc: 49_999_999n }),
      'less than €0.01',
    );
    assert.equal(
      shownBy({ ...price, text: '0', unit: 'sat', centsPerBtc: 49_999_999n }),
      '≈ €0.00',
    );
    // A cent buys half a sat, and just below.
    assert.equal(
      shownBy({ ...price, text: '0.01', unit: 'EUR', centsPerBtc: 200_000_000n }),
      '≈ 1 sat',
    );
    assert.equal(
      shownBy({ ...price, text: '0.01', unit: 'EUR', centsPerBtc: 200_000_001n }),
      '≈ 0 sat',
    );
  });
});

test('what is typed in money is worth that money again, to the nearest cent', () => {
  checkProperty(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 12n }),
      // A sat is worth less than a cent, so no cent is lost by whole sats.
      fc.bigInt({ min: 1n, max: 100_000_000n }),
      (cents, centsPerBtc) => {
        assert.equal(fiatValueInCents(satsFor(cents, { centsPerBtc }), { centsPerBtc }), cents);
      },
    ),
  );
});
