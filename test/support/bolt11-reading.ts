import type { Bolt11 } from '../../src/lightning/bolt11.ts';
import { addressOf } from './fallback-address.ts';

/** What another library reads from an invoice, in our words and with fallback addresses as text. */
export type Bolt11Reading = Omit<
  Bolt11,
  'fallbackAddresses' | 'featureBits' | 'unknownRequiredFeatureBits' | 'brokenRule'
> & {
  readonly addresses: readonly string[];
  readonly features: readonly number[];
};

export function readingOf(invoice: Bolt11): Bolt11Reading {
  const {
    fallbackAddresses,
    featureBits,
    unknownRequiredFeatureBits: _,
    brokenRule: __,
    ...rest
  } = invoice;
  return {
    ...rest,
    addresses: fallbackAddresses.map((fallback) => addressOf(invoice.network, fallback)),
    features: featureBits,
  };
}
