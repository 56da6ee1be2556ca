import { assert } from '../base/assert.ts';
import { MAX_BOLT11_LENGTH } from '../base/limits.ts';
import { memoize } from '../base/memoize.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { readBech32 } from './bech32.ts';
import { readPayableAddress } from './bitcoin/payable-address.ts';
import type { Bolt11, Bolt11Refusal } from './bolt11.ts';
import { unknownRequiredBits } from './bolt11-features.ts';
import {
  type Bolt11Fields,
  DEFAULT_EXPIRY_SEC,
  DEFAULT_MIN_FINAL_CLTV_EXPIRY,
  readFields,
} from './bolt11-fields.ts';
import { readPrefix } from './bolt11-prefix.ts';
import { recoverPayee, SIGNATURE_WORDS, verifyPayee } from './bolt11-signature.ts';
import { splitTags, TIMESTAMP_WORDS } from './bolt11-tags.ts';
import { type Words, wordsToNumber } from './bolt11-words.ts';

/**
 * Decodes a BOLT 11 invoice strictly: the text has to be all upper or all lower case, without
 * `lightning:` in front (normalizeBolt11 removes that). No text makes this function throw. An
 * invoice that must not be paid, because it requires unknown features or breaks a rule, is decoded
 * too: see `whyNotPayable`.
 */
export function decodeBolt11(text: string): Result<Bolt11, Bolt11Refusal> {
  const unproven = readBolt11(text);
  return unproven.ok ? proveBolt11(unproven.value) : unproven;
}

/** An invoice whose signature was not checked, so anyone may have written it. */
export interface UnprovenBolt11 extends Omit<Bolt11, 'payee'> {
  readonly unproven: { readonly text: string; readonly namedPayee: Uint8Array | null };
}

/**
 * Decodes an invoice without checking its signature, because that check costs more than all the
 * rest. Use this only for a text whose signature was checked before.
 */
export function readBolt11(text: string): Result<UnprovenBolt11, Bolt11Refusal> {
  const invoice = text.length > MAX_CACHED_LENGTH ? readUnproven(text) : readCached(text);
  if (invoice.ok) return invoice;
  return refuse({ kind: 'bad_bolt11', detail: isAddress(text) ? ADDRESS : invoice.refusal });
}

/**
 * The refusal of a text that looks like a bitcoin address: apps pass on whatever a user pasted, and
 * some users paste one.
 */
const ADDRESS = 'This is a bitcoin address, not a Lightning invoice.';

function isAddress(text: string): boolean {
  const read = readPayableAddress(text, 'bitcoin');
  return read.ok || read.refusal.kind === 'wrong_network';
}

/**
 * Recently decoded invoices: a payment decodes the same text twice, when it is ordered and when its
 * record is written.
 */
const readCached = memoize(readUnproven);
/**
 * The length up to which invoices are cached. Longer ones are rare, and a hundred of the longest
 * would take megabytes.
 */
const MAX_CACHED_LENGTH = 2000;

/** Checks the signature of an invoice and adds the payee, whose key made the signature. */
export function proveBolt11(invoice: UnprovenBolt11): Result<Bolt11, Bolt11Refusal> {
  const { unproven, ...fields } = invoice;
  const { text, namedPayee } = unproven;
  // The text is split into words of five bits again, because keeping the words of each cached
  // invoice would take much memory.
  const parts = splitText(text);
  assert(parts.ok, 'an invoice that was read can be split');
  const { prefix, words, signatureStart } = parts.value;
  const signed = { prefix, words: words.slice(0, signatureStart) };
  const signature = words.slice(signatureStart);
  const payee =
    namedPayee === null
      ? recoverPayee(signed, signature)
      : verifyPayee(signed, signature, namedPayee);
  if (!payee.ok) return refuse({ kind: 'bad_bolt11', detail: payee.refusal });
  return accept({ ...fields, payee: payee.value });
}

function readUnproven(text: string): Result<UnprovenBolt11, string> {
  const parts = splitText(text);
  if (!parts.ok) return parts;
  const { words, signatureStart } = parts.value;

  const prefix = readPrefix(parts.value.prefix);
  if (!prefix.ok) return prefix;
  const timestampSec = wordsToNumber(words.slice(0, TIMESTAMP_WORDS));
  const tags = splitTags(words, TIMESTAMP_WORDS, signatureStart);
  if (timestampSec === null || tags === null) {
    return refuse('A field of the invoice runs past its end.');
  }
  const fields = readFields(tags);
  if (!fields.ok) return fields;
  const required = requireFields(fields.value);
  if (!required.ok) return required;

  const { expirySec, minFinalCltvExpiry, featureBits, metadata, namedPayee } = fields.value;
  return accept({
    ...prefix.value,
    timestampSec,
    ...required.value,
    expirySec: expirySec ?? DEFAULT_EXPIRY_SEC,
    minFinalCltvExpiry: minFinalCltvExpiry ?? DEFAULT_MIN_FINAL_CLTV_EXPIRY,
    routeHints: fields.value.routeHints,
    blindedPaths: fields.value.blindedPaths,
    fallbackAddresses: fields.value.fallbackAddresses,
    featureBits: featureBits ?? [],
    unknownRequiredFeatureBits: unknownRequiredBits(featureBits ?? []),
    brokenRule: fields.value.brokenRule,
    metadata,
    unproven: { text, namedPayee },
  });
}

interface InvoiceParts {
  readonly prefix: string;
  readonly words: Words;
  readonly signatureStart: number;
}

function splitText(text: string): Result<InvoiceParts, string> {
  if (text.length > MAX_BOLT11_LENGTH) return refuse('The invoice is too long.');
  const decoded = readBech32(text);
  if (decoded === null)
    return refuse('This is not an invoice, or a character of it is wrong or missing.');
  const { prefix, words } = decoded;
  const signatureStart = words.length - SIGNATURE_WORDS;
  if (signatureStart < TIMESTAMP_WORDS) return refuse('The invoice is too short.');
  return accept({ prefix, words, signatureStart });
}

type RequiredFields = Pick<
  Bolt11,
  'paymentHash' | 'paymentSecret' | 'description' | 'descriptionHash'
>;

function requireFields(fields: Bolt11Fields): Result<RequiredFields, string> {
  const { paymentHash, paymentSecret, description, descriptionHash } = fields;
  if (paymentHash === null) return refuse('The invoice has no payment hash.');
  if (description === null && descriptionHash === null) {
    return refuse('The invoice has neither a description nor the hash of one.');
  }
  if (description !== null && descriptionHash !== null) {
    return refuse('The invoice has both a description and the hash of one.');
  }
  if (fields.routeHints.length > 0 && fields.blindedPaths.length > 0) {
    return refuse('The invoice has both route hints and blinded paths.');
  }
  return accept({ paymentHash, paymentSecret, description, descriptionHash });
}
