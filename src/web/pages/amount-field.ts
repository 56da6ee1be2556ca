/** A field for an amount of money, in sats or in the currency of a price. */

import { accept, type Result, refuse } from '../../base/result.ts';
import { type Rate, satsFor } from '../../fiat/rate.ts';
import { type Html, html } from '../../i18n/html.ts';
import type { PageTexts } from '../texts/page-texts.ts';
import { type TextField, textField } from './controls.ts';
import { timedText } from './fiat-value.ts';
import type { FormatterSet } from './formatters.ts';
import type { RequestValues } from './request-values.ts';

/**
 * The script that shows an amount in the other one of two units, sats or a currency, while someone
 * types it.
 */
const AMOUNT_SCRIPT = 'amount.js';

/** The unit of amounts where no other one is named. */
export const SAT = 'sat';

export interface AmountField
  extends Pick<TextField, 'label' | 'value' | 'hint' | 'hasFocus' | 'problem' | 'optional'> {
  /**
   * The unit that was sent with the form; '' chooses the unit in which the reader last typed an
   * amount.
   */
  readonly unit: string;
  /** The price of a bitcoin; null where amounts are typed in sats only. */
  readonly rate: Rate | null;
  readonly now: Date;
}

/** A field for an amount, which is sent as `amount`, with its unit as `unit`. */
export function amountField(texts: PageTexts, { rate, unit, now, ...field }: AmountField): Html {
  const isRequired = field.optional === undefined;
  const common = { ...field, name: 'amount', autocomplete: 'off', isRequired };
  if (rate === null) return textField({ ...common, inputMode: 'numeric', unit: SAT });
  const { currency, centsPerBtc } = rate;
  // An amount that the page itself proposes is in sats.
  const usual = field.value ? SAT : texts.format.typedUnit;
  const chosen = unit === '' ? usual : unit;
  return textField({
    ...common,
    inputMode: 'decimal',
    units: {
      name: 'unit',
      label: texts.worth.unit,
      value: chosen === currency ? currency : SAT,
      units: [SAT, currency],
    },
    below: html`<p class="hint other-unit" aria-live="polite" data-other-unit="${timedText(
      texts,
      rate,
      '{}',
      now,
    )}" data-about="${texts.worth.about({ money: '{}' })}" data-least="${texts.worth.least({
      money: '{}',
    })}" data-currency="${currency}" data-cents-per-btc="${String(centsPerBtc)}"></p>`,
  });
}

/** The scripts that a page with a field for amounts loads. */
export const amountScripts = (rate: Rate | null): readonly string[] =>
  rate === null ? [] : [AMOUNT_SCRIPT];

export type AmountRefusal = { readonly kind: 'bad_amount' | 'bad_money' | 'no_price' };

/**
 * Reads an amount that may be empty: null for an empty field, and otherwise as `readAmount` reads
 * it.
 */
export const readOptionalAmount = (
  format: FormatterSet,
  form: RequestValues,
  rate: Rate | null,
): Result<bigint | null, AmountRefusal> =>
  form.text('amount').trim() === '' ? accept(null) : readAmount(format, form, rate);

/** Reads an amount in whole sats. Limits are checked by the caller. */
export function readAmount(
  format: FormatterSet,
  form: RequestValues,
  rate: Rate | null,
): Result<bigint, AmountRefusal> {
  const text = form.text('amount');
  const unit = form.text('unit') || SAT;
  if (unit === SAT) {
    const digits = format.readDigits(text);
    return /^\d{1,16}$/.test(digits) ? accept(BigInt(digits)) : refuse({ kind: 'bad_amount' });
  }
  if (unit !== rate?.currency) return refuse({ kind: 'no_price' });
  const cents = format.readMoney(text);
  return cents === null ? refuse({ kind: 'bad_money' }) : accept(satsFor(cents, rate));
}

/**
 * Says why an amount cannot be used. `badAmount` is the sentence for an amount in sats that is no
 * number.
 */
export function amountProblem(
  { format, worth: words }: PageTexts,
  { kind }: AmountRefusal,
  badAmount: string,
): string {
  switch (kind) {
    case 'bad_amount':
      return badAmount;
    case 'bad_money':
      return words.badMoney({ example: format.decimal(1250n, 2) });
    case 'no_price':
      return words.noPrice;
  }
}
