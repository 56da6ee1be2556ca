import type { Outcome } from './play.ts';
import type { Regime } from './stage.ts';

const HEADS = [
  'Stolen',
  'Gone, no limits',
  'First alarm',
  'Ended by',
  'Gone, with limits',
  'First alarm',
  'Ended by',
  'Payments again after',
  'Presses',
];
const NUMBERS = /^Gone|again|Presses/;

const toSat = (amountMsat: bigint): string => (amountMsat / 1000n).toLocaleString('en');

/** What a run has found, as a table of Markdown: a row for each theft, without limits and with. */
export function renderOutcomes(outcomes: readonly Outcome[]): string {
  const names = [...new Set(outcomes.map(({ name }) => name))];
  const rows = names.map((name) => {
    const of = (regime: Regime) =>
      outcomes.find((outcome) => outcome.name === name && outcome.regime === regime);
    const [before, after] = [of('no limits'), of('proposed limits')];
    const title = (before ?? after)?.title ?? name;
    return `| ${[title, ...cellsOf(before), ...cellsOf(after)].join(' | ')} |`;
  });
  return [
    `| ${HEADS.join(' | ')} |`,
    `|${HEADS.map((head) => (NUMBERS.test(head) ? '---:' : '---')).join('|')}|`,
    ...rows,
    '',
  ].join('\n');
}

function cellsOf(outcome: Outcome | undefined): readonly string[] {
  if (outcome === undefined) return ['', '', ''];
  const { arrivedMsat, alarm, endedBy, stopped, backSec, presses, regime } = outcome;
  const told = alarm === null ? 'none' : `${alarm.sec.toFixed(1)} s, \`${alarm.kind}\``;
  const cells = [toSat(arrivedMsat), told, endedBy];
  if (regime === 'no limits') return cells;
  const back = backSec === null ? 'not yet' : `${(backSec / 60).toFixed(2)} min`;
  return [...cells, stopped ? back : 'never stopped', String(presses.length)];
}

/** The outcomes for programs. Amounts are texts, in millisatoshis. */
export const toJson = (outcomes: readonly Outcome[]): string =>
  JSON.stringify(
    outcomes,
    (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    2,
  );
