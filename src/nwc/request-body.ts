import { settleNumbers, takeNumber } from '../base/exact-json.ts';
import { isJsonWithin } from '../base/json-size.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { MAX_NWC_METHOD_LENGTH } from './limits.ts';

/** The encrypted part of a request: `{"method": …, "params": …}`. */
export interface RequestBody {
  /** The method as the app names it; there may be none of that name. */
  readonly method: string;
  readonly params: object;
}

export interface BodyProblem {
  /** The method, if it could be read: an answer repeats it. */
  readonly method: string | null;
  readonly message: string;
}

/**
 * Reads a decrypted request. As with JSON bodies over HTTP, NUL and the key `__proto__` are
 * refused, half of an emoji becomes U+FFFD, numbers within `metadata` stay as they were sent, and
 * of a key that comes twice the last one counts.
 */
export function readRequestBody(text: string): Result<RequestBody, BodyProblem> {
  const value = parseClean(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse({ method: null, message: NO_OBJECT });
  }
  const [method, params] = [fieldOf(value, 'method'), fieldOf(value, 'params') ?? {}];
  if (typeof method !== 'string' || method === '' || method.length > MAX_NWC_METHOD_LENGTH) {
    return refuse({ method: null, message: 'a request names its method' });
  }
  if (typeof params !== 'object' || Array.isArray(params)) {
    return refuse({ method, message: 'params must be an object' });
  }
  return accept({ method, params });
}

/** Reads a field of a parsed JSON object; undefined if it is absent or null. */
export const fieldOf = (value: object, name: string): unknown =>
  Object.hasOwn(value, name) ? (Reflect.get(value, name) ?? undefined) : undefined;

function parseClean(text: string): unknown {
  if (!isJsonWithin(Buffer.from(text), SIZE)) return null;
  try {
    return settleNumbers(
      JSON.parse(text, (key, value: unknown, { source }) => {
        if (key === '__proto__' || cleanText(key, key.length) !== key) throw new SyntaxError(key);
        return typeof value === 'string' ? cleanValue(value) : takeNumber(value, source);
      }),
    );
  } catch {
    return null;
  }
}

const SIZE = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_JSON_VALUES };

/**
 * Checks a text. PostgreSQL cannot store NUL, and removing it would change what a payment carries.
 */
function cleanValue(text: string): string {
  if (text.includes('\u0000')) throw new SyntaxError('a text holds NUL');
  return text.toWellFormed();
}

const NO_OBJECT =
  `a request is a JSON object of at most ${MAX_JSON_DEPTH} levels and ${MAX_JSON_VALUES} values, ` +
  'without NUL';
