import { hash } from 'node:crypto';
import { MAX_IDEMPOTENCY_KEY_LENGTH } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { IdempotencyClaim } from '../wallet/idempotency.ts';
import { canonicalJson } from './json-body.ts';
import type { WireError } from './wire-errors.ts';

export interface RepeatableRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** The header `Idempotency-Key` with what it is bound to; null when the caller sent none. */
export function readIdempotencyClaim(
  header: string | readonly string[] | undefined,
  request: RepeatableRequest,
): Result<IdempotencyClaim | null, WireError> {
  if (header === undefined) return accept(null);
  if (typeof header !== 'string' || !isUsableKey(header)) return refuse(BAD_KEY);
  const { method, path, body } = request;
  const text = `${method} ${path}\n${canonicalJson(body)}`;
  return accept({ key: header, requestHash: new Uint8Array(hash('sha256', text, 'buffer')) });
}

/** Printable ASCII: survives every proxy and every log. */
const isUsableKey = (key: string): boolean =>
  key.length <= MAX_IDEMPOTENCY_KEY_LENGTH && /^[\x20-\x7e]+$/.test(key);

const BAD_KEY: WireError = {
  status: 400,
  code: 8,
  message: `Idempotency-Key must be 1 to ${MAX_IDEMPOTENCY_KEY_LENGTH} printable ASCII characters`,
};
