import { GRPC, type GrpcRefusal } from '../grpc-refusal.ts';

/**
 * Reads the fields of a request message the way grpc-gateway does: integers as number or text,
 * bytes as base64 of either alphabet, names in snake case or camel case. A field that cannot be
 * read leaves a refusal behind and gives its zero value; look at `refusal` when all are read.
 */
export interface MessageReader {
  text(name: string): string;
  bool(name: string): boolean;
  /** int32 and uint32. */
  int32(name: string): number;
  /** int64 and uint64. */
  int64(name: string): bigint;
  bytes(name: string): Uint8Array;
  /** map<uint64, bytes> */
  bytesMap(name: string): ReadonlyMap<bigint, Uint8Array>;
  readonly refusal: GrpcRefusal | null;
}

export type RawFields = Readonly<Record<string, unknown>>;

export function readMessage(fields: RawFields): MessageReader {
  let refusal: GrpcRefusal | null = null;
  const refuseField = (type: string, name: string, value: unknown): void => {
    refusal ??= {
      code: GRPC.invalidArgument,
      message: `proto: invalid value for ${type} field ${name}: ${JSON.stringify(value)}`,
    };
  };
  const rawValue = (name: string): unknown => fields[name] ?? fields[camelCase(name)] ?? null;
  const read = <T>(
    name: string,
    type: string,
    zero: T,
    parse: (value: unknown) => T | undefined,
  ): T => {
    const value = rawValue(name);
    if (value === null) return zero;
    const parsed = parse(value);
    if (parsed === undefined) refuseField(type, name, value);
    return parsed ?? zero;
  };
  return {
    text: (name) =>
      read(name, 'string', '', (value) => (typeof value === 'string' ? value : undefined)),
    bool: (name) => read(name, 'bool', false, parseBool),
    int32: (name) => Number(read(name, 'int32', 0n, parseInteger)),
    int64: (name) => read(name, 'int64', 0n, parseInteger),
    bytes: (name) => read(name, 'bytes', new Uint8Array(), parseBase64),
    bytesMap: (name) => read(name, 'map', NO_RECORDS, parseBytesMap),
    get refusal() {
      return refusal;
    },
  };
}

const NO_RECORDS: ReadonlyMap<bigint, Uint8Array> = new Map();

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());

function parseBool(value: unknown): boolean | undefined {
  if (value === true || value === 'true') return true;
  if (value === false || value === 'false') return false;
  return undefined;
}

function parseInteger(value: unknown): bigint | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (typeof value !== 'string' || !/^-?[0-9]{1,20}$/.test(value)) return undefined;
  const number = BigInt(value);
  return number >= -(2n ** 63n) && number < 2n ** 64n ? number : undefined;
}

export function parseBase64(value: unknown): Uint8Array | undefined {
  if (typeof value !== 'string' || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(value)) return undefined;
  return new Uint8Array(Buffer.from(value, 'base64'));
}

function parseBytesMap(value: unknown): ReadonlyMap<bigint, Uint8Array> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const map = new Map<bigint, Uint8Array>();
  for (const [key, item] of Object.entries(value)) {
    const type = parseInteger(key);
    const bytes = parseBase64(item);
    if (type === undefined || type < 0n || bytes === undefined) return undefined;
    map.set(type, bytes);
  }
  return map;
}
