import assert from 'node:assert/strict';

/** Reads all rows of a list, page by page. */
export async function walk<Row>(
  readPage: (after: string | null) => Promise<readonly Row[]>,
  limit: number,
  cursorOf: (row: Row) => string,
): Promise<readonly Row[]> {
  const all: Row[] = [];
  for (let cursor: string | null = null; ; ) {
    const rows: readonly Row[] = await readPage(cursor);
    assert(rows.length <= limit);
    all.push(...rows);
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return all;
    cursor = cursorOf(last);
  }
}
