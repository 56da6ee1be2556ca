import type { HistoryQuery } from '../history-store.ts';

/** A position in the order of creation. Ids break ties, as records may share a millisecond. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}

/** A range of records between two positions, without the records at both. */
export interface Slice {
  readonly after: Position;
  readonly before: Position;
}

/** Positions of the records that a query names; null where it names none. */
export interface Anchors {
  readonly since: Position | null;
  readonly before: Position | null;
}

/**
 * Turns all bounds of a query into one pair of positions: with several bounds, PostgreSQL would not
 * begin to read the index at the right place.
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
