import { DAY_MS } from '../../../src/base/durations.ts';
import { feeOf } from '../../../src/onchain/withdrawal.ts';
import { costMsat } from '../money-model/ends.ts';
import type { MovedBefore } from '../money-model/outflow.ts';
import type { WalletMemory } from './wallet-memory.ts';

/** What left and came in before anything was limited, as the SQL functions fill_outflow_… find it. */
export const movedBefore = ({ money, chain, safety, clock }: WalletMemory): MovedBefore => ({
  sent: [
    ...[...money.payments.values()]
      .filter(({ path, state }) => path === 'node' && state !== 'failed')
      .map(({ id, createdAt, amountMsat, feeMsat, heldSat }) => ({
        ...{ id, atMs: createdAt.getTime() },
        msats: feeMsat === null ? heldSat * 1000n : costMsat(amountMsat + feeMsat, heldSat),
      })),
    ...[...money.withdrawals.values()]
      .filter(({ state }) => state === 'signed' || state === 'broadcast' || state === 'settled')
      .filter(({ isInternal }) => !isInternal)
      .map((one) => ({
        ...{ id: one.id, atMs: (money.signedAt.get(one.id) ?? one.createdAt).getTime() },
        msats: (one.amountSat + (feeOf(one) ?? 0n)) * 1000n,
      })),
    ...[...chain.feeBumps.values()]
      .filter(({ isPaid }) => isPaid !== false)
      .map(({ id, feeSat, notedAt }) => ({ id, atMs: notedAt.getTime(), msats: feeSat * 1000n })),
  ],
  received: [
    ...[...money.receivedSets.values()].map(({ id, settledAt, amountMsat }) => ({
      ...{ id, atMs: settledAt.getTime(), msats: amountMsat },
    })),
    ...[...chain.deposits.values()]
      .filter(({ txid, endedAt }) => txid !== null && endedAt !== null)
      .map(({ id, endedAt, amountSat }) => ({
        ...{ id, atMs: endedAt?.getTime() ?? 0, msats: amountSat * 1000n },
      })),
  ],
  hasGoneBack:
    safety.wentBackAt !== null && safety.wentBackAt.getTime() > clock.now().getTime() - DAY_MS,
});
