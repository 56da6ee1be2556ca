import type { Database } from '../../src/database/db.ts';
import type { BooksFinding } from '../../src/ledger/books/books-store.ts';
import { createBooksStore } from '../../src/ledger/books/sql/books-store.ts';

/** Small parts, so that tests have some: a few lines, users and transfers each. */
const BOUNDS = { stepLines: 5, sliceLines: 10, sliceTransfers: 5 };

/**
 * Checks the books as a whole, and in all the parts in which the service does. What several of them
 * find is returned once.
 */
export async function findInBooks(database: Database): Promise<readonly BooksFinding[]> {
  const books = createBooksStore(database, BOUNDS);
  const findings = [...(await books.checkBooks()).findings];
  let nextUser: string | null = null;
  do {
    const part = await books.checkNewLines(nextUser);
    findings.push(...part.findings);
    // As in the service: what is wrong is not noted as checked, and the next step would begin there.
    if (part.findings.length > 0) break;
    nextUser = part.nextUser;
  } while (nextUser !== null);
  await database.sql`
    update books_sweep set begun_at = begun_at - interval '2 days', ended_at = clock_timestamp()`;
  let slice = await books.checkSlice();
  while (slice !== null) {
    findings.push(...slice);
    if (slice.length > 0) break;
    slice = await books.checkSlice();
  }
  return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
}
