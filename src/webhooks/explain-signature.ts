import { unixSeconds } from '../base/wire-time.ts';
import { compareBodies } from './body-variants.ts';
import {
  cleanSecret,
  type Entry,
  findMatch,
  isMilliseconds,
  type Match,
  readEntries,
  type Signer,
} from './find-match.ts';
import type { BodyDifference, SignatureCase, SignatureFinding } from './signature-case.ts';

/**
 * Why a receiver's code takes a delivery for forged: tries common mistakes, one after the other,
 * until one produces the signature that the user has.
 */
export function explainSignature(given: SignatureCase): readonly SignatureFinding[] {
  const { received } = given;
  const entries = readEntries(received.signature);
  const match = findMatch(given, entries);
  return [
    ...(match === null ? [NO_MATCH] : explainMatch(given, match)),
    ...explainId(given, match),
    ...explainTimestamp(given, match),
    ...explainEntries(entries, match),
    ...explainBody(given, match),
    ...explainSecret(given),
  ];
}

const NO_MATCH = { kind: 'no_match' } as const;
/** Libraries refuse times further from their own clock (Standard Webhooks 1.0.0). */
const TOLERANCE_MS = 300_000;
const SHOWN_DIFFERENCE = 40;

function explainMatch(given: SignatureCase, match: Match): readonly SignatureFinding[] {
  const { signer, mistakes, entry } = match;
  const signed = explainSigner(signer, given.now);
  const isGenuine =
    mistakes.length === 0 &&
    !isMilliseconds(given.received.timestamp.trim()) &&
    explainBody(given, match).length === 0 &&
    entry.version === 'v1' &&
    signer.of === 'this' &&
    signed.every(({ kind }) => kind === 'signed_with_old');
  return [
    { kind: isGenuine ? 'genuine' : 'recognized' },
    ...mistakes.map((kind) => ({ kind })),
    ...signed,
  ];
}

function explainSigner(signer: Signer, now: Date): readonly SignatureFinding[] {
  if (signer.of === 'nobody') return [{ kind: 'signed_with_unknown' }];
  if (signer.of === 'other') {
    return [{ kind: 'signed_for_other', endpointId: signer.endpointId }];
  }
  const { validUntil: until } = signer;
  if (until === null) return [];
  return [{ kind: until > now ? 'signed_with_old' : 'signed_with_over', until }];
}

/** Everything in a signature that we made came from us. */
const isProven = (match: Match | null): boolean =>
  match !== null && match.signer.of !== 'nobody' && match.mistakes.length === 0;

function explainId(
  { received, sent }: SignatureCase,
  match: Match | null,
): readonly SignatureFinding[] {
  if (received.messageId.trim() === '') return [{ kind: 'id_missing' }];
  return sent === null && !isProven(match) ? [{ kind: 'id_unknown' }] : [];
}

function explainTimestamp(
  { received, now, sent }: SignatureCase,
  match: Match | null,
): readonly SignatureFinding[] {
  const text = received.timestamp.trim();
  const isMs = isMilliseconds(text);
  if (!/^\d{1,12}$/.test(text) && !isMs) return [{ kind: 'timestamp_unreadable' }];
  const seconds = isMs ? text.slice(0, -3) : text;
  const ageMs = now.getTime() - Number(seconds) * 1000;
  const signedAt = (sent?.signedAt ?? []).map((at) => String(unixSeconds(at)));
  return [
    ...(isMs ? [{ kind: 'timestamp_in_ms' } as const] : []),
    ...(ageMs > TOLERANCE_MS ? [{ kind: 'timestamp_old', byMs: ageMs } as const] : []),
    ...(ageMs < -TOLERANCE_MS ? [{ kind: 'timestamp_ahead', byMs: -ageMs } as const] : []),
    ...(signedAt.length > 0 && !signedAt.includes(seconds) && !isProven(match)
      ? [{ kind: 'timestamp_of_no_attempt' } as const]
      : []),
  ];
}

function explainEntries(
  entries: readonly Entry[],
  match: Match | null,
): readonly SignatureFinding[] {
  if (entries.length === 0) return [{ kind: 'signature_missing' }];
  const relevant = match === null ? entries : [match.entry];
  if (relevant.some(({ version }) => version === 'v1')) return [];
  const hasVersion = relevant.some(({ version }) => version !== null);
  return [{ kind: hasVersion ? 'version_unknown' : 'version_missing' }];
}

function explainBody(
  { received, sent }: SignatureCase,
  match: Match | null,
): readonly SignatureFinding[] {
  if (received.body === '') return [{ kind: 'body_missing' }];
  const compared = sent === null ? 'none' : compareBodies(received.body, sent.body);
  const change = match === null || match.change === 'none' ? compared : match.change;
  if (change === 'none') return [];
  if (change === 'spaced') return [{ kind: 'body_spaced' }];
  if (change === 'reserialized' || sent === null) return [{ kind: 'body_reserialized' }];
  return [findDifference(received.body, sent.body)];
}

function findDifference(received: string, sent: string): BodyDifference {
  let index = 0;
  while (index < sent.length && received[index] === sent[index]) index += 1;
  const from = Math.max(0, index - SHOWN_DIFFERENCE / 4);
  const part = (text: string): string => text.slice(from, index + SHOWN_DIFFERENCE);
  return { kind: 'body_changed', index, received: part(received), sent: part(sent) };
}

function explainSecret(given: SignatureCase): readonly SignatureFinding[] {
  const own = cleanSecret(given.received.secret);
  if (own === '') return [];
  const known = given.secrets.find(({ secret }) => cleanSecret(secret) === own);
  if (known !== undefined) {
    const { validUntil: until } = known;
    if (until === null) return [{ kind: 'secret_right' }];
    return [{ kind: until > given.now ? 'secret_old' : 'secret_over', until }];
  }
  const other = given.otherSecrets.find(({ secret }) => cleanSecret(secret) === own);
  return other === undefined
    ? [{ kind: 'secret_unknown' }]
    : [{ kind: 'secret_of_other', endpointId: other.endpointId }];
}
