import { bytesToHex } from '../../src/base/hex.ts';
import { EXTERNAL_KEY, writeBill } from '../support/scripted-node/bills.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createDice } from './dice.ts';
import type { ExternalBill } from './model.ts';

/**
 * Virtual time begins shortly before a day, a week, a month and a year do; real databases date some
 * rows by themselves, always later.
 */
export const START = '2017-12-31T23:59:30.000Z';

export interface PooledBill extends ExternalBill {
  readonly preimage: string;
}

const SIZE = 60;

let pool: readonly PooledBill[] | null = null;

/** Invoices of someone outside, the same for all seeds: signing them takes longer than a step. */
export function billPool(): readonly PooledBill[] {
  pool ??= writePool();
  return pool;
}

function writePool(): readonly PooledBill[] {
  const deps = { clock: createVirtualClock(START), random: createSeededRandom(-1) };
  const dice = createDice(deps.random);
  return Array.from({ length: SIZE }, () => {
    const amountMsat = dice.chance(0.2) ? null : BigInt(dice.between(1, 4_000_000));
    const preimage = deps.random.bytes(32);
    const input = { amountMsat, preimage, expirySec: 86_400 };
    const { bolt11, paymentHash } = writeBill(deps, EXTERNAL_KEY, input);
    return { bolt11, paymentHash, amountMsat, preimage: bytesToHex(preimage) };
  });
}
