import { MAX_LNURL_REASON_LENGTH } from './limits.ts';
import type { JsonAnswer } from './lnurl-client.ts';
import type { LnurlRefusal } from './lnurl-refusals.ts';
import { asDisplayText, asObject, asText, type JsonObject } from './read-json.ts';

/** The answer of a server, with the host to show to people (with its port if it has one). */
export interface HostAnswer extends JsonAnswer {
  readonly host: string;
}

/**
 * Reads an error of LNURL, `{"status":"ERROR","reason":…}` (LUD-01), whatever its HTTP status; null
 * for other answers.
 */
export function readError({ host, body }: HostAnswer): LnurlRefusal | null {
  const answer = asObject(body);
  if (answer === null || asText(answer.status)?.toUpperCase() !== 'ERROR') return null;
  return { kind: 'payee_refused', host, reason: reasonIn(body) };
}

/**
 * Reads a refusal from an answer without the expected fields. Many servers refuse in the way of
 * their web framework, by the HTTP status and a field of their own. Null if the answer has no
 * refusal.
 */
export function readOtherError({ host, status, body }: HostAnswer): LnurlRefusal | null {
  const reason = reasonIn(body);
  const isNo = reason !== '' || (status >= 400 && asObject(body) !== null);
  return isNo ? { kind: 'payee_refused', host, reason } : null;
}

/** Fields that may contain the reason of an error; LNURL's own field comes first. */
const FIELDS: readonly (keyof JsonObject)[] = ['reason', 'detail', 'message', 'msg', 'error'];
/**
 * How deep in an object the reason is searched: FastAPI has it in a list of objects in `detail`,
 * others in an object in `error`.
 */
const MAX_DEPTH = 3;

function reasonIn(value: unknown, depth = 0): string {
  if (typeof value === 'string') {
    return depth === 0 ? '' : asDisplayText(value, MAX_LNURL_REASON_LENGTH);
  }
  if (depth === MAX_DEPTH) return '';
  if (Array.isArray(value)) return depth === 0 ? '' : reasonIn(value[0], depth + 1);
  const fields = asObject(value);
  if (fields === null) return '';
  for (const field of FIELDS) {
    const reason = reasonIn(fields[field], depth + 1);
    if (reason !== '') return reason;
  }
  return '';
}
