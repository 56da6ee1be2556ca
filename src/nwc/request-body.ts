import { settleNumbers, takeNumber } from '../base/exact-json.ts';
import { isJsonWithin } from '../base/json-size.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { cleanText } from '../base/text.ts';
import { MAX_NWC_METHOD_LENGTH } from './limits.ts';

/** The decrypted content of a request: `{"method": …, "params": …}`. */
export interface RequestBody {
  /** The method as the app has written it, which may be one that does not exist. */
  readonly method: string;
  readonly params: object;
}

export interface BodyProblem {
  /**
   * The method as the app has written it, which the answer repeats; null if it could not be read.
   */
  readonly method: string | null;
  readonly message: string;
}

/**
 * Reads the decrypted content of a request, by the rules that also hold for JSON over HTTP: NUL and
 * the key `__proto__` are refused, half a surrogate pair becomes U+FFFD, numbers within `metadata`
 * stay as they were sent, and of a repeated key the last value counts.
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
 * Checks a text for NUL. PostgreSQL cannot store it, and removing it would change what a payment
 * carries.
 */
function cleanValue(text: string): string {
  if (text.includes('\u0000')) throw new SyntaxError('a text holds NUL');
  return text.toWellFormed();
}

const NO_OBJECT =
  `a request is a JSON object of at most ${MAX_JSON_DEPTH} levels and ${MAX_JSON_VALUES} values, ` +
  'without NUL';
