import { isPointCompressed } from 'tiny-secp256k1';
import { accept, type Result, refuse } from '../base/result.ts';
import { readUtf8 } from '../base/utf8.ts';
import type { BlindedPath, FallbackAddress, RouteHintHop } from './bolt11.ts';
import { readBlindedPaths } from './bolt11-blinded-path.ts';
import { readFallback } from './bolt11-fallback.ts';
import { readFeatureBits } from './bolt11-features.ts';
import { readRouteHint } from './bolt11-route-hint.ts';
import type { Tag, TagName } from './bolt11-tags.ts';
import { type Words, wordsToBytes, wordsToHex, wordsToNumber } from './bolt11-words.ts';

/** The tagged fields of an invoice as they were written; null where a field is absent. */
export interface Bolt11Fields {
  paymentHash: string | null;
  paymentSecret: string | null;
  description: string | null;
  descriptionHash: string | null;
  metadata: string | null;
  /** The payee's key from field `n`; null when the invoice does not name its payee. */
  namedPayee: Uint8Array | null;
  minFinalCltvExpiry: number | null;
  expirySec: number | null;
  featureBits: readonly number[] | null;
  readonly routeHints: (readonly RouteHintHop[])[];
  readonly blindedPaths: BlindedPath[];
  readonly fallbackAddresses: FallbackAddress[];
  /**
   * The rule about the form of fields that the invoice breaks; null when it breaks none. An invoice
   * that breaks a rule must not be paid.
   */
  brokenRule: string | null;
}

/** The values that BOLT 11 assumes when an invoice leaves out expiry or final CLTV delta. */
export const DEFAULT_EXPIRY_SEC = 3600;
export const DEFAULT_MIN_FINAL_CLTV_EXPIRY = 18;

/**
 * The longest expiry that is accepted: longer than anyone needs, but short enough that timestamp
 * plus expiry is a valid `Date`.
 */
export const MAX_EXPIRY_SEC = 2 ** 40;
/** The highest block height, as heights have 32 bits. */
export const MAX_CLTV_EXPIRY = 2 ** 32 - 1;

/**
 * Reads the tagged fields of an invoice. Unknown fields are skipped. The fields `p`, `s`, `h` and
 * `n` are also skipped when their length is wrong, but the invoice then breaks a rule and must not
 * be paid. If a field that may occur once occurs again, the first valid one counts. A refusal is a
 * sentence for people.
 */
export function readFields(tags: readonly Tag[]): Result<Readonly<Bolt11Fields>, string> {
  const fields: Bolt11Fields = {
    paymentHash: null,
    paymentSecret: null,
    description: null,
    descriptionHash: null,
    metadata: null,
    namedPayee: null,
    minFinalCltvExpiry: null,
    expirySec: null,
    featureBits: null,
    routeHints: [],
    blindedPaths: [],
    fallbackAddresses: [],
    brokenRule: null,
  };
  for (const tag of tags) {
    const complaint = READERS.get(tag.name)?.(tag.words, fields) ?? null;
    if (complaint !== null) return refuse(complaint);
    fields.brokenRule ??= ruleBrokenBy(tag);
  }
  return accept(fields);
}

function ruleBrokenBy({ name, words }: Tag): string | null {
  const length = FIXED_LENGTHS.get(name);
  if (length !== undefined && words.length !== length) {
    return `A field of the invoice (${name}) has the wrong length.`;
  }
  const isPadded = SHORTEST.has(name) && words[0] === 0;
  return isPadded ? `A field of the invoice (${name}) begins with zeros.` : null;
}

/** Reads one field and stores its value in `fields`; returns a sentence when the value is wrong. */
type FieldReader = (words: Words, fields: Bolt11Fields) => string | null;

const HASH_WORDS = 52;
const PUBKEY_WORDS = 53;
const FIXED_LENGTHS: ReadonlyMap<string, number> = new Map<TagName, number>([
  ['p', HASH_WORDS],
  ['s', HASH_WORDS],
  ['h', HASH_WORDS],
  ['n', PUBKEY_WORDS],
]);
/** The fields whose number must be written without leading zeros (BOLT 11). */
const SHORTEST: ReadonlySet<string> = new Set<TagName>(['c', 'x', '9']);

const hashReader =
  (field: 'paymentHash' | 'paymentSecret' | 'descriptionHash'): FieldReader =>
  (words, fields) => {
    if (fields[field] !== null || words.length !== HASH_WORDS) return null;
    fields[field] = wordsToHex(words);
    return fields[field] === null ? BAD_PADDING : null;
  };

const numberReader =
  (field: 'expirySec' | 'minFinalCltvExpiry', max: number, complaint: string): FieldReader =>
  (words, fields) => {
    if (fields[field] !== null) return null;
    const value = wordsToNumber(words);
    if (value === null || value > max) return complaint;
    fields[field] = value;
    return null;
  };

function readDescription(words: Words, fields: Bolt11Fields): string | null {
  if (fields.description !== null) return null;
  const bytes = wordsToBytes(words);
  if (bytes === null) return BAD_PADDING;
  fields.description = readUtf8(bytes);
  return fields.description === null ? 'The description of the invoice is not UTF-8 text.' : null;
}

function readMetadata(words: Words, fields: Bolt11Fields): string | null {
  if (fields.metadata !== null) return null;
  fields.metadata = wordsToHex(words);
  return fields.metadata === null ? BAD_PADDING : null;
}

function readNamedPayee(words: Words, fields: Bolt11Fields): string | null {
  if (fields.namedPayee !== null || words.length !== PUBKEY_WORDS) return null;
  const pubkey = wordsToBytes(words);
  if (pubkey === null) return BAD_PADDING;
  if (!isPointCompressed(pubkey)) return 'The payee of the invoice is no public key.';
  fields.namedPayee = pubkey;
  return null;
}

function readHint(words: Words, fields: Bolt11Fields): string | null {
  const bytes = wordsToBytes(words);
  if (bytes === null) return BAD_PADDING;
  const hint = readRouteHint(bytes);
  if (!hint.ok) return hint.refusal;
  fields.routeHints.push(hint.value);
  return null;
}

function readPaths(words: Words, fields: Bolt11Fields): string | null {
  const bytes = wordsToBytes(words);
  if (bytes === null) return BAD_PADDING;
  const paths = readBlindedPaths(bytes);
  if (!paths.ok) return paths.refusal;
  fields.blindedPaths.push(...paths.value);
  return null;
}

function readAddress(words: Words, fields: Bolt11Fields): string | null {
  const address = readFallback(words);
  if (!address.ok) return address.refusal;
  if (address.value !== null) fields.fallbackAddresses.push(address.value);
  return null;
}

function readFeatures(words: Words, fields: Bolt11Fields): string | null {
  fields.featureBits ??= readFeatureBits(words);
  return null;
}

const BAD_PADDING = 'A field of the invoice does not end with zero bits.';

const READERS: ReadonlyMap<string, FieldReader> = new Map<TagName, FieldReader>([
  ['p', hashReader('paymentHash')],
  ['s', hashReader('paymentSecret')],
  ['h', hashReader('descriptionHash')],
  ['d', readDescription],
  ['m', readMetadata],
  ['n', readNamedPayee],
  ['c', numberReader('minFinalCltvExpiry', MAX_CLTV_EXPIRY, 'The final CLTV expiry is too high.')],
  ['x', numberReader('expirySec', MAX_EXPIRY_SEC, 'The expiry of the invoice is too far away.')],
  ['f', readAddress],
  ['r', readHint],
  ['5', readPaths],
  ['9', readFeatures],
]);
