import type { NewestPage } from '../../authorization/token-store.ts';
import { MAX_RECORDS_AT_ONCE } from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { MAX_UNIX_SEC } from '../../base/wire-time.ts';
import { readListPage } from '../../web/list-page.ts';
import type { QueryTexts } from '../../web/route.ts';
import type { HistoryQuery } from '../history-store.ts';
import type { HistoryQueryRefusal } from './history-errors.ts';

/**
 * Reads the query of a list. Old clients send senseless values (`items=0`, `q=[object Object]`),
 * which count as absent. An unknown identifier is refused, though, as the list that it asks for
 * does not exist. A senseless time is refused too, as it would give an empty list, or everything.
 */
export function readHistoryQuery(
  query: QueryTexts,
  userId: string,
  direction: HistoryQuery['direction'],
): Result<HistoryQuery, HistoryQueryRefusal> {
  const identifiers = readIdentifiers(query);
  if (!identifiers.ok) return identifiers;
  const times = readTimes(query);
  if (!times.ok) return times;
  return accept({
    userId,
    direction,
    ...times.value,
    ...identifiers.value,
    ...readListPage(query),
  });
}

/**
 * Reads which page of a list a query asks for, if it asks for a few of the newest records and sets
 * no filter; null for any other query.
 */
export function readNewestPage(
  query: QueryTexts,
  direction: HistoryQuery['direction'],
): NewestPage | null {
  const read = readHistoryQuery(query, NO_USER_YET, direction);
  if (!read.ok) return null;
  const { createdAfter, createdBefore, since, before, settledSince, offset, limit } = read.value;
  const filters = [createdAfter, createdBefore, since, before, settledSince];
  const isPlain = filters.every((filter) => filter === null);
  return isPlain && offset + limit <= MAX_RECORDS_AT_ONCE ? { direction, offset, limit } : null;
}

/**
 * Stands for the user's id in a query that is read before the token has told whose records are
 * meant.
 */
const NO_USER_YET = '';

type Identifiers = Pick<HistoryQuery, 'since' | 'before' | 'settledSince'>;

function readIdentifiers(query: QueryTexts): Result<Identifiers, HistoryQueryRefusal> {
  const identifiers = {
    since: readText(query.get('q[since]')),
    before: readText(query.get('q[before]')),
    settledSince: readText(query.get('q[settled_since]')),
  };
  for (const identifier of Object.values(identifiers)) {
    if (identifier !== null && !/^[A-Za-z0-9]{1,64}$/.test(identifier)) {
      return refuse({ kind: 'unknown_identifier', identifier });
    }
  }
  return accept(identifiers);
}

const readText = (text: string | undefined): string | null =>
  text === undefined || text === '' || text === '0' ? null : text;

type Times = Pick<HistoryQuery, 'createdAfter' | 'createdBefore'>;

function readTimes(query: QueryTexts): Result<Times, HistoryQueryRefusal> {
  const createdAfter = readTime(query, 'q[created_at_gt]');
  if (!createdAfter.ok) return createdAfter;
  const createdBefore = readTime(query, 'q[created_at_lt]');
  if (!createdBefore.ok) return createdBefore;
  return accept({ createdAfter: createdAfter.value, createdBefore: createdBefore.value });
}

/** Texts that programs write for a time that they do not have. */
const NO_TIME = /^(?:0*|undefined|null)$/;
/**
 * A time in Unix seconds. One client, written in Clojure, divides milliseconds by 1000, and sends
 * the fraction as that language writes it (`N/M`).
 */
const UNIX_TIME = /^(\d{1,15})(?:\.(\d{1,9})|\/(\d{1,4}))?$/;

function readTime(query: QueryTexts, name: string): Result<Date | null, HistoryQueryRefusal> {
  const text = query.get(name) ?? '';
  if (NO_TIME.test(text)) return accept(null);
  const [, whole = '', fraction = '0', divisor = '1'] = UNIX_TIME.exec(text) ?? [];
  const unixSec = Number(`${whole}.${fraction}`) / Number(divisor);
  const isMeant = whole !== '' && unixSec <= MAX_UNIX_SEC;
  return isMeant
    ? accept(new Date(Math.floor(unixSec * 1000)))
    : refuse({ kind: 'unreadable_time', name });
}
