import type { ConfirmationStep } from '../base/confirmation-step.ts';
import { anyText, type Form, onOrOff, path, wholeBigint } from './forms.ts';
import { optional, variable } from './variable.ts';

const MAX_CONFIRMATIONS = 144;
const MAX_SAT_PER_VBYTE = 1000n;

/**
 * The number of confirmations by amount, written as `3` or `3,10000000:6`. The first number counts
 * from 0 sat on. Later steps need larger amounts, and at least as many confirmations.
 */
export const confirmationSteps: Form<readonly ConfirmationStep[]> = {
  accepted: `a number of blocks from 1 to ${MAX_CONFIRMATIONS}, and steps as in "3,10000000:6"`,
  parse: (text) => {
    const steps: ConfirmationStep[] = [];
    for (const [place, part] of text.split(',').entries()) {
      const found = (place === 0 ? /^()(\d{1,3})$/ : /^(\d{1,16}):(\d{1,3})$/).exec(part);
      if (found === null) return undefined;
      const step = { fromSat: BigInt(found[1] || 0), confirmations: Number(found[2]) };
      const last = steps.at(-1);
      const ascends = last === undefined || last.fromSat < step.fromSat;
      const isBounded = step.confirmations >= 1 && step.confirmations <= MAX_CONFIRMATIONS;
      if (!ascends || !isBounded || step.confirmations < (last?.confirmations ?? 0)) {
        return undefined;
      }
      steps.push(step);
    }
    return steps;
  },
};

/** Three confirmations, and six for amounts of 10,000,000 sat or more. */
export const DEFAULT_CONFIRMATIONS: readonly ConfirmationStep[] = [
  { fromSat: 0n, confirmations: 3 },
  { fromSat: 10_000_000n, confirmations: 6 },
];

/** Settings of bitcoin that is received or sent on the chain. */
export const ONCHAIN_VARIABLES = {
  onchain: optional(
    'SATCHEL_ONCHAIN',
    onOrOff,
    'Whether users have bitcoin addresses. Default: on, except with an LND of your own ' +
      '(SATCHEL_LIGHTNING=lnd), which needs a second macaroon for it.',
  ),
  lndOnchainMacaroonFile: optional(
    'SATCHEL_LND_ONCHAIN_MACAROON_FILE',
    path,
    'File with the macaroon for bitcoin addresses of an LND of your own; see docs/onchain.md.',
  ),
  onchainConfirmations: optional(
    'SATCHEL_ONCHAIN_CONFIRMATIONS',
    confirmationSteps,
    'Blocks that have to confirm what arrives before it is credited. Behind a comma: more of ' +
      'them, from an amount in sats on. Default: 3,10000000:6.',
  ),
  onchainMinReceive: variable(
    'SATCHEL_ONCHAIN_MIN_RECEIVE',
    wholeBigint(1000n, 100_000_000n),
    10_000n,
    'Sats that have to arrive at an address before they are credited.',
  ),
  onchainMinSend: variable(
    'SATCHEL_ONCHAIN_MIN_SEND',
    wholeBigint(1000n, 100_000_000n),
    5000n,
    'Sats that are sent to an address at least.',
  ),
  onchainMaxFeeRate: variable(
    'SATCHEL_ONCHAIN_MAX_FEE_RATE',
    wholeBigint(1n, MAX_SAT_PER_VBYTE),
    200n,
    'The highest rate of fees, in sat/vB, that a transaction to an address pays.',
  ),
  hotLimit: optional(
    'SATCHEL_HOT_LIMIT',
    wholeBigint(1n, 2_100_000_000_000_000n),
    'Sats that channels and wallet of the node hold together at most. An alarm tells when they ' +
      'hold more, and how much of it can be moved. See docs/operating.md.',
  ),
  coldAddress: optional(
    'SATCHEL_COLD_ADDRESS',
    anyText,
    'A bitcoin address of yours, whose key is on no server: where to move what is above the limit.',
  ),
};
