import type { HistoryQuery } from '../history-store.ts';

/** A position in the order of creation. The id decides between records of the same millisecond. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** The range of records between two positions, both excluded. */
export interface Slice {
  readonly after: Position;
  readonly before: Position;
}

/**
 * The positions that a query names as bounds: it asks for records after `since` and before
 * `before`. Null where it names none.
 */
export interface Anchors {
  readonly since: Position | null;
  readonly before: Position | null;
}

/**
 * Turns all bounds of a query into one lower and one upper position in the list: given several
 * bounds, PostgreSQL would not start to read the index at the right place.
 */
export function toSlice(query: HistoryQuery, anchors: Anchors): Slice {
  const { createdAfter, createdBefore } = query;
  let after = FIRST;
  let before = LAST;
  if (createdAfter !== null) after = later(after, { createdAt: createdAfter, id: LAST.id });
  if (anchors.since !== null) after = later(after, anchors.since);
  if (createdBefore !== null) before = earlier(before, { createdAt: createdBefore, id: FIRST.id });
  if (anchors.before !== null) before = earlier(before, anchors.before);
  return { after: earlier(after, LAST), before: later(before, FIRST) };
}

const FIRST: Position = {
  createdAt: new Date(0),
  id: '00000000-0000-0000-0000-000000000000',
};
const LAST: Position = {
  createdAt: new Date('9999-12-31T23:59:59.999Z'),
  id: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const later = (a: Position, b: Position): Position => (compare(a, b) < 0 ? b : a);
const earlier = (a: Position, b: Position): Position => (compare(a, b) < 0 ? a : b);

function compare(a: Position, b: Position): number {
  const byTime = a.createdAt.getTime() - b.createdAt.getTime();
  if (byTime !== 0) return byTime;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}
