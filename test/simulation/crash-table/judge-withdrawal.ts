import { outpointText } from '../../../src/lightning/bitcoin/transaction.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import { lockIdOf } from '../../../src/onchain/withdrawal-label.ts';
import type { Ending, Verdict } from './movement.ts';
import { START_SAT, type WithdrawalWorld } from './withdrawal-world.ts';

/** What became of the withdrawal, by the books, and whether the chain says the same. */
export async function judgeWithdrawal(world: WithdrawalWorld): Promise<Verdict> {
  const { storage, chain, user } = world;
  const books = await storage.takeSnapshot();
  const stops = await storage.stores.stops.listStops();
  const told = [...books.alarmKinds, ...stops.map(({ reason }) => `stop: ${reason}`)];
  const withdrawal = withdrawalOf(world);
  const ending = endingOf(world, withdrawal);
  const findings = [
    ...books.findings,
    ...judgeMoney(withdrawal, books.wallets.get(user.id)),
    ...(withdrawal === null ? [] : judgeEnd(world, withdrawal, told)),
    ...judgeLeases(world),
  ];
  if (NEEDS_TELLING.includes(ending) && told.length === 0) findings.push('no one was told');
  if (!world.hasGoneBack && withdrawal === null && world.heard.includes('ordered')) {
    findings.push('a caller heard of an order, and there is none');
  }
  if (!world.hasGoneBack && told.some((kind) => GONE_BACK.includes(kind))) {
    findings.push('the database is said to have gone back, and has not');
  }
  const sent = chain.listSent().length;
  if (sent > world.ordersAnew) findings.push(`the network has ${sent} transactions`);
  return { ending, told, findings };
}

export const withdrawalOf = ({ storage }: WithdrawalWorld): Withdrawal | null =>
  storage.withdrawals().at(-1) ?? null;

const NEEDS_TELLING: readonly Ending[] = ['held', 'lost'];
export const GONE_BACK = ['database_gone_back', 'stop: database_changed'];

function endingOf({ chain }: WithdrawalWorld, withdrawal: Withdrawal | null): Ending {
  if (withdrawal === null) return chain.listSent().length > 0 ? 'lost' : 'never ordered';
  const { state } = withdrawal;
  return state === 'settled' || state === 'failed' ? state : 'held';
}

/** The wallet has what it had, without what is held and what was paid. */
export function judgeMoney(
  withdrawal: Withdrawal | null,
  wallet: { readonly walletMsat: bigint; readonly heldMsat: bigint } | undefined,
): readonly string[] {
  const isOpen = withdrawal !== null && withdrawal.endedAt === null;
  const heldSat = isOpen ? withdrawal.heldSat : 0n;
  const paidSat = withdrawal?.state === 'settled' ? costOf(withdrawal) : 0n;
  const leftMsat = (START_SAT - heldSat - paidSat) * 1000n;
  const isRight = wallet?.walletMsat === leftMsat && wallet.heldMsat === heldSat * 1000n;
  return isRight ? [] : [`there are ${wallet?.walletMsat} msat, and ${wallet?.heldMsat} held`];
}

const costOf = ({ amountSat, transaction }: Withdrawal): bigint =>
  amountSat + (transaction?.feeSat ?? 0n);

/** The end in the books is the one that the chain proves. */
function judgeEnd(
  { chain }: WithdrawalWorld,
  withdrawal: Withdrawal,
  told: readonly string[],
): readonly string[] {
  const { state, transaction, failure, identifier } = withdrawal;
  const sent = chain.listSent().filter(({ label }) => label === `satchel:${identifier}`);
  const rivalDepth =
    transaction === null ? 0 : chain.depthOfRival(transaction.txid, transaction.inputs);
  switch (state) {
    case 'settled': {
      if (chain.depthOf(transaction?.txid ?? '') > 0) return [];
      return told.includes('withdrawal_replaced') ? [] : ['it is settled, and no block has it'];
    }
    case 'failed': {
      if (failure?.reason === 'replaced') {
        return rivalDepth >= FINAL_DEPTH ? [] : [`it was replaced only ${rivalDepth} deep`];
      }
      const isGuessed = transaction !== null || sent.length > 0;
      return isGuessed ? [`it failed (${failure?.reason}), and may have been sent`] : [];
    }
    case 'unknown':
      return sent.length > 0 ? ['it stays unknown, and the wallet has it'] : [];
    default:
      return [`it stays ${state}`];
  }
}

const FINAL_DEPTH = 6;

/** Coins are leased for what has not ended, or what the database has lost, and for nothing else. */
export function judgeLeases({ storage, chain }: WithdrawalWorld): readonly string[] {
  const rows = new Map(storage.withdrawals().map((row) => [lockIdOf(row.id), row]));
  return [...chain.leases.values()].flatMap((lease) => {
    const row = rows.get(lease.lockId);
    if (row === undefined || isNeeded(row, outpointText(lease))) return [];
    return [`a coin stays leased, and the withdrawal is ${row.state}`];
  });
}

const isNeeded = ({ endedAt, transaction }: Withdrawal, coin: string): boolean =>
  endedAt === null &&
  (transaction === null || transaction.inputs.some((input) => outpointText(input) === coin));
