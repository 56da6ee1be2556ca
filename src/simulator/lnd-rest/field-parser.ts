import { accept, type Result, refuse } from '../../base/result.ts';
import { removeSuffix } from '../../base/text.ts';

/**
 * Where a field was found, which decides its format: JSON in the body, text forms of Go elsewhere.
 */
export type Source = 'path' | 'query' | 'body';

/**
 * A parsed field. A refusal is the second part of the sentence in which grpc-gateway reports it.
 */
export type Parsed<T> = Result<T, string>;

export function parseText(value: unknown, source: Source): Parsed<string> {
  if (typeof value === 'string') return accept(value);
  return refuse(mismatch('string', value, source));
}

const GO_TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const GO_FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

export function parseBool(value: unknown, source: Source): Parsed<boolean> {
  if (typeof value === 'boolean') return accept(value);
  if (source !== 'body' && typeof value === 'string') {
    if (GO_TRUE.includes(value)) return accept(true);
    if (GO_FALSE.includes(value)) return accept(false);
    return refuse(`strconv.ParseBool: parsing "${value}": invalid syntax`);
  }
  return refuse(mismatch('bool', value, source));
}

export interface IntegerType {
  readonly min: bigint;
  readonly max: bigint;
  readonly name: string;
}

/** Parses an integer, written as a JSON number or as decimal text. */
export const parseInteger =
  (type: IntegerType) =>
  (value: unknown, source: Source): Parsed<bigint> => {
    const number = integerOf(value);
    if (number !== null && number >= type.min && number <= type.max) return accept(number);
    if (source === 'body') return refuse(mismatch(type.name, value, source));
    const parse = type.min < 0n ? 'ParseInt' : 'ParseUint';
    const problem =
      number === null || (type.min === 0n && number < 0n) ? 'invalid syntax' : 'value out of range';
    return refuse(`strconv.${parse}: parsing ${JSON.stringify(value)}: ${problem}`);
  };

/** Parses a value of an enumeration, given by its number or name. */
export const parseEnumeration =
  (names: readonly string[]) =>
  (value: unknown, source: Source): Parsed<number> => {
    const number = typeof value === 'string' ? names.indexOf(value) : -1;
    const found = number >= 0 ? number : Number(integerOf(value) ?? -1n);
    if (found >= 0 && found < names.length) return accept(found);
    if (source === 'body') return refuse(mismatch('enum', value, source));
    return refuse(`${JSON.stringify(value)} is not a valid value`);
  };

function integerOf(value: unknown): bigint | null {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  return typeof value === 'string' && /^[+-]?[0-9]{1,30}$/.test(value) ? BigInt(value) : null;
}

/** Parses base64 in either alphabet. Padding is required except in the body. */
export function parseBytes(value: unknown, source: Source): Parsed<Uint8Array> {
  if (typeof value !== 'string') return refuse(mismatch('bytes', value, source));
  const problemAt = base64Problem(value, source !== 'body');
  if (problemAt === null) return accept(new Uint8Array(Buffer.from(value, 'base64')));
  if (source === 'body') return refuse(mismatch('bytes', value, source));
  return refuse(`illegal base64 data at input byte ${problemAt}`);
}

/** The position at which Go's base64 decoder fails; null when it does not fail. */
function base64Problem(text: string, needsPadding: boolean): number | null {
  const letters = removeSuffix(text, '=');
  const wrongAt = letters.search(/[^A-Za-z0-9+/_-]/);
  if (wrongAt >= 0) return wrongAt;
  const padding = text.length - letters.length;
  const quantumAt = letters.length - (letters.length % 4);
  if (letters.length % 4 === 1) return quantumAt;
  const isPadded = padding === (4 - (letters.length % 4)) % 4;
  if (isPadded || (!needsPadding && padding === 0)) return null;
  return quantumAt;
}

export function parseBytesMap(
  value: unknown,
  source: Source,
): Parsed<ReadonlyMap<bigint, Uint8Array>> {
  const fields = parseFields(value);
  if (!fields.ok) return fields;
  const map = new Map<bigint, Uint8Array>();
  for (const [key, item] of Object.entries(fields.value)) {
    const type = /^[0-9]{1,20}$/.test(key) ? BigInt(key) : null;
    if (type === null) return refuse(`invalid value for uint64 key: ${JSON.stringify(key)}`);
    const bytes = parseBytes(item, source);
    if (!bytes.ok) return bytes;
    map.set(type, bytes.value);
  }
  return accept(map);
}

export function parseAmounts(value: unknown, source: Source): Parsed<ReadonlyMap<string, bigint>> {
  const fields = parseFields(value);
  if (!fields.ok) return fields;
  const amounts = new Map<string, bigint>();
  for (const [key, item] of Object.entries(fields.value)) {
    const amount = integerOf(item);
    if (amount === null || amount < 0n) return refuse(mismatch('uint64', item, source));
    amounts.set(key, amount);
  }
  return accept(amounts);
}

export function parseFields(value: unknown): Parsed<Readonly<Record<string, unknown>>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse('unexpected token');
  }
  return accept({ ...value });
}

const mismatch = (type: string, value: unknown, source: Source): string =>
  source === 'body'
    ? `invalid value for ${type} type: ${JSON.stringify(value)}`
    : `invalid value for ${type}`;
