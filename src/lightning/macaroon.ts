import { hexToBytes } from '../base/hex.ts';
import { readUtf8 } from '../base/utf8.ts';

/**
 * The root key of LND's own macaroons, such as `admin.macaroon`, and of those baked without naming
 * another one. LND refuses to delete it.
 */
export const DEFAULT_ROOT_KEY = '0';

/** The content of a file with a macaroon: bytes, as LND writes it, or text of hex digits. */
export interface MacaroonText {
  readonly macaroon: Uint8Array;
  readonly isHex: boolean;
}

/**
 * Reads a macaroon as bytes or as hex, because platforms often store secrets as hex. Spaces and
 * line ends that an editor or a pipe has added are accepted. Null if there is nothing else.
 */
export function readMacaroonText(bytes: Uint8Array): MacaroonText | null {
  const text = readUtf8(bytes)?.trim();
  if (bytes.length === 0 || text === '') return null;
  const written = text === undefined ? null : hexToBytes(text);
  return written === null ? { macaroon: bytes, isHex: false } : { macaroon: written, isHex: true };
}

/** What a macaroon says of itself. Only LND can tell whether that is true. */
export interface MacaroonContent {
  /** The id of the root key that it was made with. */
  readonly rootKeyId: string;
  /** What it allows, in the form that `lncli bakemacaroon` takes, such as `onchain:write`. */
  readonly permissions: readonly string[];
}

/**
 * Reads what a macaroon of LND says of itself; null for one that is not LND's. A macaroon of format
 * 2 is a list of fields, and LND's identifier is a protobuf message (MacaroonId of macaroon-bakery)
 * behind a byte with its version.
 */
export function readMacaroon(macaroon: Uint8Array): MacaroonContent | null {
  if (macaroon[0] !== MACAROON_VERSION) return null;
  const identifier = fieldsOf(macaroon.subarray(1)).find(({ tag }) => tag === IDENTIFIER_FIELD);
  if (identifier === undefined || identifier.bytes[0] !== IDENTIFIER_VERSION) return null;
  const message = fieldsOf(identifier.bytes.subarray(1));
  const [rootKeyId] = textsOf(message, ID_FIELDS.storageId);
  if (rootKeyId === undefined || !/^(?:0|[1-9]\d{0,19})$/.test(rootKeyId)) return null;
  const ops = message.filter(({ tag }) => tag === ID_FIELDS.op).map(({ bytes }) => fieldsOf(bytes));
  return {
    rootKeyId,
    permissions: ops.flatMap((op) =>
      textsOf(op, OP_FIELDS.entity).flatMap((entity) =>
        textsOf(op, OP_FIELDS.action).map((action) => `${entity}:${action}`),
      ),
    ),
  };
}

const MACAROON_VERSION = 2;
const IDENTIFIER_FIELD = 2;
const IDENTIFIER_VERSION = 3;

/** The tag of a protobuf field that holds bytes. */
const bytesTag = (field: number): number => field * 8 + 2;
const ID_FIELDS = { storageId: bytesTag(2), op: bytesTag(3) };
const OP_FIELDS = { entity: bytesTag(1), action: bytesTag(2) };

interface Field {
  readonly tag: number;
  readonly bytes: Uint8Array;
}

/**
 * Reads consecutive fields, each of which is a tag, its length and that many bytes, up to the first
 * thing that is none. A length has one or two bytes, as all of a macaroon is shorter than 16 KiB.
 */
function fieldsOf(bytes: Uint8Array): readonly Field[] {
  const fields: Field[] = [];
  let at = 0;
  while (at + 1 < bytes.length) {
    const tag = bytes[at] ?? 0;
    const low = bytes[at + 1] ?? 0;
    const isLong = low >= 128;
    const length = isLong ? low - 128 + (bytes[at + 2] ?? 0) * 128 : low;
    const begin = at + (isLong ? 3 : 2);
    at = begin + length;
    if (at > bytes.length) break;
    fields.push({ tag, bytes: bytes.subarray(begin, at) });
  }
  return fields;
}

const textsOf = (fields: readonly Field[], tag: number): readonly string[] =>
  fields.flatMap((field) => (field.tag === tag ? (readUtf8(field.bytes) ?? []) : []));
