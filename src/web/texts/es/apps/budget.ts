import type { BudgetInterval } from '../../../../access/budget-window.ts';
import { type Html, html } from '../../../pages/html.ts';

const PRESENT: Readonly<Record<BudgetInterval, string>> = {
  day: 'hoy',
  week: 'esta semana',
  month: 'este mes',
  year: 'este año',
  ever: 'en total',
};

/** How much an app or a token may spend. Amounts come with their unit, dates as they are shown. */
export const budget = {
  legend: 'Cuánto puede gastar',
  some: {
    label: 'Hasta un límite',
    hint:
      'Las comisiones y los pagos en camino también cuentan. Puedes cambiar el límite cuando ' +
      'quieras.',
  },
  amount: 'Límite',
  interval: 'Cada cuánto',
  intervals: {
    day: 'por día',
    week: 'por semana',
    month: 'por mes',
    year: 'por año',
    ever: 'en total',
  } satisfies Readonly<Record<BudgetInterval, string>>,
  end: 'El permiso para gastar termina',
  none: {
    label: 'Sin límite',
    hint: (balance: string): Html => html`<strong>Elígelo solo si le confiarías todo tu
      dinero.</strong> Puede gastar todo lo que tienes ahora, ${balance}, y todo lo que recibas
      después.`,
  },
  meter: {
    spent: (used: string, limit: string, interval: BudgetInterval) =>
      `Gastado ${PRESENT[interval]}: ${used} de ${limit}`,
    left: (amount: string) => `Disponible: ${amount}.`,
    resets: (date: string) => `Se renueva el ${date}.`,
    ends: (date: string) => `El permiso para gastar termina el ${date}.`,
    ended: (date: string) => `El permiso para gastar terminó el ${date}.`,
    noLimit: 'Sin límite',
    spendsAll: 'Puede gastar todo el dinero de tu billetera.',
  },
  problems: {
    no_choice: () => 'Elige un límite o elige «Sin límite».',
    amount_not_chosen: () =>
      'Has escrito un número. Elige «Hasta un límite» para usarlo, o elige ' +
      '«Sin límite» y vacía el campo.',
    bad_amount: (most: string) => `Escribe un número entero de 1 a ${most}.`,
    bad_interval: () => 'Elige cada cuánto se aplica el límite.',
    no_end: () => 'Elige cuándo termina el permiso para gastar.',
    past_end: () => 'Esta fecha ya pasó. Elige una posterior.',
  },
  editing: {
    title: 'Cambiar un límite',
    heading: (name: string) => `Límite de «${name}»`,
    submit: 'Guardar límite',
    done: (name: string) => `Se cambió el límite de «${name}».`,
  },
};
