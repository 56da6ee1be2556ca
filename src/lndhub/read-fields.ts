import { type Sat, sat } from '../base/amount.ts';
import { MAX_PAIRS } from '../base/limits.ts';
import { readPairs } from '../web/read-pairs.ts';

/** The fields of a call's body. The body is JSON or a form; in a form, every value is a text. */
export type LndhubFields = ReadonlyMap<string, unknown>;

/**
 * Reads the fields of a body. A missing body has no fields. Null for a body that is not an object.
 */
export function readFields(body: unknown): LndhubFields | null {
  if (body === undefined || body === null) return new Map();
  return typeof body === 'object' && !Array.isArray(body) ? new Map(Object.entries(body)) : null;
}

/** Reads the fields of a form; null if it contains NUL, which PostgreSQL cannot store. */
export function readForm(text: string): Readonly<Record<string, string>> | null {
  const values = [...readPairs(text, MAX_PAIRS)];
  return values.flat().some((value) => value.includes('\u0000'))
    ? null
    : Object.fromEntries(values);
}

/**
 * Reads a text field; null for a value that is not a text. A missing field counts as an empty text,
 * because some apps leave out fields that others send empty.
 */
export function readText(fields: LndhubFields, name: string): string | null {
  const value = fields.get(name) ?? '';
  return typeof value === 'string' ? value : null;
}

/**
 * Reads a field with whole sats, as a number or as digits. A missing or empty field counts as 0.
 * Null for anything else.
 */
export function readSatField(fields: LndhubFields, name: string): Sat | null {
  const value = fields.get(name) ?? 0;
  if (typeof value === 'number') {
    return Number.isSafeInteger(value) && value >= 0 ? sat(BigInt(value)) : null;
  }
  if (typeof value !== 'string' || !/^[0-9]{0,16}$/.test(value)) return null;
  const amount = BigInt(value === '' ? 0 : value);
  return amount <= BigInt(Number.MAX_SAFE_INTEGER) ? sat(amount) : null;
}
