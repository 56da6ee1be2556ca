import { type Msat, msat } from '../base/amount.ts';
import { hexToBytes } from '../base/hex.ts';
import { fieldOf } from './request-body.ts';

/**
 * Reads the parameters of a method one by one and keeps the first complaint, so each method can
 * list its parameters without checks in between. A parameter that is absent, null or an empty text
 * counts as not given, because some apps send one of these for each parameter that they know. After
 * a complaint, the returned values mean nothing.
 */
export interface ParamReader {
  readonly complaint: () => string | null;
  complain(message: string): null;
  text(name: string): string | null;
  /** Reads 32 bytes in hex, in lower case; null if they were not given. */
  hash(name: string): string | null;
  /**
   * Reads a whole JSON number; a number as text is refused. Where `min` is above 0, 0 counts as not
   * given, because apps in languages with zero values write it.
   */
  whole(name: string, min: number, max: number): number | null;
  /** Reads an amount in msat, of at least 1. */
  amount(name: string): Msat | null;
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
  const given = (name: string): unknown => {
    const value = fieldOf(params, name);
    return value === '' ? undefined : value;
  };
  const text = (name: string): string | null => {
    const value = given(name);
    if (value === undefined) return null;
    return typeof value === 'string' ? value : complain(`${name} must be a text`);
  };
  const whole = (name: string, min: number, max: number): number | null => {
    const value = given(name);
    if (value === undefined || (value === 0 && min > 0)) return null;
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
    amount: (name) => {
      const amountMsat = whole(name, 1, Number.MAX_SAFE_INTEGER);
      return amountMsat === null ? null : msat(BigInt(amountMsat));
    },
    flag: (name) => {
      const value = given(name);
      if (value !== undefined && typeof value !== 'boolean') {
        complain(`${name} must be true or false`);
      }
      return value === true;
    },
    object: (name) => {
      const value = given(name);
      if (value === undefined) return null;
      const isObject = typeof value === 'object' && !Array.isArray(value);
      return isObject ? value : complain(`${name} must be an object`);
    },
    list: (name) => {
      const value = given(name);
      if (value === undefined) return null;
      return Array.isArray(value) ? value : complain(`${name} must be a list`);
    },
  };
}
