import { outpointText } from '../../../src/lightning/bitcoin/transaction.ts';
import { identifierOfBumpLabel } from '../../../src/onchain/fee-bump.ts';
import type { BookedFeeBump } from '../storage.ts';
import { FINAL_DEPTH } from './chain-answers.ts';
import { GONE_BACK, judgeLeases, judgeMoney, withdrawalOf } from './judge-withdrawal.ts';
import type { Ending, Verdict } from './movement.ts';
import type { WithdrawalWorld } from './withdrawal-world.ts';

/** What became of the raised fee, by the books, and whether the chain says the same. */
export async function judgeRaisedFee(world: WithdrawalWorld): Promise<Verdict> {
  const { storage, user } = world;
  const books = await storage.takeSnapshot();
  const stops = await storage.stores.stops.listStops();
  const told = [...books.alarmKinds, ...stops.map(({ reason }) => `stop: ${reason}`)];
  const withdrawal = withdrawalOf(world);
  const findings = [
    ...books.findings,
    ...judgeMoney(withdrawal, books.wallets.get(user.id)),
    ...judgeLeases(world),
    ...judgeRows(world, books.feeBumps),
    ...judgeCost(world, books.feeBumps),
  ];
  const ending = endingOf(world, books.feeBumps);
  const isOver = ending === 'never ordered' || withdrawal?.endedAt !== null;
  if (!isOver) findings.push(`the withdrawal is ${withdrawal?.state}`);
  if (ending === 'lost') findings.push('the network has it, and the books do not');
  if (!world.hasGoneBack && told.some((kind) => GONE_BACK.includes(kind))) {
    findings.push('the database is said to have gone back, and has not');
  }
  return { ending, told, findings };
}

export const bumpsOf = ({ storage }: WithdrawalWorld): readonly BookedFeeBump[] =>
  storage.feeBumps();

/** What the network has, or may still have, to raise a fee. */
const listSent = ({ chain }: WithdrawalWorld) =>
  chain.listSent().filter(({ label }) => identifierOfBumpLabel(label) !== null);

function endingOf(world: WithdrawalWorld, rows: readonly BookedFeeBump[]): Ending {
  if (rows.length === 0) return listSent(world).length > 0 ? 'lost' : 'never ordered';
  if (rows.some(({ isPaid }) => isPaid)) return 'settled';
  return rows.some(({ isPaid }) => isPaid === null) ? 'held' : 'failed';
}

/** Each has ended, and as the chain says. */
function judgeRows({ chain }: WithdrawalWorld, rows: readonly BookedFeeBump[]): readonly string[] {
  const coins = rows.filter(({ isPaid }) => isPaid !== false).map(({ coin }) => outpointText(coin));
  const twice = new Set(coins).size < coins.length ? ['a coin is spent by two of them'] : [];
  const wrong = rows.flatMap(({ txid, isPaid }) => {
    if (isPaid === null) return ['it stays open'];
    if (isPaid) return chain.depthOf(txid) >= FINAL_DEPTH ? [] : ['it is booked before its block'];
    return chain.blocks.isPossible(txid) ? ['it is given up, and a block may have it'] : [];
  });
  return [...twice, ...wrong];
}

/** The operator has paid what the chain took, once. */
function judgeCost(world: WithdrawalWorld, rows: readonly BookedFeeBump[]): readonly string[] {
  const { chain } = world;
  const booked = rows.flatMap(({ bookedSat }) => bookedSat);
  const bookedSat = booked.reduce((sum, feeSat) => sum + feeSat, 0n);
  const tookSat = listSent(world)
    .filter(({ txid }) => chain.depthOf(txid) >= FINAL_DEPTH)
    .flatMap(({ txid }) => chain.transactionOf(txid) ?? [])
    .reduce((sum, transaction) => sum + chain.feeOf(transaction), 0n);
  return bookedSat === tookSat ? [] : [`${bookedSat} sat are booked, and it took ${tookSat}`];
}
