import { GRPC, type GrpcRefusal } from '../grpc-refusal.ts';
import {
  type Parsed,
  parseAmounts,
  parseBool,
  parseBytes,
  parseBytesMap,
  parseEnumeration,
  parseFields,
  parseInteger,
  parseText,
  type Source,
} from './field-parser.ts';

/**
 * Reads the fields of a request message as grpc-gateway does, and refuses with its texts. A field
 * that cannot be read gets its zero value and sets `refusal`, which has to be checked after all
 * fields were read. A body with an unexpected field is refused, so that misspelt names are found.
 */
export interface MessageReader {
  text(name: string): string;
  bool(name: string): boolean;
  int32(name: string): number;
  uint32(name: string): number;
  /**
   * Reads a value of an enumeration, given by its number or name. The first of `names` has number
   * 0.
   */
  enumeration(name: string, names: readonly string[]): number;
  int64(name: string): bigint;
  uint64(name: string): bigint;
  bytes(name: string): Uint8Array;
  /** Reads a map<uint64, bytes>. */
  bytesMap(name: string): ReadonlyMap<bigint, Uint8Array>;
  /** Reads a map<string, uint64>. */
  amounts(name: string): ReadonlyMap<string, bigint>;
  /**
   * Reads a message within the body. A refusal of one of its fields is a refusal of the whole body.
   */
  message(name: string): MessageReader;
  /** Whether the request has the field. */
  has(name: string): boolean;
  /** Accepts fields of LND's message that have no effect in this network. */
  ignore(...names: string[]): void;
  readonly refusal: GrpcRefusal | null;
}

export interface RawMessage {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  /** The body as it came, for error texts that name a position in it. */
  readonly bodyText: string;
}

const NO_RECORDS: ReadonlyMap<bigint, Uint8Array> = new Map();
const NO_AMOUNTS: ReadonlyMap<string, bigint> = new Map();
const NO_FIELDS: Readonly<Record<string, unknown>> = {};
const INT32 = { min: -(2n ** 31n), max: 2n ** 31n - 1n, name: 'int32' };
const UINT32 = { min: 0n, max: 2n ** 32n - 1n, name: 'uint32' };
const INT64 = { min: -(2n ** 63n), max: 2n ** 63n - 1n, name: 'int64' };
const UINT64 = { min: 0n, max: 2n ** 64n - 1n, name: 'uint64' };

export function readMessage(message: RawMessage): MessageReader {
  let refusal: GrpcRefusal | null = null;
  const known = new Set<string>();
  const inner: MessageReader[] = [];
  const read = <T>(
    name: string,
    zero: T,
    parse: (value: unknown, source: Source) => Parsed<T>,
  ): T => {
    known.add(name).add(camelCase(name));
    const found = findField(message, name);
    if (found === null) return zero;
    const parsed = parse(found.value, found.source);
    if (parsed.ok) return parsed.value;
    refusal ??= fieldRefusal(message, name, found, parsed.refusal);
    return zero;
  };
  return {
    text: (name) => read(name, '', parseText),
    bool: (name) => read(name, false, parseBool),
    int32: (name) => Number(read(name, 0n, parseInteger(INT32))),
    uint32: (name) => Number(read(name, 0n, parseInteger(UINT32))),
    enumeration: (name, names) => read(name, 0, parseEnumeration(names)),
    int64: (name) => read(name, 0n, parseInteger(INT64)),
    uint64: (name) => read(name, 0n, parseInteger(UINT64)),
    bytes: (name) => read(name, new Uint8Array(), parseBytes),
    bytesMap: (name) => read(name, NO_RECORDS, parseBytesMap),
    amounts: (name) => read(name, NO_AMOUNTS, parseAmounts),
    message(name) {
      const body = read(name, NO_FIELDS, parseFields);
      const reader = readMessage({ path: {}, query: {}, body, bodyText: message.bodyText });
      inner.push(reader);
      return reader;
    },
    has: (name) => findField(message, name) !== null,
    ignore(...names) {
      for (const name of names) known.add(name).add(camelCase(name));
    },
    get refusal() {
      refusal ??= inner.find((reader) => reader.refusal !== null)?.refusal ?? null;
      refusal ??= unknownField(message, known);
      return refusal;
    },
  };
}

interface FoundField {
  readonly value: unknown;
  readonly source: Source;
}

function findField({ path, query, body }: RawMessage, name: string): FoundField | null {
  const camel = camelCase(name);
  const inPath = path[name];
  if (inPath !== undefined) return { value: inPath, source: 'path' };
  const inBody = body[name] ?? body[camel] ?? null;
  if (inBody !== null) return { value: inBody, source: 'body' };
  const inQuery = query[name] ?? query[camel] ?? mapIn(query, name);
  return inQuery === undefined ? null : { value: inQuery, source: 'query' };
}

/** Reads a map in a query, which has one part for each key: `name[key]=value`. */
function mapIn(
  query: RawMessage['query'],
  name: string,
): Readonly<Record<string, string>> | undefined {
  const start = `${name}[`;
  const parts = Object.entries(query).flatMap(([key, value]) =>
    key.startsWith(start) && key.endsWith(']') ? [[key.slice(start.length, -1), value]] : [],
  );
  return parts.length === 0 ? undefined : Object.fromEntries(parts);
}

function fieldRefusal(
  { bodyText }: RawMessage,
  name: string,
  { source }: FoundField,
  detail: string,
): GrpcRefusal {
  const messages: Readonly<Record<Source, () => string>> = {
    path: () => `type mismatch, parameter: ${name}, error: ${detail}`,
    query: () => `parsing field "${name}": ${detail}`,
    body: () => `proto: (line ${placeOfValue(bodyText, name)}): ${detail}`,
  };
  return { code: GRPC.invalidArgument, message: messages[source]() };
}

function unknownField(message: RawMessage, known: ReadonlySet<string>): GrpcRefusal | null {
  const name = Object.keys(message.body).find((key) => !known.has(key));
  if (name === undefined) return null;
  const place = placeAt(message.bodyText, message.bodyText.indexOf(JSON.stringify(name)));
  return {
    code: GRPC.invalidArgument,
    message: `proto: (line ${place}): unknown field ${JSON.stringify(name)}`,
  };
}

function placeOfValue(text: string, name: string): string {
  const pattern = new RegExp(`"(?:${name}|${camelCase(name)})"\\s*:\\s*`);
  const found = pattern.exec(text);
  return placeAt(text, found === null ? 0 : found.index + found[0].length);
}

/** The line and column of a position in a text, both beginning with 1. */
function placeAt(text: string, index: number): string {
  const before = text.slice(0, Math.max(index, 0)).split('\n');
  return `${before.length}:${(before.at(-1) ?? '').length + 1}`;
}

/**
 * Names that were converted to camel case before, kept because the same few are needed again and
 * again.
 */
const camelNames = new Map<string, string>();

function camelCase(name: string): string {
  const known = camelNames.get(name);
  if (known !== undefined) return known;
  const camel = name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
  camelNames.set(name, camel);
  return camel;
}
