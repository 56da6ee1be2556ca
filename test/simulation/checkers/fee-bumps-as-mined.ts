import { type Outpoint, outpointText } from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainWorld } from '../chain/chain-world.ts';
import type { BookedFeeBump } from '../storage.ts';
import type { Checker } from './checker.ts';
import { canBeMined, FINAL_DEPTH, replacedDepth } from './withdrawals-as-mined.ts';

/** What raises a fee is booked once, for what it cost, and only when the chain has decided. */
export const feeBumpsAsMined: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  const stored = new Map<string, readonly Outpoint[]>([
    ...books.withdrawals.flatMap(({ transaction }) =>
      transaction === null ? [] : [[transaction.txid, transaction.inputs] as const],
    ),
    ...books.feeBumps.map(({ txid, coin }) => [txid, [coin]] as const),
  ]);
  return books.feeBumps.flatMap((bump) => judgeBump(chain, bump, stored));
};

function judgeBump(
  world: ChainWorld,
  { txid, coin, feeSat, isPaid, bookedSat }: BookedFeeBump,
  stored: ReadonlyMap<string, readonly Outpoint[]>,
): readonly string[] {
  const { chain } = world;
  const name = `raised fee ${txid}`;
  const transaction = chain.blocks.isPlaced(txid) ? chain.transactionOf(txid) : null;
  const isExact = transaction === null || chain.feeOf(transaction) === feeSat;
  if (!isExact) return [`${name} costs something else than ${feeSat} sat`];
  if (isPaid === true) {
    if (chain.blocks.deepestOf(txid) < FINAL_DEPTH) return [`${name} is booked before its block`];
    const isOnce = bookedSat.length === 1 && bookedSat[0] === feeSat;
    return isOnce ? [] : [`${name} of ${feeSat} sat is booked as ${bookedSat.join(', ')}`];
  }
  if (bookedSat.length > 0) return [`${name} is booked, and not paid`];
  if (isPaid === null) return [];
  const depth = replacedDepth(world, { txid, inputs: [coin] }, stored);
  return depth >= FINAL_DEPTH ? [] : [`${name} is given up: it was replaced ${depth} deep`];
}

/** No two stored transactions spend one coin, unless the chain has decided against one of them. */
export const coinsSpentOnce: Checker = ({ books }) => {
  const coins = [
    ...books.withdrawals
      .filter(({ state }) => state !== 'failed')
      .flatMap(({ transaction }) => transaction?.inputs ?? []),
    ...books.feeBumps.filter(({ isPaid }) => isPaid !== false).map(({ coin }) => coin),
  ].map(outpointText);
  const twice = coins.filter((coin, place) => coins.indexOf(coin) < place);
  return twice.map((coin) => `two stored transactions spend ${coin}`);
};

/** In the end each has ended, and what the chain took for raised fees is in the books. */
export const feeBumpsEnded: Checker = ({ books, chain: world }) => {
  if (world === null) return [];
  const { blocks } = world.chain;
  const open = books.feeBumps
    .filter(({ isPaid, txid }) => isPaid === null && canBeMined(world, txid))
    .map(({ txid }) => `raised fee ${txid} stays open`);
  const sent = new Set(
    books.withdrawals
      .filter(({ transaction }) => transaction !== null)
      .map((one) => one.identifier),
  );
  const paid = new Set(books.feeBumps.filter(({ isPaid }) => isPaid).map(({ txid }) => txid));
  const mined = world.bumps.filter(({ txid }) => blocks.depthOf(txid) >= FINAL_DEPTH);
  const unbooked = mined
    .filter(({ identifier, txid }) => sent.has(identifier) && !paid.has(txid))
    .map(({ txid, identifier }) => `raised fee ${txid} of ${identifier} is not in the books`);
  return [...open, ...unbooked];
};
