import { hexToBytes } from '../../base/hex.ts';

/**
 * The body of a control call. The functions that read its fields return null for a value that is
 * not acceptable.
 */
export type Body = Readonly<Record<string, unknown>>;

export const textOf = (body: Body, name: string): string | null => {
  const value = body[name];
  return typeof value === 'string' ? value : null;
};

/** Reads a whole number, 0 or more. An absent field counts as `missing`. */
export function countOf<T>(body: Body, name: string, missing: T): number | T | null {
  const value = body[name] ?? null;
  if (value === null) return missing;
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function pubkeyOf(body: Body, name: string): Uint8Array | null {
  const text = textOf(body, name);
  return text === null ? null : hexToBytes(text, 33);
}

/**
 * Reads custom TLV records, as an object with the record types in decimal and the values as plain
 * text.
 */
export function recordsOf(body: Body, name: string): Map<bigint, Uint8Array> | null {
  const value = body[name] ?? {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const records = new Map<bigint, Uint8Array>();
  for (const [type, text] of Object.entries(value)) {
    if (!/^[0-9]{1,20}$/.test(type) || typeof text !== 'string') return null;
    records.set(BigInt(type), Buffer.from(text));
  }
  return records;
}

export function textsOf(body: Body, name: string): readonly string[] | undefined | null {
  const value = body[name] ?? null;
  if (value === null) return undefined;
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : null;
}
