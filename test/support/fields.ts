import assert from 'node:assert/strict';

/** Reads a field of JSON of unknown form, and asserts that it is there. */
export function field(value: unknown, name: string): unknown {
  assert(typeof value === 'object' && value !== null, `an object with ${name}`);
  return Object.entries(value).find(([key]) => key === name)?.[1];
}

export function textField(value: unknown, name: string): string {
  const text = field(value, name);
  assert(typeof text === 'string', `${name} is a text in ${JSON.stringify(value)}`);
  return text;
}

export function numberField(value: unknown, name: string): number {
  const number = field(value, name);
  assert(typeof number === 'number', `${name} is a number in ${JSON.stringify(value)}`);
  return number;
}

export function listOf(value: unknown): readonly unknown[] {
  assert(Array.isArray(value), `a list in ${JSON.stringify(value)}`);
  return value;
}

export const listField = (value: unknown, name: string): readonly unknown[] =>
  listOf(field(value, name));
