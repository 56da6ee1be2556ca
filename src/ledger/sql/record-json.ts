/**
 * SQL for a record's JSON in a form that PostgreSQL can read. JSON may contain NUL and half of a
 * surrogate pair, which PostgreSQL's texts cannot contain: PostgreSQL then fails to read any text
 * of that JSON. Texts are cleaned before they are stored; if such a character is stored
 * nevertheless, U+FFFD replaces it in the result, so that one record never keeps its owner from
 * reading the others.
 */
export const recordJson = (body: string): string => `
  case when position('\\u0000' in ${body}) > 0 or position('\\ud' in ${body}) > 0
    then regexp_replace(${body}, '${UNREADABLE}', '\\1\\\\ufffd', 'g')::json
    else ${body}::json end`;

/**
 * Matches escapes that PostgreSQL cannot read. `JSON.stringify` never escapes a whole surrogate
 * pair, and a backslash that is itself escaped begins no escape.
 */
const UNREADABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`;
