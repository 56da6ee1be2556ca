import { MAX_RECORDS_AT_ONCE } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { RowGone } from '../base/row-gone.ts';
import { readIdentifier } from '../ledger/wallet-record.ts';
import type { HistoryRefusal } from '../ledger/wallet-refusals.ts';
import type { HistoryQuery, HistoryStore } from './history-store.ts';

/** Reads a page of settled records in one go, for callers that ask for few records. */
export async function listHistory(
  deps: { readonly history: HistoryStore },
  query: HistoryQuery,
): Promise<Result<readonly string[], HistoryRefusal>> {
  const begun = await beginHistory(deps, query);
  if (!begun.ok) return begun;
  const bodies = [...begun.value.bodies];
  for (let { more } = begun.value; more !== null; ) {
    const part = await more();
    bodies.push(...part.bodies);
    more = part.more;
  }
  return accept(bodies);
}

/** A part of a list of records, as JSON texts. A part is short enough to be held in memory. */
export interface HistoryPart {
  readonly bodies: readonly string[];
  /** Reads the next part; null when the query asks for no more, or there are no more records. */
  readonly more: (() => Promise<HistoryPart>) | null;
}

/**
 * Reads a page of settled records in the order of the query. A long page comes in parts, which are
 * read on demand. Each part starts after the last record of the part before, so records that settle
 * meanwhile cause no repetition or gap.
 */
export async function beginHistory(
  deps: { readonly history: HistoryStore },
  query: HistoryQuery,
): Promise<Result<HistoryPart, HistoryRefusal>> {
  const limit = Math.min(query.limit, MAX_RECORDS_AT_ONCE);
  const answer = await deps.history.listRecords({ ...query, limit });
  if (answer.kind !== 'records') return refuse(answer);
  const { bodies } = answer;
  const last = bodies.at(-1);
  const isAll = limit === query.limit || bodies.length < limit || last === undefined;
  return accept({ bodies, more: isAll ? null : () => readOn(deps, query, limit, last) });
}

async function readOn(
  deps: { readonly history: HistoryStore },
  query: HistoryQuery,
  alreadyRead: number,
  last: string,
): Promise<HistoryPart> {
  const identifier = readIdentifier(last);
  const begun = await beginHistory(deps, {
    ...query,
    ...(query.settledSince === null ? { before: identifier } : { settledSince: identifier }),
    limit: query.limit - alreadyRead,
    offset: 0,
  });
  if (!begun.ok && begun.refusal.kind === 'too_many_lists') {
    throw new Error('too many lists of this user wait: this one cannot go on');
  }
  if (!begun.ok) throw new RowGone('a record is not in the database any more');
  return begun.value;
}
