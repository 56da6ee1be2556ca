import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { pointFromScalar } from 'tiny-secp256k1';
import { msat } from '../../src/base/amount.ts';
import { encodeBolt11 } from '../../src/lightning/bolt11-encode.ts';
import { roundRobin } from '../people.ts';

/** Makes invoices of payees whom no payment can reach. */

const KEYS = Array.from({ length: 40 }, () => {
  const key = pointFromScalar(new Uint8Array(randomBytes(32)), true);
  assert(key !== null);
  return Buffer.from(key).toString('hex');
});
let place = 0;

export function lostKey(): string {
  place += 1;
  return roundRobin(KEYS, place);
}

/** An invoice of 6 KB, most of which are route hints through nodes that do not exist. */
export const lostInvoice = (): string =>
  encodeBolt11(
    {
      network: 'regtest',
      amountMsat: msat(1000n),
      paymentHash: randomBytes(32).toString('hex'),
      paymentSecret: randomBytes(32).toString('hex'),
      description: randomBytes(450).toString('base64'),
      descriptionHash: null,
      metadata: randomBytes(600).toString('hex'),
      minFinalCltvExpiry: 80,
      timestampSec: Math.floor(Date.now() / 1000),
      expirySec: 3600,
      fallbackAddresses: [],
      routeHints: Array.from({ length: 4 }, () => Array.from({ length: 12 }, hop)),
      blindedPaths: [],
      featureBits: [9, 14, 48],
    },
    new Uint8Array(randomBytes(32)),
  );

const hop = () => ({
  pubkey: lostKey(),
  shortChannelId: randomBytes(8).readBigUInt64BE(),
  feeBaseMsat: 1,
  feeProportionalMillionths: 1,
  cltvExpiryDelta: 40,
});
