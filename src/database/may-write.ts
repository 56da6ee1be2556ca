/**
 * Whether a statement may write, and so may have to wait for a standby. Being wrong costs no money:
 * the limit on writes would miss it, or hold for a read.
 */
export function mayWrite(text: string): boolean {
  let known = KNOWN.get(text);
  if (known === undefined) {
    known = !BEGINS_AS_READ.test(text) || WRITES.test(text) || CALLS_WRITER.test(text);
    KNOWN.set(text, known);
  }
  return known;
}

/** Results by the text of the statement. Texts are constants of the program, some hundreds. */
const KNOWN = new Map<string, boolean>();

const BEGINS_AS_READ = /^\s*(?:select|with|show|values)\b/i;

/** Words of statements that write. Lock clauses are among them, as locking a row is a write. */
const WRITES = /\b(?:insert|update|delete|merge|into|for (?:no key |key )?(?:update|share))\b/i;

/**
 * Verbs with which names of SQL functions begin that write; the test of the schema checks each
 * function.
 */
const CALLS_WRITER = new RegExp(
  '\\b(?:add|apply|assign|begin|blank|claim|close|create|credit|delete|disable|edit|end|' +
    'enqueue|fill|forget|give|hold|insert|lock|look_for|move|note|open|park|pg_logical_emit|put|' +
    'reckon|record|recover|release|remove|replay|reserve|resolve|rotate|send|set|settle|sweep|' +
    'take|write)_\\w+ *\\(',
  'i',
);
