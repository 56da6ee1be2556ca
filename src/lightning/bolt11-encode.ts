import { bech32 } from '@scure/base';
import { pointFromScalar } from 'tiny-secp256k1';
import { assert } from '../base/assert.ts';
import { hexToBytes } from '../base/hex.ts';
import type { Bolt11, FallbackAddress } from './bolt11.ts';
import { writeFeatureBits } from './bolt11-features.ts';
import { writePrefix } from './bolt11-prefix.ts';
import { writeRouteHint } from './bolt11-route-hint.ts';
import { signPart } from './bolt11-signature.ts';
import { joinTags, type Tag, type TagName, TIMESTAMP_WORDS } from './bolt11-tags.ts';
import { bytesToWords, numberToWords, type Words } from './bolt11-words.ts';

/** What there is to say before the signature; the payee is whoever signs. */
export type UnsignedBolt11 = Omit<Bolt11, 'payee' | 'unknownRequiredFeatureBits'>;

/** LND's order. The payee is left to recovery, expiry and final CLTV delta are always written. */
export const LND_TAG_ORDER: readonly TagName[] = ['p', 'd', 'h', 'm', 'c', 'x', 'f', 'r', 's', '9'];

/**
 * Writes and signs an invoice, lower case. `order` names the fields to write, in their order; the
 * signature covers it. Listed fields that the invoice does not have are left out. Values that do
 * not fit BOLT 11 are bugs of the caller.
 */
export function encodeBolt11(
  invoice: UnsignedBolt11,
  privateKey: Uint8Array,
  order: readonly TagName[] = LND_TAG_ORDER,
): string {
  const payee = pointFromScalar(privateKey, true);
  assert(payee !== null, 'a private key has a public key');
  const tags = order.flatMap((name) =>
    wordsOf(name, invoice, payee).map((words): Tag => ({ name, words })),
  );
  const prefix = writePrefix(invoice);
  const words = [...numberToWords(invoice.timestampSec, TIMESTAMP_WORDS), ...joinTags(tags)];
  return bech32.encode(prefix, [...words, ...signPart({ prefix, words }, privateKey)], false);
}

/** One entry for each time the field is written. */
function wordsOf(name: TagName, invoice: UnsignedBolt11, payee: Uint8Array): Words[] {
  switch (name) {
    case 'p':
      return [hexWords(invoice.paymentHash, 32)];
    case 's':
      return [hexWords(invoice.paymentSecret, 32)];
    case 'd':
      if (invoice.description === null) return [];
      return [bytesToWords(Buffer.from(invoice.description))];
    case 'h':
      return invoice.descriptionHash === null ? [] : [hexWords(invoice.descriptionHash, 32)];
    case 'm':
      return invoice.metadata === null ? [] : [hexWords(invoice.metadata)];
    case 'n':
      return [bytesToWords(payee)];
    case 'c':
      return [numberToWords(invoice.minFinalCltvExpiry)];
    case 'x':
      return [numberToWords(invoice.expirySec)];
    case 'f':
      return invoice.fallbackAddresses.map(fallbackWords);
    case 'r':
      return invoice.routeHints.map((hops) => bytesToWords(writeRouteHint(hops)));
    case '9':
      return invoice.featureBits.length === 0 ? [] : [writeFeatureBits(invoice.featureBits)];
  }
}

const fallbackWords = (address: FallbackAddress): Words => [
  address.version,
  ...hexWords(address.programHex),
];

function hexWords(hex: string, byteLength?: number): Words {
  const bytes = hexToBytes(hex, byteLength);
  assert(bytes !== null, 'bytes of an invoice are hex of the right length');
  return bytesToWords(bytes);
}
