import type { BudgetInterval } from '../../../../access/budget-window.ts';
import { type Html, html } from '../../../pages/html.ts';

const PRESENT: Readonly<Record<BudgetInterval, string>> = {
  day: 'heute',
  week: 'diese Woche',
  month: 'diesen Monat',
  year: 'dieses Jahr',
  ever: 'insgesamt',
};

/** How much an app or a token may spend. Amounts come with their unit, dates as they are shown. */
export const budget = {
  legend: 'Wie viel darf ausgegeben werden?',
  some: {
    label: 'Bis zu einem Limit',
    hint:
      'Gebühren und Zahlungen, die noch unterwegs sind, zählen mit. Du kannst das Limit ' +
      'jederzeit ändern.',
  },
  amount: 'Limit',
  interval: 'Zeitraum',
  intervals: {
    day: 'pro Tag',
    week: 'pro Woche',
    month: 'pro Monat',
    year: 'pro Jahr',
    ever: 'insgesamt',
  } satisfies Readonly<Record<BudgetInterval, string>>,
  end: 'Erlaubnis endet',
  none: {
    label: 'Kein Limit',
    hint: (balance: string): Html => html`<strong>Nur für etwas, dem du dein ganzes Geld
      anvertraust.</strong> Alles, was du jetzt hast (${balance}), kann ausgegeben werden, und auch
      alles, was du später empfängst.`,
  },
  meter: {
    spent: (used: string, limit: string, interval: BudgetInterval) =>
      `${used} von ${limit} ${PRESENT[interval]} ausgegeben`,
    left: (amount: string) => `Noch ${amount} übrig.`,
    resets: (date: string) => `Das Limit beginnt am ${date} neu.`,
    ends: (date: string) => `Die Erlaubnis endet am ${date}.`,
    ended: (date: string) => `Die Erlaubnis endete am ${date}.`,
    noLimit: 'Kein Limit',
    spendsAll: 'Das ganze Geld in deiner Wallet kann ausgegeben werden.',
  },
  problems: {
    no_choice: () => 'Wähle ein Limit oder „Kein Limit“.',
    amount_not_chosen: () =>
      'Du hast eine Zahl eingegeben. Wähle dafür „Bis zu einem Limit“, oder ' +
      'wähle „Kein Limit“ und leere das Feld.',
    bad_amount: (most: string) => `Gib eine ganze Zahl von 1 bis ${most} ein.`,
    bad_interval: () => 'Wähle, für welchen Zeitraum das Limit gilt.',
    no_end: () => 'Wähle, wann die Erlaubnis endet.',
    past_end: () => 'Dieses Datum ist vorbei. Wähle ein späteres.',
  },
  editing: {
    title: 'Limit ändern',
    heading: (name: string) => `Limit von „${name}“`,
    submit: 'Limit speichern',
    done: (name: string) => `Das Limit von „${name}“ ist geändert.`,
  },
};
