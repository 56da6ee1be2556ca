import type { BudgetInterval } from '../../../../access/budget-window.ts';
import { type Html, html } from '../../../pages/html.ts';

const PRESENT: Readonly<Record<BudgetInterval, string>> = {
  day: 'today',
  week: 'this week',
  month: 'this month',
  year: 'this year',
  ever: 'in total',
};

/** How much an app or a token may spend. Amounts come with their unit, dates as they are shown. */
export const budget = {
  legend: 'How much it may spend',
  some: {
    label: 'Up to a limit',
    hint: 'Fees and payments on their way count. You can change the limit at any time.',
  },
  amount: 'Limit',
  interval: 'How often',
  intervals: {
    day: 'per day',
    week: 'per week',
    month: 'per month',
    year: 'per year',
    ever: 'in total',
  } satisfies Readonly<Record<BudgetInterval, string>>,
  end: 'Spending ends',
  none: {
    label: 'No limit',
    hint: (balance: string): Html => html`<strong>Only for what you trust with all your
      money.</strong> It can spend all ${balance} that you have now, and all that you receive
      later.`,
  },
  meter: {
    spent: (used: string, limit: string, interval: BudgetInterval) =>
      `${used} of ${limit} spent ${PRESENT[interval]}`,
    left: (amount: string) => `${amount} left.`,
    resets: (date: string) => `Resets on ${date}.`,
    ends: (date: string) => `Spending ends on ${date}.`,
    ended: (date: string) => `Spending ended on ${date}.`,
    noLimit: 'No limit',
    spendsAll: 'It can spend all the money in your wallet.',
  },
  problems: {
    no_choice: () => 'Choose a limit, or choose “No limit”.',
    amount_not_chosen: () =>
      'You entered a number. Choose “Up to a limit” for it, or choose “No ' +
      'limit” and empty the field.',
    bad_amount: (most: string) => `Enter a whole number from 1 to ${most}.`,
    bad_interval: () => 'Choose how often the limit applies.',
    no_end: () => 'Choose when spending ends.',
    past_end: () => 'This date is in the past. Choose a later end.',
  },
  editing: {
    title: 'Change a limit',
    heading: (name: string) => `Limit of “${name}”`,
    submit: 'Save limit',
    done: (name: string) => `The limit of “${name}” is changed.`,
  },
};
