import type { Message } from './endpoint.ts';

/** LND's names for the feature bits that it sets (BOLT 9). */
const NAMES: Readonly<Record<number, string>> = {
  0: 'data-loss-protect',
  5: 'upfront-shutdown-script',
  7: 'gossip-queries',
  8: 'tlv-onion',
  12: 'static-remote-key',
  14: 'payment-addr',
  16: 'multi-path-payments',
  17: 'multi-path-payments',
  19: 'wumbo-channels',
  23: 'anchors-zero-fee-htlc-tx',
  25: 'route-blinding',
  27: 'shutdown-any-segwit',
  30: 'amp',
  31: 'amp',
  35: 'quiescence',
  39: 'onion-messages',
  44: 'explicit-commitment-type',
  55: 'keysend',
  261: 'accountable-x',
  2023: 'script-enforced-lease',
};

/** The features that a node announces. */
export const NODE_FEATURES: readonly number[] = [
  0, 5, 7, 8, 12, 14, 17, 19, 23, 25, 27, 31, 35, 39, 44, 55, 261, 2023,
];

export const presentFeatures = (bits: readonly number[]): Message =>
  Object.fromEntries(
    bits.map((bit) => [
      String(bit),
      {
        name: NAMES[bit] ?? NAMES[bit ^ 1] ?? 'unknown',
        is_required: bit % 2 === 0,
        is_known: NAMES[bit] !== undefined || NAMES[bit ^ 1] !== undefined,
      },
    ]),
  );
