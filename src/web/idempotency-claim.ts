import { hash } from 'node:crypto';
import type { IdempotencyClaim } from '../base/idempotency.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { canonicalJson } from './json-body.ts';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from './limits.ts';
import type { WireError } from './wire-errors.ts';

export interface RepeatableRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Reads the header `Idempotency-Key`, with the request that the key is bound to; null without the
 * header. Raw headers list names and values in turn, and so show a repeated header. Two keys are
 * refused, as only the caller could say which one counts.
 */
export function readIdempotencyClaim(
  rawHeaders: readonly string[],
  request: RepeatableRequest,
): Result<IdempotencyClaim | null, WireError> {
  const [header, ...further] = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'idempotency-key',
  );
  if (header === undefined) return accept(null);
  if (further.length > 0 || !isUsableKey(header)) return refuse(BAD_KEY);
  const { method, path, body } = request;
  const text = `${method} ${path}\n${canonicalJson(body)}`;
  return accept({ key: header, requestHash: new Uint8Array(hash('sha256', text, 'buffer')) });
}

/** Whether a key is printable ASCII, which every proxy and every log leaves unchanged. */
const isUsableKey = (key: string): boolean =>
  key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key);

const BAD_KEY: WireError = {
  status: 400,
  code: 8,
  message:
    'send the header Idempotency-Key once, with ' +
    `1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters`,
};
