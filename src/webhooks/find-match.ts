import { createHmac } from 'node:crypto';
import { removeSuffix, removeSuffixes } from '../base/text.ts';
import { type BodyChange, type BodyVariant, bodyVariants } from './body-variants.ts';
import type { ReceivedDelivery, SignatureCase, SigningMistake } from './signature-case.ts';
import { MAX_SIGNATURE_ENTRIES } from './signature-limits.ts';

/**
 * What was signed, and with which secret, to produce one of the entries; null if nothing matches.
 */
export function findMatch(given: SignatureCase, entries: readonly Entry[]): Match | null {
  if (entries.length === 0) return null;
  const bodies = bodyVariants(given.received.body, given.sent?.body ?? null);
  const layouts = layoutsOf(given.received);
  for (const signer of signersOf(given)) {
    const match = findMatchBy(signer, layouts, bodies, entries);
    if (match !== null) return match;
  }
  return null;
}

export interface Entry {
  /** `v1`; null if there was none. */
  readonly version: string | null;
  readonly text: string;
}

/**
 * A header may hold several entries, separated by spaces; a leading name, quotes and commas are
 * dropped. Further entries than we ever send are not looked at.
 */
export function readEntries(header: string): readonly Entry[] {
  const list = header.replace(/^\s*(webhook|svix)-signature\s*:/i, '');
  const parts = list.split(/\s+/).map((part) => removeSuffixes(part, `"',`));
  return parts
    .filter((part) => part !== '')
    .slice(0, MAX_SIGNATURE_ENTRIES)
    .map(readEntry);
}

function readEntry(part: string): Entry {
  const [, version = null, text = part] = /^(v\d+[a-z]*)[,=](.+)$/i.exec(part) ?? [];
  return { version, text };
}

export interface Match {
  readonly entry: Entry;
  readonly signer: Signer;
  readonly mistakes: readonly SigningMistake[];
  /** How the body differs from what was signed. */
  readonly change: BodyChange;
}

export type Signer =
  | { readonly of: 'this'; readonly secret: string; readonly validUntil: Date | null }
  | { readonly of: 'other'; readonly secret: string; readonly endpointId: string }
  | { readonly of: 'nobody'; readonly secret: string };

function findMatchBy(
  signer: Signer,
  layouts: readonly Layout[],
  bodies: readonly BodyVariant[],
  entries: readonly Entry[],
): Match | null {
  const isOther = signer.of === 'other';
  const ways = keysOf(signer).flatMap((key) => layouts.map((layout) => ({ key, layout })));
  for (const { key, layout } of ways) {
    const areRight = isRight(key) && isRight(layout);
    if (isOther && !areRight) continue;
    // Trying everything with every body takes long if bodies are large and secrets many.
    const tried = areRight && !isOther ? bodies : bodies.filter(({ isLikely }) => isLikely);
    for (const { bytes, change } of tried) {
      const found = findEntry(entries, hmac(key.bytes, layout.prefix, bytes));
      if (found === null) continue;
      const mistakes = [...key.mistakes, ...layout.mistakes, ...found.mistakes];
      return { entry: found.entry, signer, change, mistakes };
    }
  }
  return null;
}

/** Likely ones first. */
function signersOf({ received, secrets, otherSecrets }: SignatureCase): readonly Signer[] {
  const own = cleanSecret(received.secret);
  return [
    ...secrets.map((one): Signer => ({ of: 'this', ...one })),
    ...otherSecrets.map((one): Signer => ({ of: 'other', ...one })),
    ...(own === '' ? [] : [{ of: 'nobody', secret: own } as const]),
  ];
}

interface Key {
  readonly bytes: Buffer;
  readonly mistakes: readonly SigningMistake[];
}

function keysOf({ of, secret }: Signer): readonly Key[] {
  const text = cleanSecret(secret);
  const right: Key = { bytes: Buffer.from(text, 'base64'), mistakes: [] };
  if (of === 'other') return [right];
  return [
    right,
    { bytes: Buffer.from(text), mistakes: ['secret_as_text'] },
    { bytes: Buffer.from(`whsec_${text}`), mistakes: ['secret_as_text'] },
    { bytes: Buffer.from(`whsec_${text}`, 'base64'), mistakes: ['secret_with_prefix'] },
  ];
}

interface Layout {
  /** The part before the body. */
  readonly prefix: string;
  readonly mistakes: readonly SigningMistake[];
}

const isRight = ({ mistakes }: Key | Layout): boolean => mistakes.length === 0;

function layoutsOf(received: ReceivedDelivery): readonly Layout[] {
  const [id, timestamp] = [received.messageId.trim(), received.timestamp.trim()];
  const seconds = isMilliseconds(timestamp) ? [timestamp.slice(0, -3)] : [];
  return [
    ...[timestamp, ...seconds].map((one): Layout => ({ prefix: `${id}.${one}.`, mistakes: [] })),
    { prefix: `${timestamp}.`, mistakes: ['without_id'] },
    { prefix: `${id}.`, mistakes: ['without_timestamp'] },
    { prefix: '', mistakes: ['body_alone'] },
  ];
}

interface FoundEntry {
  readonly entry: Entry;
  readonly mistakes: readonly SigningMistake[];
}

function findEntry(entries: readonly Entry[], mac: Buffer): FoundEntry | null {
  const [base64, base64url] = [mac.toString('base64'), mac.toString('base64url')];
  const hex = mac.toString('hex');
  for (const entry of entries) {
    if (entry.text === base64) return { entry, mistakes: [] };
    if (removeSuffix(entry.text, '=') === base64url) return { entry, mistakes: ['base64url'] };
    if (entry.text.toLowerCase() === hex) return { entry, mistakes: ['hex'] };
  }
  return null;
}

const hmac = (key: Buffer, prefix: string, body: Uint8Array): Buffer =>
  createHmac('sha256', key).update(prefix).update(body).digest();

/** The unit of `Date.now()`, which the headers never use. */
export const isMilliseconds = (timestamp: string): boolean => /^\d{13}$/.test(timestamp);

/** Libraries accept a secret with and without its prefix. */
export const cleanSecret = (secret: string): string =>
  removeSuffixes(secret, ` \t\r\n\u00a0"'`).replace(/^whsec_/, '');
