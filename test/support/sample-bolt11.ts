import { msat } from '../../src/base/amount.ts';
import { encodeBolt11, type UnsignedBolt11 } from '../../src/lightning/bolt11-encode.ts';

/** The key that signs a plain invoice which tests change in one place. */
export const SAMPLE_KEY = new Uint8Array(32).fill(7);

export const SAMPLE: UnsignedBolt11 = {
  network: 'regtest',
  amountMsat: msat(250_000_000n),
  timestampSec: 1_700_000_000,
  paymentHash: 'aa'.repeat(32),
  paymentSecret: 'bb'.repeat(32),
  description: 'Two coffees',
  descriptionHash: null,
  expirySec: 86_400,
  minFinalCltvExpiry: 80,
  routeHints: [],
  blindedPaths: [],
  fallbackAddresses: [],
  featureBits: [8, 14, 17],
  metadata: null,
};

export const sampleText = (change: Partial<UnsignedBolt11> = {}): string =>
  encodeBolt11({ ...SAMPLE, ...change }, SAMPLE_KEY);
