import {
  type BadBudget,
  type Budget,
  type BudgetView,
  checkBudget,
} from '../../authorization/budget.ts';
import { BUDGET_INTERVALS } from '../../authorization/budget-window.ts';
import { MAX_BUDGET_SAT } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { type Html, html } from '../../i18n/html.ts';
import { choice, hiddenField, selectField, textField } from '../../web/pages/controls.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import { strong } from '../../web/pages/message-tags.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import type { PageTexts } from '../../web/texts/page-texts.ts';
import { KEEP, lifetimeOptions, NEVER, readLifetime } from './lifetimes.ts';

/** The form fields about what may be spent, as they are filled in. */
export interface BudgetFields {
  /**
   * Whether there is a spending limit. `none` has to be chosen explicitly; null means that nothing
   * was chosen.
   */
  readonly limit: 'some' | 'none' | null;
  readonly amount: string;
  readonly interval: string;
  readonly end: string;
  /** The amount that the field contained when the form was first shown. */
  readonly shown: string;
  /** The amount above which a payment waits for approval; empty for none. */
  readonly askAbove: string;
  readonly problem?: BudgetProblem;
}

export const BUDGET_FIELD_NAMES: readonly string[] = [
  ...['limit', 'amount', 'interval', 'end', 'ask_above'],
  'amount_shown',
];

/** The problems that the form fields about a spending limit can have. */
export type BudgetProblem = 'no_choice' | 'amount_not_chosen' | 'no_end' | BadBudget['reason'];

/** What the page knows when it shows or checks the fields of a limit. */
export interface BudgetContext {
  readonly balanceSat: bigint;
  /** The end of the present spending limit, which the user can keep. */
  readonly presentEnd: Date | null;
  /** Whether the form has no field for the end of the permission. */
  readonly isEndless?: boolean;
}

export function budgetFields(
  texts: Pick<PageTexts, 'budget' | 'format' | 'lifetimes'>,
  fields: BudgetFields,
  context: BudgetContext,
): Html {
  const { budget: words, format } = texts;
  const { problem } = fields;
  const problemOf = (field: FieldName): string | undefined =>
    problem !== undefined && FIELD_OF[problem] === field ? problemText(texts, problem) : undefined;
  const limitProblem = problemOf('limit');
  return html`
    ${hiddenField('amount_shown', fields.shown)}
    <fieldset class="field budget">
      <legend>${words.legend}</legend>
      ${limitProblem === undefined ? null : html`<p class="mistake">${limitProblem}</p>`}
      ${choice('limit', 'one', {
        value: 'some',
        label: words.some.label,
        isChosen: fields.limit === 'some',
        hint: words.some.hint,
      })}
      <div class="within">
        <div class="row">
          ${textField({
            name: 'amount',
            label: words.amount,
            value: fields.amount,
            unit: 'sat',
            inputMode: 'numeric',
            problem: problemOf('amount'),
          })}
          ${selectField({
            name: 'interval',
            label: words.interval,
            value: fields.interval,
            options: BUDGET_INTERVALS.map((name) => [name, words.intervals[name]]),
            problem: problemOf('interval'),
          })}
        </div>
        ${
          context.isEndless === true
            ? null
            : selectField({
                name: 'end',
                label: words.end,
                value: fields.end,
                options: lifetimeOptions(texts, context),
                problem: problemOf('end'),
              })
        }
      </div>
      ${choice('limit', 'one', {
        value: 'none',
        label: words.none.label,
        isChosen: fields.limit === 'none',
        hint: words.none.hint({ balance: format.sat(context.balanceSat), strong }),
      })}
      ${askField(texts, fields.askAbove, problemOf('ask_above'))}
    </fieldset>`;
}

/** The field for the amount above which each payment waits for approval. */
export const askField = (
  { budget: { asks: words } }: Pick<PageTexts, 'budget'>,
  value: string,
  problem: string | undefined,
): Html =>
  textField({
    name: 'ask_above',
    label: words.label,
    value,
    unit: 'sat',
    inputMode: 'numeric',
    hint: words.hint,
    problem,
  });

export function problemText(
  { budget: { problems }, format }: Pick<PageTexts, 'budget' | 'format'>,
  problem: BudgetProblem,
): string {
  const most = format.digits(MAX_BUDGET_SAT);
  if (problem === 'bad_amount') return problems.bad_amount({ most });
  return problem === 'bad_ask' ? problems.bad_ask({ most }) : problems[problem];
}

type FieldName = 'limit' | 'amount' | 'interval' | 'end' | 'ask_above';

const FIELD_OF: Readonly<Record<BudgetProblem, FieldName>> = {
  no_choice: 'limit',
  amount_not_chosen: 'limit',
  bad_amount: 'amount',
  bad_ask: 'ask_above',
  bad_interval: 'interval',
  no_end: 'end',
  past_end: 'end',
};

export function readBudgetFields(form: RequestValues): BudgetFields {
  const limit = form.text('limit');
  return {
    limit: limit === 'some' || limit === 'none' ? limit : null,
    amount: form.text('amount'),
    interval: form.text('interval'),
    end: form.text('end'),
    shown: form.text('amount_shown'),
    askAbove: form.text('ask_above').trim(),
  };
}

/** Reads the budget that was chosen, null for none, or finds what has to be corrected. */
export function chosenBudget(
  { readDigits }: FormatterSet,
  { limit, amount, interval, end, shown, askAbove }: BudgetFields,
  { presentEnd }: Pick<BudgetContext, 'presentEnd'>,
  now: Date,
): Result<Budget | null, BudgetProblem> {
  if (limit === null) return refuse('no_choice');
  // A number was typed although "no limit" is marked. The user is asked what they meant, so that a
  // typed limit is never ignored.
  if (limit === 'none' && amount !== '' && amount !== shown) return refuse('amount_not_chosen');
  if (limit === 'none' && askAbove === '') return accept(null);
  const isLimited = limit === 'some';
  // Without a limit the field for the end is hidden, so only the present end can be meant.
  const lifetime = readLifetime(isLimited || end === KEEP ? end : NEVER, now, { presentEnd });
  if (lifetime === null) return refuse('no_end');
  const typed = {
    limitSat: isLimited ? readDigits(amount) : null,
    askAboveSat: askAbove === '' ? null : readDigits(askAbove),
    interval: isLimited ? interval : 'ever',
    expiresAt: lifetime.at,
  };
  const budget = checkBudget(typed, now);
  return budget.ok ? budget : refuse(budget.refusal.reason);
}

/** Fills in the fields from a budget that is in force; null stands for none. */
export function presentBudgetFields(
  { digits }: FormatterSet,
  budget: BudgetView | null,
): BudgetFields {
  const none = { limit: 'none', ...SUGGESTED_REST, amount: '', shown: '' } as const;
  if (budget === null) return none;
  const { limitSat, askAboveSat, interval, expiresAt } = budget;
  const askAbove = askAboveSat === null ? '' : digits(askAboveSat);
  if (limitSat === null) return { ...none, askAbove, ...(expiresAt === null ? {} : { end: KEEP }) };
  const amount = digits(limitSat);
  const end = expiresAt === null ? NEVER : KEEP;
  return { limit: 'some', amount, shown: amount, interval, end, askAbove };
}

const SUGGESTED_REST = { interval: 'month', end: '365', askAbove: '' };

/**
 * Fills in the fields with a proposal: about a tenth of the balance each month, as a round figure,
 * for a year. The end makes sure that a forgotten permission ends by itself.
 */
export const suggestedBudgetFields = (
  { digits }: FormatterSet,
  balanceSat: bigint,
): BudgetFields => ({
  limit: 'some',
  ...SUGGESTED_REST,
  amount: digits(roundFigure(balanceSat / 10n)),
  shown: digits(roundFigure(balanceSat / 10n)),
});

const LEAST_SUGGESTED = 1000n;
const MOST_SUGGESTED = 100_000n;

/** Rounds an amount down to 1, 2 or 5 followed by zeros. */
function roundFigure(amountSat: bigint): bigint {
  if (amountSat <= LEAST_SUGGESTED) return LEAST_SUGGESTED;
  if (amountSat >= MOST_SUGGESTED) return MOST_SUGGESTED;
  const unit = 10n ** BigInt(String(amountSat).length - 1);
  const digit = [5n, 2n, 1n].find((one) => one * unit <= amountSat) ?? 1n;
  return digit * unit;
}
