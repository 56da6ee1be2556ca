import { readSat } from '../../base/amount.ts';
import { cleanText } from '../../base/text.ts';
import type { FormatterSet } from '../../web/pages/formatters.ts';
import { ACTIVITY_PATH } from '../../web/pages/paths.ts';
import type { RequestValues } from '../../web/pages/request-values.ts';
import { type ActivityPosition, type ActivityQuery, NEWEST_ACTIVITY } from '../activity-store.ts';
import { MAX_SEARCH_LENGTH } from '../limits.ts';
import { beginOf, endOf, readDay } from './days.ts';

/**
 * The filters and the position of a list, as the address of the page holds them, so that the
 * browser's Back button works.
 */
export interface ActivityQueryInput {
  readonly direction: ActivityQuery['direction'];
  readonly state: ActivityQuery['state'];
  readonly grantId: string | null;
  /** The first and the last day of a filter, as they were typed; '' if none was. */
  readonly from: string;
  readonly to: string;
  readonly minAmount: string;
  readonly text: string;
  readonly before: ActivityPosition | null;
}

export type InputProblem = 'from' | 'to' | 'minAmount';

const DIRECTIONS: ReadonlyMap<string, ActivityQueryInput['direction']> = new Map([
  ['in', 'incoming'],
  ['out', 'outgoing'],
]);
const STATES: ReadonlyMap<string, ActivityQuery['state']> = new Map([
  ['waiting', 'waiting'],
  ['settled', 'settled'],
  ['pending', 'pending'],
  ['failed', 'failed'],
]);

/** Reads the filters from the page's address. A value that the form does not offer is ignored. */
export const readInput = (query: RequestValues): ActivityQueryInput => ({
  direction: DIRECTIONS.get(query.text('show')) ?? 'both',
  state: STATES.get(query.text('state')) ?? 'all',
  grantId: /^[\w-]{1,64}$/.exec(query.text('app'))?.[0] ?? null,
  from: textOf(query, 'from'),
  to: textOf(query, 'to'),
  minAmount: textOf(query, 'min'),
  text: textOf(query, 'q'),
  before: readPosition(query.text('before')),
});

const textOf = (query: RequestValues, name: string): string =>
  cleanText(query.text(name).trim(), MAX_SEARCH_LENGTH);

/** The address of the list of movements, with the filters that were chosen in its form. */
export function addressOfInput(input: ActivityQueryInput, path: string = ACTIVITY_PATH): string {
  const fields: readonly (readonly [string, string])[] = [
    ['show', SHOWN[input.direction]],
    ['state', input.state === 'all' ? '' : input.state],
    ['app', input.grantId ?? ''],
    ['from', input.from],
    ['to', input.to],
    ['min', input.minAmount],
    ['q', input.text],
    ['before', input.before === null ? '' : writePosition(input.before)],
  ];
  const query = new URLSearchParams();
  for (const [name, value] of fields) if (value !== '') query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

export const SHOWN = { both: '', incoming: 'in', outgoing: 'out' } as const;

/**
 * Whether any filter of the form is set. The links for the direction do not count, as they are not
 * part of the form.
 */
export const isSearched = (input: ActivityQueryInput): boolean =>
  input.state !== 'all' ||
  input.grantId !== null ||
  [input.text, input.from, input.to, input.minAmount].some((text) => text !== '');

export const isUnfiltered = (input: ActivityQueryInput): boolean =>
  input.direction === 'both' && !isSearched(input);

export interface CheckedInput {
  readonly filter: Pick<ActivityQuery, 'from' | 'to' | 'minAmountSat' | 'text'>;
  readonly problems: ReadonlySet<InputProblem>;
}

/**
 * Checks the typed filters. A filter that makes no sense is not applied, and the page shows the
 * problem beside its field.
 */
export function checkInput(
  format: FormatterSet,
  { from, to, minAmount, text }: ActivityQueryInput,
): CheckedInput {
  const problems = new Set<InputProblem>();
  const dayOf = (typed: string, name: 'from' | 'to'): string | null => {
    const day = readDay(typed);
    if (day === null && typed !== '') problems.add(name);
    return day;
  };
  const [first, last] = [dayOf(from, 'from'), dayOf(to, 'to')];
  const minAmountSat = readSat(format.readDigits(minAmount));
  if (minAmountSat === null && minAmount !== '') problems.add('minAmount');
  return {
    filter: {
      from: first === null ? null : beginOf(format.timeZone, first),
      to: last === null ? null : endOf(format.timeZone, last),
      minAmountSat,
      text: text === '' ? null : text,
    },
    problems,
  };
}

const writePosition = ({ settledBefore, failedBefore }: ActivityPosition): string =>
  [settledBefore, failedBefore.createdAt.getTime(), failedBefore.id].join('.');

const POSITION = /^(\d{1,19})\.(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/**
 * Reads a position in the list from the page's address. A made-up position is harmless, because the
 * list never holds entries of other users.
 */
function readPosition(text: string): ActivityPosition | null {
  const [, seq = '', time = '', id = ''] = POSITION.exec(text) ?? [];
  if (seq === '') return null;
  const { settledBefore: most, failedBefore: latest } = NEWEST_ACTIVITY;
  const createdAt = new Date(Math.min(Number(time), latest.createdAt.getTime()));
  const settledBefore = BigInt(seq) < most ? BigInt(seq) : most;
  return { settledBefore, failedBefore: { createdAt, id } };
}
