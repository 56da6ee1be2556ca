import { hexToBytes } from '../base/hex.ts';
import { isOwedSum } from './owed-sum.ts';
import type { ProofRefusal } from './proof-refusals.ts';

/** Thrown when a field of a file cannot be read, and caught by the file's reader. */
export class BadField extends Error {
  readonly refusal: ProofRefusal;

  constructor(refusal: ProofRefusal) {
    super(refusal.kind);
    this.refusal = refusal;
  }
}

export const unreadable = (what: string): BadField => new BadField({ kind: 'unreadable', what });

/** Reads fields of a JSON object that someone else may have written. */
export interface FileFields {
  text(name: string): string;
  hex(name: string, bytes: number): Uint8Array;
  /** Reads a decimal number that is written as a text, as JSON's own numbers are not exact. */
  whole(name: string): bigint;
  msat(name: string): bigint;
  count(name: string, max: number): number;
  list(name: string, max: number): readonly FileFields[];
  optional(name: string): unknown;
}

export function fieldsOf(value: unknown, name: string): FileFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(name);
  const fields = new Map<string, unknown>(Object.entries(value));
  const text: FileFields['text'] = (field) => {
    const found = fields.get(field);
    if (typeof found !== 'string') throw unreadable(field);
    return found;
  };
  const whole: FileFields['whole'] = (field) => {
    const digits = text(field);
    if (!/^-?\d{1,40}$/.test(digits)) throw unreadable(field);
    return BigInt(digits);
  };
  return {
    text,
    whole: (field) => {
      const number = whole(field);
      if (number < 0n || number >= 2n ** 63n) throw unreadable(field);
      return number;
    },
    msat: (field) => {
      const msat = whole(field);
      if (!isOwedSum(msat)) throw new BadField({ kind: 'sum_out_of_bounds', what: field });
      return msat;
    },
    hex: (field, bytes) => {
      const found = hexToBytes(text(field), bytes);
      if (found === null) throw unreadable(field);
      return found;
    },
    count: (field, max) => {
      const found = fields.get(field);
      const isCount = typeof found === 'number' && Number.isSafeInteger(found);
      if (!isCount || found < 0 || found > max) throw unreadable(field);
      return found;
    },
    list: (field, max) => {
      const found = fields.get(field);
      if (!Array.isArray(found) || found.length > max) throw unreadable(field);
      return found.map((one: unknown) => fieldsOf(one, field));
    },
    optional: (field) => fields.get(field) ?? null,
  };
}
