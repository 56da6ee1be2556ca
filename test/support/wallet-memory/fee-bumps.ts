import { satToMsat } from '../../../src/base/amount.ts';
import { RowGone } from '../../../src/base/row-gone.ts';
import { type Outpoint, outpointText } from '../../../src/lightning/bitcoin/transaction.ts';
import type {
  FeeBump,
  FeeBumpStore,
  NoteBumpOutcome,
  OpenFeeBump,
} from '../../../src/onchain/fee-bump.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import { feeRaised } from '../money-model/ledger/transfers.ts';
import { writeTransfer } from '../money-model/state.ts';
import type { FeeBumpRow } from './chain-memory.ts';
import { fenceOf } from './deposits.ts';
import type { WalletMemory } from './wallet-memory.ts';

export function createFeeBumpsOf(memory: WalletMemory): FeeBumpStore {
  const { feeBumps } = memory.chain;
  const { withdrawals } = memory.money;
  const all = (): readonly FeeBumpRow[] => [...feeBumps.values()];
  const { outflow } = memory.money;
  const noteAs = (
    bump: FeeBump,
    notedAt: Date,
    states: readonly Withdrawal['state'][],
    letOut: (id: string, feeMsat: bigint) => boolean,
  ): NoteBumpOutcome => {
    const owner = withdrawals.get(bump.withdrawalId);
    if (owner === undefined || !states.includes(owner.state)) return 'ended';
    const isNext = all().some(
      ({ txid, withdrawalId }) => txid === bump.coin.txid && withdrawalId === owner.id,
    );
    if (owner.transaction?.txid !== bump.coin.txid && !isNext) return 'ended';
    if (isSpent(memory, bump.coin)) return 'coin_taken';
    const coin = outpointText(bump.coin);
    const isTaken = all().some((one) => one.isPaid !== false && outpointText(one.coin) === coin);
    if (isTaken) return 'coin_taken';
    if (!letOut(bump.id, satToMsat(bump.feeSat))) return 'stopped';
    feeBumps.set(bump.id, { ...bump, notedAt, isPaid: null });
    return 'noted';
  };
  return {
    note: async (bump, at) => {
      if (feeBumps.has(bump.id)) return 'noted';
      return noteAs(bump, at, ['signed', 'broadcast'], (id, feeMsat) =>
        outflow.reserve(id, feeMsat, feeMsat),
      );
    },
    noteFound: async (bump, at, fence) => {
      if (fence < fenceOf(memory)) return 'fenced';
      if (all().some(({ txid }) => txid === bump.txid)) return 'noted';
      return noteAs(bump, at, ['signed', 'broadcast', 'settled'], (id, feeMsat) => {
        outflow.count(id, feeMsat);
        return true;
      });
    },
    listLost: async (labelled) =>
      labelled.flatMap(({ txid, identifier }) => {
        const owner = [...withdrawals.values()].find((one) => one.identifier === identifier);
        const isKnown = all().some((one) => one.txid === txid);
        const isSent = owner !== undefined && owner.transaction !== null && owner.failure === null;
        return isSent && !isKnown ? [{ txid, withdrawalId: owner.id }] : [];
      }),
    listOpen: async () =>
      all().flatMap(({ isPaid, notedAt: _, ...bump }) =>
        isPaid === null ? [openOf(memory, bump)] : [],
      ),
    end: async (id, { isPaid, fence }) => {
      const row = feeBumps.get(id);
      if (row === undefined) throw new RowGone('the fee bump is not in the database any more');
      if (fence < fenceOf(memory)) return 'fenced';
      if (row.isPaid !== null) return 'present';
      feeBumps.set(id, { ...row, isPaid });
      if (isPaid) writeTransfer(memory.money, feeRaised(id, row.feeSat));
      else outflow.resolve(id, 0n);
      return 'done';
    },
  };
}

/** Whether a withdrawal spends this coin that has neither failed nor been replaced. */
function isSpent({ money }: WalletMemory, coin: Outpoint): boolean {
  const inputs = [...money.withdrawals.values()].flatMap(({ id, state, transaction }) =>
    state === 'failed' || money.freed.has(id) ? [] : (transaction?.inputs ?? []),
  );
  return inputs.some((input) => outpointText(input) === outpointText(coin));
}

function openOf({ chain, money }: WalletMemory, bump: FeeBump): OpenFeeBump {
  const former = [...chain.feeBumps.values()].find(({ txid }) => txid === bump.coin.txid);
  const owner = money.withdrawals.get(bump.withdrawalId);
  const isFirst = former === undefined;
  return {
    ...bump,
    identifier: owner?.identifier ?? '',
    isFunded: former?.isPaid ?? (isFirst && (owner?.block ?? null) !== null),
    isDead: former?.isPaid === false || (isFirst && owner?.state === 'failed'),
  };
}

/** Whether a fee bump that has not ended spends one of these coins. */
export function isBumped({ chain }: WalletMemory, coins: readonly Outpoint[]): boolean {
  const open = [...chain.feeBumps.values()].filter(({ isPaid }) => isPaid === null);
  const spent = new Set(open.map(({ coin }) => outpointText(coin)));
  return coins.some((coin) => spent.has(outpointText(coin)));
}
