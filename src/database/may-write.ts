/**
 * Whether a statement may write, and so may have to wait until a standby has confirmed it. Such
 * statements get only a part of the connections. A wrong answer loses no money: a write would not
 * be counted in that limit, or a read would be.
 */
export function mayWrite(text: string): boolean {
  let known = KNOWN.get(text);
  if (known === undefined) {
    known = !BEGINS_AS_READ.test(text) || WRITES.test(text) || CALLS_WRITER.test(text);
    KNOWN.set(text, known);
  }
  return known;
}

/**
 * Whether a statement may write, by its text. Texts are constants of the program, so there are only
 * some hundreds.
 */
const KNOWN = new Map<string, boolean>();

const BEGINS_AS_READ = /^\s*(?:select|with|show|values)\b/i;

/**
 * Words by which a statement writes. Clauses that lock rows are among them, as locking a row is a
 * write.
 */
const WRITES = /\b(?:insert|update|delete|merge|into|for (?:no key |key )?(?:update|share))\b/i;

/**
 * A call of an SQL function that writes. The names of these functions begin with one of these
 * verbs, which a test checks for each function.
 */
const CALLS_WRITER = new RegExp(
  '\\b(?:add|apply|approve|ask|assign|begin|blank|claim|close|create|credit|delete|disable|edit|' +
    'end|enqueue|fill|forget|give|hold|insert|lock|look_for|move|note|open|park|' +
    'pg_logical_emit|put|reckon|record|recover|release|remove|replay|reserve|resolve|rotate|' +
    'send|set|settle|sweep|take|write)_\\w+ *\\(',
  'i',
);
