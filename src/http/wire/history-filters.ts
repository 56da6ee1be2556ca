import type { NewestPage } from '../../access/token-store.ts';
import {
  DEFAULT_PAGE_ITEMS,
  MAX_PAGE,
  MAX_PAGE_ITEMS,
  MAX_RECORDS_AT_ONCE,
} from '../../base/limits.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import type { HistoryQuery } from '../../wallet/history-store.ts';
import type { HistoryRefusal } from '../../wallet/wallet-refusals.ts';
import type { QueryTexts } from '../route.ts';

/**
 * The query of a list. Old clients send noise (`items=0`, `q=[object Object]`, times with a
 * fraction), so unusable values count as absent. Only an unknown identifier is refused, because the
 * list that it asks for does not exist.
 */
export function readHistoryQuery(
  query: QueryTexts,
  userId: string,
  direction: HistoryQuery['direction'],
): Result<HistoryQuery, HistoryRefusal> {
  const identifiers = readIdentifiers(query);
  if (!identifiers.ok) return identifiers;
  const limit = Math.min(readWhole(query.get('items')) ?? DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS);
  const page = Math.min(readWhole(query.get('page')) ?? 1, MAX_PAGE);
  return accept({
    userId,
    direction,
    createdAfter: readTime(query.get('q[created_at_gt]')),
    createdBefore: readTime(query.get('q[created_at_lt]')),
    ...identifiers.value,
    offset: (page - 1) * limit,
    limit,
  });
}

/** The page, if the query asks for a few of the newest records only; else null. */
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

/** The token says later whose records are meant. */
const NO_USER_YET = '';

type Identifiers = Pick<HistoryQuery, 'since' | 'before' | 'settledSince'>;

function readIdentifiers(query: QueryTexts): Result<Identifiers, HistoryRefusal> {
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

/** Far beyond any page or item, and far below the limit of exact numbers. */
const MAX_DIGITS = 15;

function readWhole(text: string | undefined): number | null {
  if (text === undefined || text.length > MAX_DIGITS || !/^[0-9]+$/.test(text)) return null;
  const value = Number(text);
  return value > 0 ? value : null;
}

/** The last second that both a Date and a timestamp of PostgreSQL can hold. */
const MAX_UNIX_SEC = 8_640_000_000_000;

function readTime(text: string | undefined): Date | null {
  const unixSec = readWhole(text);
  return unixSec === null ? null : new Date(Math.min(unixSec, MAX_UNIX_SEC) * 1000);
}
