import { hash } from 'node:crypto';
import { signSchnorr, verifySchnorr, xOnlyPointFromScalar } from 'tiny-secp256k1';
import { bytesToHex, hexToBytes } from '../base/hex.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { parseJsonOrNull } from './parse-json.ts';

/** A signed event of Nostr (NIP-01). Hex is in lower case. */
export interface NostrEvent {
  /** The SHA-256 of the serialised event. */
  readonly id: string;
  /** The author's x-only public key (BIP-340). */
  readonly pubkey: string;
  /** The time of the event, in seconds since 1970. */
  readonly created_at: number;
  readonly kind: number;
  readonly tags: readonly NostrTag[];
  readonly content: string;
  readonly sig: string;
}

/** A tag: a name and its values. */
export type NostrTag = readonly string[];

export type NostrDraft = Omit<NostrEvent, 'id' | 'pubkey' | 'sig'>;

/** Reasons why a text is not a validly signed event. */
export type EventProblem = 'unreadable' | 'wrong_id' | 'bad_signature';

/**
 * Signs a draft. The same draft and key give the same event, signature included. Computing the
 * public key takes as long as signing, so callers who know it pass it.
 */
export function signEvent(
  draft: NostrDraft,
  privateKey: Uint8Array,
  pubkey: string = bytesToHex(xOnlyPointFromScalar(privateKey)),
): NostrEvent {
  const id = eventId({ ...draft, pubkey });
  return { ...draft, id, pubkey, sig: bytesToHex(signSchnorr(bytesOf(id), privateKey)) };
}

/**
 * Reads an event from JSON text, and checks id and signature. Fields that NIP-01 does not know are
 * dropped.
 */
export function readEvent(text: string): Result<NostrEvent, EventProblem> {
  const event = toEvent(parseJsonOrNull(text));
  if (event === null) return refuse('unreadable');
  const problem = findEventProblem(event);
  return problem === null ? accept(event) : refuse(problem);
}

/** Checks id and signature of an event; the signature takes about a millisecond. */
export function findEventProblem(event: NostrEvent): EventProblem | null {
  if (eventId(event) !== event.id) return 'wrong_id';
  return isSigned(event) ? null : 'bad_signature';
}

/** Writes an event as JSON text, without spaces. */
export const writeEvent = (event: NostrEvent): string => {
  const { id, pubkey, created_at, kind, tags, content, sig } = event;
  return JSON.stringify({ id, pubkey, created_at, kind, tags, content, sig });
};

function isSigned({ id, pubkey, sig }: NostrEvent): boolean {
  try {
    return verifySchnorr(bytesOf(id), bytesOf(pubkey), bytesOf(sig));
  } catch {
    // `verifySchnorr` throws, instead of returning false, when numbers in the key or signature are
    // not on the curve. Such a signature is wrong as well.
    return false;
  }
}

/**
 * Computes the id of an event: the hash of its serialised form, which is JSON without spaces that
 * escapes only what JSON must escape (NIP-01).
 */
const eventId = ({ pubkey, created_at, kind, tags, content }: Omit<NostrEvent, 'id' | 'sig'>) =>
  hash('sha256', JSON.stringify([0, pubkey, created_at, kind, tags, content]));

const bytesOf = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex, 'hex'));

/**
 * Reads an event from a parsed JSON value, without checking its id or signature; null for any other
 * value.
 */
export function toEvent(value: unknown): NostrEvent | null {
  if (typeof value !== 'object' || value === null) return null;
  const field = (name: string): unknown =>
    Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  const [id, pubkey, sig] = [field('id'), field('pubkey'), field('sig')];
  const [created_at, kind] = [field('created_at'), field('kind')];
  const [tags, content] = [field('tags'), field('content')];
  if (!isHex(id, 32) || !isHex(pubkey, 32) || !isHex(sig, 64)) return null;
  if (!isInteger(created_at) || !isInteger(kind) || kind > MAX_KIND) return null;
  if (!isText(content) || !Array.isArray(tags) || !tags.every(isTag)) return null;
  return { id, pubkey, created_at, kind, tags, content, sig };
}

const MAX_KIND = 65_535;

/** Whether a value is lower-case hex of the given number of bytes. */
export const isHex = (value: unknown, byteLength: number): value is string =>
  typeof value === 'string' &&
  value === value.toLowerCase() &&
  hexToBytes(value, byteLength) !== null;

/** Whether a value is a whole number from 0 to 2^53 - 1. */
export const isInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

const isTag = (value: unknown): value is NostrTag => Array.isArray(value) && value.every(isText);

/**
 * Whether a value is a text that can be stored and hashed: without NUL, which PostgreSQL cannot
 * store, and without half a surrogate pair, which UTF-8 cannot express.
 */
export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000');
