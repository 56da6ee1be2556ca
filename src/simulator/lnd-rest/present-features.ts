import type { Message } from './endpoint.ts';

/** LND's names of the feature bits that it sets (BOLT 9). */
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
  31: 'amp',
  35: 'quiescence',
  45: 'explicit-commitment-type',
  47: 'scid-alias',
  51: 'zero-conf',
  55: 'keysend',
};

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
