import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { NodeFault } from '../node-port.ts';

/**
 * Reads single fields of LND's JSON, which is protojson with the field names of the .proto files.
 * 64-bit integers are decimal strings and never pass through Number, `bytes` is base64, enums are
 * names. LND writes every field, so a missing field or another type means that the answer is not
 * understood. Faults name the field, but never its value.
 */
export type WireObject = Readonly<Record<string, unknown>>;

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function objectField(source: WireObject, name: string): WireObject {
  const value = source[name];
  if (!isWireObject(value)) throw badField(name, 'an object');
  return value;
}

export function listField(source: WireObject, name: string): readonly WireObject[] {
  const value = source[name];
  if (!Array.isArray(value) || !value.every(isWireObject))
    throw badField(name, 'a list of objects');
  return value;
}

export function textField(source: WireObject, name: string): string {
  const value = source[name];
  if (typeof value !== 'string') throw badField(name, 'a text');
  return value;
}

export function textList(source: WireObject, name: string): readonly string[] {
  const value = source[name];
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (!Array.isArray(value) || !value.every(isText)) throw badField(name, 'a list of texts');
  return value;
}

export function flagField(source: WireObject, name: string): boolean {
  const value = source[name];
  if (typeof value !== 'boolean') throw badField(name, 'true or false');
  return value;
}

const MAX_INT64 = 2n ** 63n - 1n;

/**
 * Reads an int64 or uint64 that counts something: never negative, and at most the largest int64,
 * which the database can store.
 */
export function int64Field(source: WireObject, name: string): bigint {
  const value = source[name];
  if (typeof value === 'string' && /^(0|[1-9][0-9]{0,18})$/.test(value)) {
    const number = BigInt(value);
    if (number <= MAX_INT64) return number;
  }
  throw badField(name, 'a count of at most 63 bits, written as text');
}

const MAX_UINT64 = 2n ** 64n - 1n;

/** Reads a uint64 that is an id and is only passed on. Aliases of channels need all 64 bits. */
export function uint64Text(source: WireObject, name: string): string {
  const value = textField(source, name);
  if (/^(0|[1-9][0-9]{0,19})$/.test(value) && BigInt(value) <= MAX_UINT64) return value;
  throw badField(name, 'a 64-bit number, written as text');
}

/** Reads a time, which LND writes as an int64: seconds since 1970. */
export function timeField(source: WireObject, name: string): Date {
  const time = new Date(Number(int64Field(source, name)) * 1000);
  if (Number.isNaN(time.getTime())) throw badField(name, 'a time');
  return time;
}

export function uint32Field(source: WireObject, name: string): number {
  const value = source[name];
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0xffff_ffff) {
    throw badField(name, 'a 32-bit count');
  }
  return value;
}

export function bytesField(source: WireObject, name: string): Uint8Array {
  const bytes = base64ToBytes(source[name]);
  if (bytes === null) throw badField(name, 'bytes in base64');
  return bytes;
}

/**
 * Reads bytes that LND sends in base64, and converts them to hex, which is used everywhere else.
 */
export const bytesAsHexField = (source: WireObject, name: string): string =>
  bytesToHex(bytesField(source, name));

/** Reads a hash or key that LND sends as a string of hex, and returns it in lower case. */
export function hexField(source: WireObject, name: string, byteLength: number): string {
  const bytes = hexToBytes(textField(source, name), byteLength);
  if (bytes === null) throw badField(name, `${byteLength} bytes in hex`);
  return bytesToHex(bytes);
}

/** Reads a map<uint64, bytes>, whose keys are decimal and whose values are base64. */
export function recordsField(source: WireObject, name: string): Map<bigint, Uint8Array> {
  const records = new Map<bigint, Uint8Array>();
  for (const [type, value] of Object.entries(objectField(source, name))) {
    const bytes = base64ToBytes(value);
    if (!/^[0-9]{1,20}$/.test(type) || bytes === null) throw badField(name, 'a map of records');
    records.set(BigInt(type), bytes);
  }
  return records;
}

/** Encodes bytes for the body of a request. A path or query needs bytesToBase64Url. */
export const bytesToBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Encodes bytes for a path or query. LND's gateway reads base64url only with padding. */
export const bytesToBase64Url = (bytes: Uint8Array): string =>
  bytesToBase64(bytes).replaceAll('+', '-').replaceAll('/', '_');

function base64ToBytes(value: unknown): Uint8Array | null {
  if (typeof value !== 'string' || value.length % 4 !== 0) return null;
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(value)) return null;
  return new Uint8Array(Buffer.from(value, 'base64'));
}

const badField = (name: string, expected: string): NodeFault =>
  new NodeFault(`LND's answer is not understood: field ${name} is not ${expected}`);
