import { type Sat, sat } from '../base/amount.ts';
import { hexToBytes } from '../base/hex.ts';
import { fieldOf } from './request-body.ts';

/**
 * Reads parameters one by one and keeps the first complaint, so that a method lists what it takes.
 * What is absent or null was not given. After a complaint the values mean nothing.
 */
export interface ParamReader {
  readonly complaint: () => string | null;
  complain(message: string): null;
  /** An empty text counts as not given: some apps send one for each that they know. */
  text(name: string): string | null;
  /** 32 bytes in hex, in lower case. */
  hash(name: string): string | null;
  /** A JSON number that is whole; a number as text is not. */
  whole(name: string, min: number, max: number): number | null;
  /** Msat on the wire; this wallet counts whole sats. */
  wholeSats(name: string): Sat | null;
  flag(name: string): boolean;
  object(name: string): object | null;
  list(name: string): readonly unknown[] | null;
}

export function openParams(params: object): ParamReader {
  let complaint: string | null = null;
  const complain = (message: string): null => {
    complaint ??= message;
    return null;
  };
  const text = (name: string): string | null => {
    const value = fieldOf(params, name);
    if (value === undefined || value === '') return null;
    return typeof value === 'string' ? value : complain(`${name} must be a text`);
  };
  const whole = (name: string, min: number, max: number): number | null => {
    const value = fieldOf(params, name);
    if (value === undefined) return null;
    const isFit = typeof value === 'number' && Number.isInteger(value);
    if (isFit && value >= min && value <= max) return value;
    return complain(`${name} must be a whole number from ${min} to ${max}`);
  };
  return {
    complaint: () => complaint,
    complain,
    text,
    whole,
    hash: (name) => {
      const value = text(name);
      if (value === null || hexToBytes(value, 32) !== null) return value?.toLowerCase() ?? null;
      return complain(`${name} must be 64 hex characters`);
    },
    wholeSats: (name) => {
      const amountMsat = whole(name, 1, Number.MAX_SAFE_INTEGER);
      if (amountMsat === null) return null;
      if (amountMsat % MSAT_PER_SAT === 0) return sat(BigInt(amountMsat / MSAT_PER_SAT));
      return complain(`${name} must be a multiple of 1000 msat: this wallet holds whole sats`);
    },
    flag: (name) => {
      const value = fieldOf(params, name);
      if (value !== undefined && typeof value !== 'boolean') {
        complain(`${name} must be true or false`);
      }
      return value === true;
    },
    object: (name) => {
      const value = fieldOf(params, name);
      if (value === undefined) return null;
      const isObject = typeof value === 'object' && !Array.isArray(value);
      return isObject ? value : complain(`${name} must be an object`);
    },
    list: (name) => {
      const value = fieldOf(params, name);
      if (value === undefined) return null;
      return Array.isArray(value) ? value : complain(`${name} must be a list`);
    },
  };
}

const MSAT_PER_SAT = 1000;
