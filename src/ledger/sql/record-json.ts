/**
 * SQL for the body of a record as JSON whose texts can be read. JSON may write NUL and half of a
 * surrogate pair, but PostgreSQL has no text for them, and fails as it reads any text beside them.
 * Texts are cleaned before they are stored; if a body holds such a character nevertheless, U+FFFD
 * stands for it here, so that one record never keeps its owner from reading the others.
 */
export const recordJson = (body: string): string => `
  case when position('\\u0000' in ${body}) > 0 or position('\\ud' in ${body}) > 0
    then regexp_replace(${body}, '${UNREADABLE}', '\\1\\\\ufffd', 'g')::json
    else ${body}::json end`;

/**
 * Escapes that PostgreSQL cannot read. `JSON.stringify` escapes no whole pair. A backslash that is
 * itself escaped begins no escape.
 */
const UNREADABLE = String.raw`(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})`;
