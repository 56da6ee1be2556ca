import type { LogFields } from '../base/log.ts';

/** Matches names of fields that never reach the log, at any depth. */
const SECRET_NAME =
  /authorization|cookie|password|passwd|token|secret|preimage|macaroon|api[-_]?key|credential/i;

const REDACTED = '[redacted]';
/**
 * The depth to which values are logged. No value of this program is deeper, and the limit ends
 * cycles.
 */
const MAX_DEPTH = 6;

export const redactFields = (fields: LogFields): LogFields => redactObject(fields, 0);

/**
 * Hides credentials in URLs, and bearer tokens in the error texts of libraries and other servers.
 */
export function redactText(text: string): string {
  return text
    .replaceAll(/:\/\/[^\s/@]+@/g, `://${REDACTED}@`)
    .replaceAll(/\b(bearer|basic)\s+[\w.~+/=-]+/gi, `$1 ${REDACTED}`);
}

function redactObject(value: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(value).map(([name, field]) => [
    name,
    SECRET_NAME.test(name) ? REDACTED : redactValue(field, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/**
 * Turns a value into one that JSON can contain: bigints become digits, bytes their count, errors a
 * description.
 */
function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return '[deep]';
  if (value instanceof Date) return value;
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  if (value instanceof Error) return describeError(value, depth);
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, depth + 1));
  return redactObject(value, depth);
}

/**
 * Describes an error by its name, message, code, stack and cause. All other fields are left out,
 * because database drivers keep statements and their parameters there.
 */
function describeError(error: Error, depth: number): Record<string, unknown> {
  return {
    type: error.name,
    message: redactText(error.message),
    ...('code' in error && { code: error.code }),
    ...(error.stack !== undefined && { stack: redactText(error.stack) }),
    ...(error.cause !== undefined && { cause: redactValue(error.cause, depth + 1) }),
  };
}
