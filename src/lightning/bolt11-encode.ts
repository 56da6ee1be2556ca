import { bech32 } from '@scure/base';
import { pointFromScalar } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import { MAX_BOLT11_LENGTH } from '../base/limits.ts';
import type { Bolt11 } from './bolt11.ts';
import { writeBlindedPath } from './bolt11-blinded-path.ts';
import { writeFallback } from './bolt11-fallback.ts';
import { writeFeatureBits } from './bolt11-features.ts';
import {
  DEFAULT_EXPIRY_SEC,
  DEFAULT_MIN_FINAL_CLTV_EXPIRY,
  MAX_CLTV_EXPIRY,
  MAX_EXPIRY_SEC,
} from './bolt11-fields.ts';
import { writePrefix } from './bolt11-prefix.ts';
import { writeRouteHint } from './bolt11-route-hint.ts';
import { signPart } from './bolt11-signature.ts';
import { joinTags, type Tag, type TagName, TIMESTAMP_WORDS } from './bolt11-tags.ts';
import { bytesToWords, numberToWords, type Words } from './bolt11-words.ts';

/** An invoice before it is signed. The owner of the signing key becomes its payee. */
export type UnsignedBolt11 = Omit<Bolt11, 'payee' | 'unknownRequiredFeatureBits' | 'brokenRule'>;

/**
 * The order in which LND writes the fields of an invoice. LND leaves out the payee, which readers
 * recover from the signature, and always writes expiry and final CLTV delta.
 */
export const LND_TAG_ORDER: readonly TagName[] = [
  'p',
  'd',
  'h',
  'm',
  'c',
  'x',
  'f',
  'r',
  '5',
  's',
  '9',
];

/**
 * Writes and signs an invoice, in lower case. `order` names the fields to write, in sequence;
 * fields that the invoice does not have are skipped. Values that do not fit BOLT 11 are a mistake
 * of the caller and throw. A lone surrogate in the description becomes U+FFFD, as UTF-8 cannot
 * encode it.
 */
export function encodeBolt11(
  invoice: UnsignedBolt11,
  privateKey: Uint8Array,
  order: readonly TagName[] = LND_TAG_ORDER,
): string {
  assertFits(invoice, order);
  const tags = order.flatMap((name) =>
    wordsOf(name, invoice, privateKey).map((words): Tag => ({ name, words })),
  );
  const prefix = writePrefix(invoice);
  const words = [...numberToWords(invoice.timestampSec, TIMESTAMP_WORDS), ...joinTags(tags)];
  const signature = signPart({ prefix, words }, privateKey);
  const text = bech32.encode(prefix, [...words, ...signature], false);
  assert(text.length <= MAX_BOLT11_LENGTH, 'an invoice fits a QR code');
  return text;
}

function assertFits(invoice: UnsignedBolt11, order: readonly TagName[]): void {
  const { description, descriptionHash, timestampSec, expirySec, minFinalCltvExpiry } = invoice;
  assert((description === null) !== (descriptionHash === null), 'one of description and hash');
  assert(timestampSec < 2 ** 35, 'a timestamp has 35 bits');
  assert(expirySec <= MAX_EXPIRY_SEC, 'an expiry is within its bound');
  assert(minFinalCltvExpiry <= MAX_CLTV_EXPIRY, 'a final CLTV expiry is within its bound');

  // Whether a field may be left out, because readers of an invoice without the field take the same
  // value for it.
  const mayBeLeftOut: Readonly<Record<TagName, boolean>> = {
    p: false,
    s: invoice.paymentSecret === null,
    d: description === null,
    h: descriptionHash === null,
    m: invoice.metadata === null,
    n: true,
    c: minFinalCltvExpiry === DEFAULT_MIN_FINAL_CLTV_EXPIRY,
    x: expirySec === DEFAULT_EXPIRY_SEC,
    f: invoice.fallbackAddresses.length === 0,
    r: invoice.routeHints.length === 0,
    '5': invoice.blindedPaths.length === 0,
    '9': invoice.featureBits.length === 0,
  };
  for (const [name, isOptional] of Object.entries(mayBeLeftOut)) {
    assert(isOptional || order.some((listed) => listed === name), `field ${name} is written`);
  }
}

/** Writes a field of the invoice as often as the invoice has it. */
function wordsOf(name: TagName, invoice: UnsignedBolt11, privateKey: Uint8Array): Words[] {
  switch (name) {
    case 'p':
      return [hexWords(invoice.paymentHash, 32)];
    case 's':
      return invoice.paymentSecret === null ? [] : [hexWords(invoice.paymentSecret, 32)];
    case 'd':
      if (invoice.description === null) return [];
      return [bytesToWords(Buffer.from(invoice.description))];
    case 'h':
      return invoice.descriptionHash === null ? [] : [hexWords(invoice.descriptionHash, 32)];
    case 'm':
      return invoice.metadata === null ? [] : [hexWords(invoice.metadata)];
    case 'n':
      return [payeeWords(privateKey)];
    case 'c':
      return [numberToWords(invoice.minFinalCltvExpiry)];
    case 'x':
      return [numberToWords(invoice.expirySec)];
    case 'f':
      return invoice.fallbackAddresses.map(writeFallback);
    case 'r':
      return invoice.routeHints.map((hops) => bytesToWords(writeRouteHint(hops)));
    case '5':
      return invoice.blindedPaths.map((path) => bytesToWords(writeBlindedPath(path)));
    case '9':
      return invoice.featureBits.length === 0 ? [] : [writeFeatureBits(invoice.featureBits)];
  }
}

function payeeWords(privateKey: Uint8Array): Words {
  const payee = pointFromScalar(privateKey, true);
  assert(payee !== null, 'a private key has a public key');
  return bytesToWords(payee);
}

function hexWords(hex: string, byteLength?: number): Words {
  const bytes = hexToBytes(hex, byteLength);
  assert(bytes !== null, 'bytes of an invoice are hex of the right length');
  return bytesToWords(bytes);
}
