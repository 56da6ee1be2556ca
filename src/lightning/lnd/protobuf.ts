import { NodeFault } from '../node-port.ts';
import { bytesToBase64, flagField, textField, type WireObject } from './wire-fields.ts';

/**
 * Reads and writes the wire format of protobuf. Messages are WireObjects, just as LND's REST API
 * would write them in JSON, so that the same code understands both. Fields that are not described
 * are passed over, and described ones that are missing get their default.
 */
export type MessageType = ReadonlyMap<number, Field>;

export interface Field {
  readonly name: string;
  readonly type: FieldType;
}

export type FieldType =
  | 'string'
  | 'bytes'
  | 'int64'
  | 'uint64'
  | 'bool'
  /** An enum whose numbers count from 0, by its names. */
  | { readonly names: readonly string[] }
  | { readonly message: MessageType }
  | { readonly list: MessageType }
  /** A map, as a list of entries that have the fields `key` and `value`. */
  | { readonly map: MessageType };

/**
 * The most members of lists and maps in one message. An empty member takes two bytes, but much more
 * once it is read.
 */
const MAX_MEMBERS = 100_000;

/** Throws a NodeFault when the bytes are no message of this type. */
export function decodeMessage(type: MessageType, bytes: Uint8Array): WireObject {
  return readMessage(type, bytes, { left: MAX_MEMBERS });
}

/** How many more members of lists and maps are accepted. */
interface Room {
  left: number;
}

function readMessage(type: MessageType, bytes: Uint8Array, room: Room): WireObject {
  const message: Record<string, unknown> = {};
  const collected = new Map<Field, WireObject[]>();
  for (const field of type.values()) {
    if (isCollection(field.type)) collected.set(field, []);
    else message[field.name] = defaultOf(field.type);
  }
  const cursor = { bytes, at: 0 };
  while (cursor.at < bytes.length) {
    const key = readLength(cursor);
    // A key has at most 32 bits, and 0 is the number of no field.
    if (key < 8 || key > 0xffff_ffff) throw notUnderstood('a key');
    const value = readValue(cursor, key & 7);
    const field = type.get(Math.floor(key / 8));
    if (field === undefined) continue;
    const { name, type: kind } = field;
    if (!isCollection(kind)) message[name] = translate(name, kind, value, room);
    else collected.get(field)?.push(readMember(name, kind, value, room));
  }
  for (const [{ name, type: kind }, members] of collected) {
    message[name] = isCollection(kind) && 'map' in kind ? toMap(members) : members;
  }
  return message;
}

type Collection = { readonly list: MessageType } | { readonly map: MessageType };
type Single = Exclude<FieldType, Collection>;

const isCollection = (type: FieldType): type is Collection =>
  typeof type === 'object' && ('list' in type || 'map' in type);

function readMember(name: string, type: Collection, value: Value, room: Room): WireObject {
  room.left -= 1;
  if (room.left < 0) throw new NodeFault(`LND sent more than ${MAX_MEMBERS} members in a message`);
  return readMessage('list' in type ? type.list : type.map, bytesOf(name, value), room);
}

/** `fromEntries` defines properties and assigns none, so no key reaches a setter. */
const toMap = (entries: readonly WireObject[]): WireObject =>
  Object.fromEntries(entries.map(({ key, value }) => [String(key), value]));

function defaultOf(type: Single): unknown {
  if (typeof type === 'string') return DEFAULTS[type];
  return 'names' in type ? type.names[0] : null;
}

const DEFAULTS = { string: '', bytes: '', int64: '0', uint64: '0', bool: false } as const;

function translate(name: string, type: Single, value: Value, room: Room): unknown {
  if (type === 'string') return readText(name, bytesOf(name, value));
  if (type === 'bytes') return bytesToBase64(bytesOf(name, value));
  if (typeof type === 'object' && 'message' in type) {
    return readMessage(type.message, bytesOf(name, value), room);
  }
  if (typeof value !== 'bigint') throw notUnderstood(`field ${name}`);
  if (type === 'bool') return value !== 0n;
  if (type === 'int64') return BigInt.asIntN(64, value).toString();
  if (type === 'uint64') return value.toString();
  const number = Number(BigInt.asIntN(32, value));
  return type.names[number] ?? number;
}

function bytesOf(name: string, value: Value): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw notUnderstood(`field ${name}`);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readText(name: string, bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    throw notUnderstood(`field ${name}`);
  }
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

/** The number of a varint, the bytes of a string or message, or null for a number of fixed size. */
type Value = bigint | Uint8Array | null;

const WIRE_TYPE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const;

function readValue(cursor: Cursor, wireType: number): Value {
  switch (wireType) {
    case WIRE_TYPE.varint:
      return readVarint(cursor);
    case WIRE_TYPE.bytes:
      return take(cursor, readLength(cursor));
    case WIRE_TYPE.fixed64:
      take(cursor, 8);
      return null;
    case WIRE_TYPE.fixed32:
      take(cursor, 4);
      return null;
    default:
      // Groups, which are not used any more, and what protobuf does not have.
      throw notUnderstood('a wire type');
  }
}

function take(cursor: Cursor, length: number): Uint8Array {
  const end = cursor.at + length;
  if (end > cursor.bytes.length) throw notUnderstood('a length');
  const taken = cursor.bytes.subarray(cursor.at, end);
  cursor.at = end;
  return taken;
}

/** Reads a varint of at most 53 bits. */
function readLength(cursor: Cursor): number {
  const first = cursor.bytes[cursor.at];
  if (first !== undefined && first < 0x80) {
    cursor.at += 1;
    return first;
  }
  const length = readVarint(cursor);
  if (length > BigInt(Number.MAX_SAFE_INTEGER)) throw notUnderstood('a length');
  return Number(length);
}

function readVarint(cursor: Cursor): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = cursor.bytes[cursor.at];
    if (byte === undefined) break;
    cursor.at += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte >= 0x80) continue;
    if (value > MAX_UINT64) break;
    return value;
  }
  throw notUnderstood('a varint');
}

const MAX_UINT64 = 2n ** 64n - 1n;

const notUnderstood = (what: string): NodeFault =>
  new NodeFault(`LND's answer is not understood: ${what} is not what protobuf writes`);

/** Writes those fields that the message has; lists, maps and messages within it are not written. */
export function encodeMessage(type: MessageType, message: WireObject): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [number, { name, type: kind }] of type) {
    if (message[name] === undefined) continue;
    if (kind === 'bool') {
      parts.push(varint(number * 8), varint(flagField(message, name) ? 1 : 0));
    } else if (kind === 'int64' || kind === 'uint64') {
      parts.push(varint(number * 8), varint(BigInt(textField(message, name))));
    } else {
      const text = textField(message, name);
      const bytes = Buffer.from(text, kind === 'bytes' ? 'base64' : 'utf8');
      parts.push(varint(number * 8 + WIRE_TYPE.bytes), varint(bytes.length), bytes);
    }
  }
  return Buffer.concat(parts);
}

function varint(number: number | bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(number));
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  return Uint8Array.from(bytes);
}
