import { type Budget, type BudgetView, checkBudget } from '../../../access/budget.ts';
import { BUDGET_INTERVALS } from '../../../access/budget-window.ts';
import { accept, type Result, refuse } from '../../../base/result.ts';
import { INTERVAL_WORDS } from './budget-words.ts';
import { choice, selectField, textField } from './controls.ts';
import { groupDigits, satText } from './figures.ts';
import { type Html, html } from './html.ts';
import { KEEP, lifetimeOptions, NEVER, readLifetime } from './lifetimes.ts';
import type { RequestValues } from './request-values.ts';

/** The part of a form that says how much may be spent, as it is filled in. */
export interface BudgetFields {
  /** `none` is a choice of its own, never what is left when nothing was chosen. */
  readonly limit: 'some' | 'none' | null;
  readonly amount: string;
  readonly interval: string;
  readonly end: string;
  readonly problem?: BudgetProblem;
}

export const BUDGET_FIELD_NAMES: readonly string[] = ['limit', 'amount', 'interval', 'end'];

export interface BudgetProblem {
  readonly field: 'limit' | 'amount' | 'end';
  readonly message: string;
}

/** What one form is about. */
export interface BudgetContext {
  readonly balanceSat: bigint;
  /** End of the budget that there is, which can be kept. */
  readonly presentEnd: Date | null;
}

export function budgetFields(fields: BudgetFields, context: BudgetContext): Html {
  const problemOf = (field: BudgetProblem['field']) =>
    fields.problem?.field === field ? fields.problem.message : undefined;
  const limitProblem = problemOf('limit');
  return html`
    <fieldset class="field budget">
      <legend>How much it may spend</legend>
      ${limitProblem === undefined ? null : html`<p class="mistake">${limitProblem}</p>`}
      ${choice('limit', 'one', {
        value: 'some',
        label: 'Up to a limit',
        isChosen: fields.limit === 'some',
        hint: 'Payments on their way and fees count. You can change the limit at any time.',
      })}
      <div class="within">
        <div class="row">
          ${textField({
            name: 'amount',
            label: 'Limit',
            value: fields.amount,
            unit: 'sat',
            inputMode: 'numeric',
            problem: problemOf('amount'),
          })}
          ${selectField({
            name: 'interval',
            label: 'How often',
            value: fields.interval,
            options: BUDGET_INTERVALS.map((name) => [name, INTERVAL_WORDS[name].choice]),
          })}
        </div>
        ${selectField({
          name: 'end',
          label: 'Spending ends',
          value: fields.end,
          options: lifetimeOptions(context),
          problem: problemOf('end'),
        })}
      </div>
      ${choice('limit', 'one', {
        value: 'none',
        label: 'No limit',
        isChosen: fields.limit === 'none',
        hint: html`<strong>Only for what you trust with everything.</strong> It can spend all
          ${satText(context.balanceSat)} that you have now, and all that you receive later.`,
      })}
    </fieldset>`;
}

export function readBudgetFields(form: RequestValues): BudgetFields {
  const limit = form.text('limit');
  return {
    limit: limit === 'some' || limit === 'none' ? limit : null,
    amount: form.text('amount'),
    interval: form.text('interval'),
    end: form.text('end'),
  };
}

/** The budget that was chosen, null for no limit; or what is to be mended. */
export function chosenBudget(
  { limit, amount, interval, end }: BudgetFields,
  { presentEnd }: Pick<BudgetContext, 'presentEnd'>,
  now: Date,
): Result<Budget | null, BudgetProblem> {
  if (limit === null) {
    return refuse({ field: 'limit', message: 'Choose a limit, or say that there is none.' });
  }
  if (limit === 'none') return accept(null);
  const lifetime = readLifetime(end, now, { presentEnd });
  if (lifetime === null) return refuse({ field: 'end', message: 'Choose when it ends.' });
  const typed = { limitSat: ungroupDigits(amount), interval, expiresAt: lifetime.at };
  const budget = checkBudget(typed, now);
  if (budget.ok) return budget;
  return refuse({ field: 'amount', message: `Not possible: ${budget.refusal.message}.` });
}

/** `10,000` and `10 000` are ten thousand; `10.5` and `1,5` stay what they are: no whole sats. */
const ungroupDigits = (text: string): string => {
  const trimmed = text.trim();
  return /^\d{1,3}([ ,\u00a0\u202f]\d{3})+$/.test(trimmed)
    ? trimmed.replaceAll(/\D/g, '')
    : trimmed;
};

/** The form for a budget that there is; null is one without a limit. */
export const presentBudgetFields = (budget: BudgetView | null): BudgetFields =>
  budget === null
    ? { limit: 'none', ...SUGGESTED_REST, amount: '' }
    : {
        limit: 'some',
        amount: groupDigits(budget.limitSat),
        interval: budget.interval,
        end: budget.expiresAt === null ? NEVER : KEEP,
      };

const SUGGESTED_REST = { interval: 'month', end: '365' };

/**
 * What is proposed to whoever has not decided yet: about a tenth of the wallet each month, in a
 * round figure, and an end after a year, so that what is forgotten ends by itself.
 */
export const suggestedBudgetFields = (balanceSat: bigint): BudgetFields => ({
  limit: 'some',
  ...SUGGESTED_REST,
  amount: groupDigits(roundFigure(balanceSat / 10n)),
});

const LEAST_SUGGESTED = 1000n;
const MOST_SUGGESTED = 100_000n;

/** 1, 2 or 5 with zeros behind it, not more than the amount. */
function roundFigure(amountSat: bigint): bigint {
  if (amountSat <= LEAST_SUGGESTED) return LEAST_SUGGESTED;
  if (amountSat >= MOST_SUGGESTED) return MOST_SUGGESTED;
  const unit = 10n ** BigInt(String(amountSat).length - 1);
  const digit = [5n, 2n, 1n].find((one) => one * unit <= amountSat) ?? 1n;
  return digit * unit;
}
