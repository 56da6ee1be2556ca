/** Limits of account closure and of the archives. Limits that several features use are in base/. */

/**
 * The rate at which one user may ask for archives: each archive may read everything that they have.
 */
export const ARCHIVE_ATTEMPTS = { burst: 6, everyMs: 10 * 60_000 };
/**
 * The number of notes, invoices or payments of an archive that are read from the database at once.
 */
export const ARCHIVE_BATCH = 200;
/** The most months of statements in an archive: twenty years. */
export const ARCHIVED_MONTHS = 240;
/** The most archives of one user that one process writes at the same time. */
export const MAX_ARCHIVE_FILES = 1;
