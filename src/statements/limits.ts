/** Limits of statements. Limits that several features use are in base/. */

/**
 * The most records that are added to a month in one transaction, which takes some tenths of a
 * second.
 */
export const STATEMENT_STEP = 10_000;
/**
 * The number of steps, of STATEMENT_STEP records each, that are made while someone who opens a
 * statement waits; a job does the rest.
 */
export const STATEMENT_STEPS_AT_ONCE = 3;
/**
 * The number of records that are read at once for a statement's file: a single one can have some
 * 100 kB.
 */
export const STATEMENT_BATCH = 50;
/** The number of records on one page of a month. */
export const SHOWN_STATEMENT_LINES = 50;
/** The most records that are printed together, which fill some hundred sheets of paper. */
export const MAX_PRINTED_LINES = 10_000;
/**
 * The number of records that are read at once for a print. Their JSON, which may be long, is not
 * read.
 */
export const PRINT_BATCH = 100;
/** The most months that the page of all months shows. */
export const SHOWN_STATEMENTS = 240;
/** The most wallets whose months one step of the job closes. */
export const STATEMENTS_DUE_AT_ONCE = 500;
/**
 * The greatest length of a text in a cell of a CSV file, in UTF-16 units. Spreadsheets hold 32,767.
 */
export const MAX_STATEMENT_TEXT_LENGTH = 2000;
/** The most files of one user that one process writes at the same time. */
export const MAX_STATEMENT_FILES = 2;
