import { MAX_LNURL_REASON_LENGTH } from '../base/lnurl-limits.ts';
import type { LnurlRefusal } from './lnurl-refusals.ts';
import { asObject, asShown, asText } from './read-json.ts';

/** `{"status":"ERROR","reason":…}` (LUD-01), whatever its HTTP status; null for other answers. */
export function readError(body: unknown): LnurlRefusal | null {
  const answer = asObject(body);
  if (answer === null || asText(answer.status)?.toUpperCase() !== 'ERROR') return null;
  const reason = asShown(asText(answer.reason) ?? '', MAX_LNURL_REASON_LENGTH);
  return { kind: 'payee_refused', reason };
}
