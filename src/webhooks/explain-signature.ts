import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { removeSuffixes } from '../base/text.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { MAX_SIGNATURE_ENTRIES } from './limits.ts';
import type {
  KnownSecret,
  ReceivedDelivery,
  SignatureCase,
  SignatureFinding,
  SigningMistake,
} from './signature-case.ts';

/**
 * Finds why a receiver's code takes a delivery for forged. The signature that the user pasted is
 * compared with those that this service makes, and with those of code that makes one of the usual
 * mistakes.
 */
export function explainSignature(asked: SignatureCase): readonly SignatureFinding[] {
  const given = { ...asked, received: clean(asked) };
  const { received, sent } = given;
  const entries = readEntries(received.signature);
  const match = findMatch(given, entries);
  const isFromUs = match?.findings.every(({ kind }) => FROM_US.has(kind)) === true;
  const versions = (match === null ? entries : [match.entry]).map(({ version }) => version);
  const hasVersion = versions.some((version) => version !== null);
  const seconds = secondsOf(received.timestamp);
  const isTime = /^\d{1,12}$/.test(seconds);
  const ageMs = isTime ? given.now.getTime() - Number(seconds) * 1000 : 0;
  const times = sent?.attempts.map(({ startedAt }) => String(unixSeconds(startedAt))) ?? [];
  const isOfNone = isTime && times.length > 0 && !times.includes(seconds);
  const hints: readonly (SignatureFinding | false)[] = [
    ...(match?.findings ?? []),
    received.messageId === '' && { kind: 'id_missing' },
    received.messageId !== '' && sent === null && !isFromUs && { kind: 'id_unknown' },
    !isTime && { kind: 'timestamp_unreadable' },
    seconds !== received.timestamp && { kind: 'timestamp_in_ms' },
    ageMs > TOLERANCE_MS && { kind: 'timestamp_old', byMs: ageMs },
    ageMs < -TOLERANCE_MS && { kind: 'timestamp_ahead', byMs: -ageMs },
    isOfNone && !isFromUs && { kind: 'timestamp_of_no_attempt' },
    entries.length === 0 && { kind: 'signature_missing' },
    hasVersion && !versions.includes('v1') && { kind: 'version_unknown' },
    entries.length > 0 && !hasVersion && { kind: 'version_missing' },
    explainBody(received.body, sent?.body ?? received.body),
  ];
  const findings = hints.filter((hint) => hint !== false);
  const known = findings.every(({ kind }) => HARMLESS.has(kind)) ? 'genuine' : 'recognized';
  return [{ kind: match === null ? 'no_match' : known }, ...findings, ...explainSecret(given)];
}

type Kinds = ReadonlySet<SignatureFinding['kind']>;
const HARMLESS: Kinds = new Set(['signed_with_old', 'timestamp_old', 'timestamp_ahead']);
const FROM_US: Kinds = new Set(['signed_with_old', 'signed_with_over', 'signed_for_other']);
/**
 * How far a time may be from the receiver's clock before libraries refuse it (Standard Webhooks
 * 1.0.0).
 */
const TOLERANCE_MS = 300_000;
const SHOWN_DIFFERENCE = 40;

const clean = ({ received, sent }: SignatureCase): ReceivedDelivery => ({
  ...received,
  messageId: received.messageId.trim(),
  timestamp: received.timestamp.trim(),
  // Browsers send all line ends in a form as CR LF, so these are turned back into LF.
  body: received.body === sent?.body ? received.body : received.body.replaceAll('\r\n', '\n'),
  secret: cleanSecret(received.secret),
});

/** Removes the prefix of a secret, as libraries accept secrets with and without it. */
const cleanSecret = (secret: string): string =>
  removeSuffixes(secret, ` \t\r\n\u00a0"'`).replace(/^whsec_/, '');

/**
 * Reads a time in seconds. A number of 13 digits is a time in milliseconds, as `Date.now()` gives
 * it; headers of this service never contain one.
 */
const secondsOf = (timestamp: string): string =>
  /^\d{13}$/.test(timestamp) ? timestamp.slice(0, -3) : timestamp;

interface Entry {
  /** The version of a signature, as `v1`; null if there was none. */
  readonly version: string | null;
  readonly mac: Buffer;
  readonly mistakes: readonly SigningMistake[];
}

/**
 * Reads the entries of a signature header, which are separated by spaces. The name of the header,
 * quotes and commas are dropped. No more entries are read than this service ever sends.
 */
function readEntries(header: string): readonly Entry[] {
  const list = header.replace(/^\s*(webhook|svix)-signature\s*:/i, '');
  const parts = list.split(/\s+/).map((part) => removeSuffixes(part, `"',`));
  return parts
    .filter((part) => part !== '')
    .slice(0, MAX_SIGNATURE_ENTRIES)
    .map(readEntry);
}

function readEntry(part: string): Entry {
  const [, version = null, text = part] = /^(v\d+[a-z]*)[,=](.+)$/i.exec(part) ?? [];
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const mac = Buffer.from(text, isHex ? 'hex' : 'base64');
  if (isHex) return { version, mac, mistakes: ['hex'] };
  return { version, mac, mistakes: mac.toString('base64') === text ? [] : ['base64url'] };
}

interface Match {
  readonly entry: Entry;
  /** The mistakes that lead to the given signature, and whose secret it was made with. */
  readonly findings: readonly SignatureFinding[];
}

function findMatch(given: SignatureCase, entries: readonly Entry[]): Match | null {
  if (entries.length === 0) return null;
  const texts = textsOf(given);
  for (const { key, signer, ...used } of keysOf(given)) {
    for (const { text, ...signed } of texts) {
      const mac = createHmac('sha256', key).update(text).digest();
      const entry = entries.find((one) => one.mac.equals(mac));
      if (entry === undefined) continue;
      const mistakes = [...used.mistakes, ...signed.mistakes, ...entry.mistakes];
      return { entry, findings: [...mistakes.map((kind) => ({ kind })), ...signer] };
    }
  }
  return null;
}

interface SignedText {
  readonly text: string;
  readonly mistakes: readonly SigningMistake[];
}

function textsOf({ received, sent }: SignatureCase): readonly SignedText[] {
  const { messageId: id, timestamp, body } = received;
  return [
    { text: `${id}.${timestamp}.${body}`, mistakes: [] },
    { text: `${id}.${secondsOf(timestamp)}.${sent?.body ?? body}`, mistakes: [] },
    { text: `${timestamp}.${body}`, mistakes: ['without_id'] },
    { text: `${id}.${body}`, mistakes: ['without_timestamp'] },
    { text: body, mistakes: ['body_alone'] },
  ];
}

interface SigningKey {
  readonly key: Buffer | string;
  readonly mistakes: readonly SigningMistake[];
  readonly signer: readonly SignatureFinding[];
}

function keysOf(given: SignatureCase): readonly SigningKey[] {
  const own = given.received.secret;
  const keys = given.secrets.flatMap((one) => {
    const read = readSecret(cleanSecret(one.secret), explainKnown(one, given, SIGNED));
    // Wrong ways of reading a secret are tried only for the endpoint that received the message: a
    // user may have a hundred other endpoints.
    return one.endpointId === given.endpointId ? read : read.slice(0, 1);
  });
  return own === '' ? keys : [...keys, ...readSecret(own, [{ kind: 'signed_with_unknown' }])];
}

/**
 * Reads a secret in the right way first, and then in the wrong ways that are common in receivers'
 * code.
 */
const readSecret = (secret: string, signer: SigningKey['signer']): readonly SigningKey[] => [
  { key: Buffer.from(secret, 'base64'), mistakes: [], signer },
  { key: secret, mistakes: ['secret_as_text'], signer },
  { key: `whsec_${secret}`, mistakes: ['secret_as_text'], signer },
  { key: Buffer.from(`whsec_${secret}`, 'base64'), mistakes: ['secret_with_prefix'], signer },
];

const SIGNED = {
  other: 'signed_for_other',
  old: 'signed_with_old',
  over: 'signed_with_over',
} as const;
const OF_CODE = { other: 'secret_of_other', old: 'secret_old', over: 'secret_over' } as const;

/**
 * Explains a signature that was made with a secret of the user. The explanation reveals nothing
 * about the current secret.
 */
function explainKnown(
  { endpointId, validUntil: until }: KnownSecret,
  given: SignatureCase,
  kinds: typeof SIGNED | typeof OF_CODE,
): readonly SignatureFinding[] {
  if (endpointId !== given.endpointId) return [{ kind: kinds.other, endpointId }];
  if (until === null) return [];
  return [{ kind: until > given.now ? kinds.old : kinds.over, until }];
}

function explainSecret(given: SignatureCase): readonly SignatureFinding[] {
  const own = given.received.secret;
  if (own === '') return [];
  const known = given.secrets.find(({ secret }) => cleanSecret(secret) === own);
  if (known === undefined) return [{ kind: 'secret_unknown' }];
  const findings = explainKnown(known, given, OF_CODE);
  return findings.length === 0 ? [{ kind: 'secret_right' }] : findings;
}

/** Shows how the pasted body differs from the body that was sent. */
function explainBody(received: string, sent: string): SignatureFinding | false {
  if (received === '') return { kind: 'body_missing' };
  if (received === sent) return false;
  if (received.trim() === sent) return { kind: 'body_spaced' };
  if (meanSame(received, sent)) return { kind: 'body_reserialized' };
  let index = 0;
  while (index < sent.length && received[index] === sent[index]) index += 1;
  const from = Math.max(0, index - SHOWN_DIFFERENCE / 4);
  const part = (text: string): string => text.slice(from, index + SHOWN_DIFFERENCE);
  return { kind: 'body_changed', index, received: part(received), sent: part(sent) };
}

function meanSame(received: string, sent: string): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(received), JSON.parse(sent));
  } catch {
    return false;
  }
}
