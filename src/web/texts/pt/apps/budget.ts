import type { BudgetInterval } from '../../../../access/budget-window.ts';
import { type Html, html } from '../../../pages/html.ts';

const PRESENT: Readonly<Record<BudgetInterval, string>> = {
  day: 'hoje',
  week: 'nesta semana',
  month: 'neste mês',
  year: 'neste ano',
  ever: 'no total',
};

/** How much an app or a token may spend: both words are masculine. */
export const budget = {
  legend: 'Quanto pode gastar',
  some: {
    label: 'Até um limite',
    hint: 'Taxas e pagamentos a caminho contam. Você pode mudar o limite quando quiser.',
  },
  amount: 'Limite',
  interval: 'Frequência',
  intervals: {
    day: 'por dia',
    week: 'por semana',
    month: 'por mês',
    year: 'por ano',
    ever: 'no total',
  } satisfies Readonly<Record<BudgetInterval, string>>,
  /** One of the lifetimes follows. */
  end: 'A permissão para gastar termina',
  none: {
    label: 'Sem limite',
    hint: (balance: string): Html => html`<strong>Somente se você confiaria todo o seu dinheiro a
      ele.</strong> Ele pode gastar todo o saldo que você tem agora (${balance}) e tudo o que você
      receber depois.`,
  },
  meter: {
    spent: (used: string, limit: string, interval: BudgetInterval) =>
      `Gasto ${PRESENT[interval]}: ${used} de ${limit}`,
    left: (amount: string) => `Ainda pode gastar ${amount}.`,
    resets: (date: string) => `Recomeça em ${date}.`,
    ends: (date: string) => `A permissão para gastar termina em ${date}.`,
    ended: (date: string) => `A permissão para gastar terminou em ${date}.`,
    noLimit: 'Sem limite',
    spendsAll: 'Pode gastar todo o dinheiro da sua carteira.',
  },
  problems: {
    no_choice: () => 'Escolha um limite ou escolha “Sem limite”.',
    amount_not_chosen: () =>
      'Você digitou um número. Escolha “Até um limite” para usá-lo, ou ' +
      'escolha “Sem limite” e esvazie o campo.',
    bad_amount: (most: string) => `Digite um número inteiro de 1 a ${most}.`,
    bad_interval: () => 'Escolha com que frequência o limite vale.',
    no_end: () => 'Escolha quando termina a permissão para gastar.',
    past_end: () => 'Esta data já passou. Escolha uma data futura.',
  },
  editing: {
    title: 'Mudar um limite',
    heading: (name: string) => `Limite de “${name}”`,
    submit: 'Salvar limite',
    done: (name: string) => `O limite de “${name}” foi alterado.`,
  },
};
