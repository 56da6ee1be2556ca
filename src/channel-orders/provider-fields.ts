import { type Sat, sat } from '../base/amount.ts';
import { parseChannelPoint } from '../lightning/channel-point.ts';
import type { ChannelPoint } from '../lightning/node-management.ts';

/** A field of a provider's answer is missing, or is not what LSPS1 prescribes. */
export class BadField extends Error {
  override readonly name = 'BadField';
  readonly field: string;

  constructor(field: string) {
    super(`${field} is missing or wrong`);
    this.field = field;
  }
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a field that holds an object; null if the field is absent or null, which mean the same. */
export function objectOrNull(fields: Fields, name: string): Fields | null {
  const value = fields[name] ?? null;
  if (value === null) return null;
  if (!isFields(value)) throw new BadField(name);
  return value;
}

export function objectOf(fields: Fields, name: string): Fields {
  const value = objectOrNull(fields, name);
  if (value === null) throw new BadField(name);
  return value;
}

export function textOf(fields: Fields, name: string, maxLength: number): string {
  const value = fields[name];
  // A text that is printed and stored must have no spaces, control characters or letters beyond
  // ASCII.
  const isText = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value);
  if (!isText || value.length > maxLength) throw new BadField(name);
  return value;
}

export function flagOf(fields: Fields, name: string): boolean {
  const value = fields[name];
  if (typeof value !== 'boolean') throw new BadField(name);
  return value;
}

export function countOf(fields: Fields, name: string, most: number): number {
  const value = fields[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
    throw new BadField(name);
  }
  return value;
}

const MOST_SAT = 2_100_000_000_000_000n;

/**
 * Reads an amount, which LSPS1 writes as digits in a string. JSON numbers, signs, fractions and
 * exponents are refused.
 */
export function satOf(fields: Fields, name: string): Sat {
  const value = fields[name];
  if (typeof value !== 'string' || !/^(0|[1-9]\d{0,15})$/.test(value)) throw new BadField(name);
  const amount = BigInt(value);
  if (amount > MOST_SAT) throw new BadField(name);
  return sat(amount);
}

/** Reads a time in UTC, written as in RFC 3339. */
export function timeOf(fields: Fields, name: string): Date {
  const value = fields[name];
  if (typeof value !== 'string' || !TIME.test(value)) throw new BadField(name);
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new BadField(name);
  return time;
}

const TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)$/;

export function outpointOf(fields: Fields, name: string): ChannelPoint {
  const value = fields[name];
  const point = typeof value === 'string' ? parseChannelPoint(value) : null;
  if (point === null) throw new BadField(name);
  return point;
}
