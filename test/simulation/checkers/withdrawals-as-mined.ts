import { DAY_MS } from '../../../src/base/durations.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { type Outpoint, outpointText } from '../../../src/lightning/bitcoin/transaction.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import { lockIdOf } from '../../../src/onchain/withdrawal-label.ts';
import type { Attempt, ChainWorld } from '../chain/chain-world.ts';
import type { Checker, Scene } from './checker.ts';
import { isTold } from './deposits-as-mined.ts';

/** A withdrawal settles by a block, and fails only when no block can have it. */
export const withdrawalsAsMined: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  return books.withdrawals
    .filter(({ isInternal }) => !isInternal)
    .flatMap((withdrawal) => judgeOne(chain, withdrawal));
};

/**
 * A withdrawal has one transaction; asked at the moment when one arrives to be published. Only a
 * database that went back may sign another one, as it does not know the first: where that was
 * replaced for good, the wallet does not know it either, and no block will have both.
 */
export function judgeSecond(
  world: ChainWorld,
  { identifier, txid }: Attempt,
  hasGoneBack: boolean,
): readonly string[] {
  const { blocks } = world.chain;
  const isOver = (earlier: string): boolean => {
    const one = blocks.find(earlier);
    if (one === undefined || blocks.isPossible(earlier)) return false;
    return replacedDepth(world, { txid: earlier, inputs: one.transaction.inputs }) >= FINAL_DEPTH;
  };
  const earlier = world.attempts.filter(
    (one) => one.identifier === identifier && one.txid !== txid,
  );
  return earlier.every((one) => hasGoneBack && isOver(one.txid))
    ? []
    : [`withdrawal ${identifier} has two transactions`];
}

function judgeOne(world: ChainWorld, withdrawal: Withdrawal): readonly string[] {
  const { identifier, state, transaction, block } = withdrawal;
  const { blocks } = world.chain;
  const name = `withdrawal ${identifier}`;
  switch (state) {
    case 'settled': {
      if (transaction === null || blocks.deepestOf(transaction.txid) === 0) {
        return [`${name} is settled without a block`];
      }
      const isThere = block === null || blocks.wasIn(transaction.txid, block.hash);
      return isThere ? judgeCost(world, withdrawal) : [`${name} is not in its block`];
    }
    case 'failed':
      return judgeFailed(world, withdrawal);
    default:
      return [];
  }
}

/** A withdrawal fails only when no block can have it any more; also asked at the moment when it fails. */
export function judgeFailed(
  world: ChainWorld,
  { identifier, transaction, failure }: Withdrawal,
): readonly string[] {
  const { blocks } = world.chain;
  const name = `withdrawal ${identifier}`;
  const given = world.attempts.filter((one) => one.identifier === identifier);
  if (given.some(({ txid }) => blocks.isPossible(txid))) {
    return [`${name} is given back (${failure?.reason}), and a block may have it`];
  }
  const published = given.flatMap(({ txid }) => {
    const one = blocks.find(txid);
    return one === undefined ? [] : [{ txid, inputs: one.transaction.inputs }];
  });
  const depths = (transaction === null ? published : [transaction]).map((one) =>
    replacedDepth(world, one),
  );
  const depth = Math.min(...depths, FINAL_DEPTH);
  return depth >= FINAL_DEPTH ? [] : [`${name} is given back: it was replaced ${depth} deep`];
}

export const FINAL_DEPTH = 6;

/**
 * How deep another spending of what it spends has been, or of what that spends in turn. `stored`
 * has the inputs of stored transactions, as some of them have never reached the network.
 */
export function replacedDepth(
  world: ChainWorld,
  { txid, inputs }: { readonly txid: string; readonly inputs: readonly Outpoint[] },
  stored: ReadonlyMap<string, readonly Outpoint[]> = new Map(),
): number {
  const { blocks } = world.chain;
  const depths = inputs.flatMap((coin) => {
    const rivals = blocks.spendersOf(coin).filter((other) => other !== txid);
    const spent = blocks.find(coin.txid)?.transaction.inputs ?? stored.get(coin.txid);
    const ofParent =
      spent === undefined ? 0 : replacedDepth(world, { txid: coin.txid, inputs: spent }, stored);
    return [...rivals.map(blocks.deepestOf), ofParent];
  });
  return Math.max(0, ...depths);
}

/** A transaction pays what was ordered, and costs what the transaction says. */
function judgeCost(
  { chain }: ChainWorld,
  { identifier, transaction, address, amountSat }: Withdrawal,
): readonly string[] {
  const mined = chain.transactionOf(transaction?.txid ?? '');
  const script = scriptOfAddress(address, 'regtest');
  const pays = mined?.outputs.some(
    (output) => output.script === script && output.valueSat === amountSat,
  );
  const isExact = mined !== null && chain.feeOf(mined) === transaction?.feeSat;
  if (pays && isExact) return [];
  return [`withdrawal ${identifier} cost something else than its transaction`];
}

/** In the end each has ended by its proof, or is held and told. */
export const withdrawalsEnded: Checker = (scene) => {
  const { books, chain } = scene;
  if (chain === null) return [];
  return [
    ...books.withdrawals.flatMap((withdrawal) => judgeEnd(scene, chain, withdrawal)),
    ...listUnbooked(scene, chain),
    ...judgeLeases(scene, chain),
  ];
};

function judgeEnd(
  scene: Scene,
  world: ChainWorld,
  { identifier, state, transaction, isInternal, createdAt }: Withdrawal,
): readonly string[] {
  const { books, now } = scene;
  const { blocks } = world.chain;
  const name = `withdrawal ${identifier}`;
  if (isInternal || state === 'failed') return [];
  if (state === 'unknown') {
    const isFound = world.attempts.some(
      (one) => one.identifier === identifier && blocks.isPossible(one.txid),
    );
    if (isFound) return [`${name} stays unknown, and the network has it`];
    return isTold(books, 'withdrawal_unknown', identifier) ? [] : [`${name} is held untold`];
  }
  if (transaction === null || canBeMined(world, transaction.txid)) {
    const isEnded = state === 'settled' && blocks.isPlaced(transaction?.txid ?? '');
    return isEnded ? [] : [`${name} stays ${state}`];
  }
  const isOld = now.getTime() - createdAt.getTime() >= DAY_MS;
  const tellings = ['withdrawal_replaced', 'withdrawal_not_confirmed'];
  const isKnown = tellings.some((kind) => isTold(books, kind, identifier));
  return isOld && !isKnown ? [`${name} is ${state}, no block has it, and no one was told`] : [];
}

/** A coin that it spends may be one that the chain has left, and that comes no more. */
export function canBeMined(world: ChainWorld, txid: string): boolean {
  const { blocks } = world.chain;
  if (blocks.isPlaced(txid)) return true;
  if (world.shunned.has(txid) || !blocks.isPossible(txid)) return false;
  const inputs = blocks.find(txid)?.transaction.inputs ?? [];
  return inputs.every(
    (input) => blocks.find(input.txid) === undefined || canBeMined(world, input.txid),
  );
}

/** What a database that went back has lost is told. */
function listUnbooked({ books, model }: Scene, { chain, attempts }: ChainWorld): readonly string[] {
  const booked = new Map(books.withdrawals.map((one) => [one.identifier, one]));
  return attempts
    .filter(({ txid }) => chain.blocks.isPlaced(txid))
    .filter(({ identifier }) => (booked.get(identifier)?.transaction ?? null) === null)
    .filter(
      ({ txid }) => model.goneBack === null || !isTold(books, 'withdrawal_not_in_books', txid),
    )
    .map(({ txid, identifier }) => `${txid} of ${identifier} was sent, and is not in the books`);
}

/** What has failed leases no coin. One that settled lets late leases end by themselves. */
function judgeLeases({ books }: Scene, { chain }: ChainWorld): readonly string[] {
  const rows = new Map(books.withdrawals.map((row) => [lockIdOf(row.id), row]));
  return chain.listLeases().flatMap((lease) => {
    const row = rows.get(lease.lockId);
    if (row?.state !== 'failed') return [];
    return [`${outpointText(lease)} stays leased, and ${row.identifier} is ${row.state}`];
  });
}

/** An order, however often it is repeated, is one withdrawal, and what was told of it is there. */
export const orderedOnce: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  return chain.orders.flatMap(({ number, person, amountSat, heard }) => {
    const rows = books.withdrawals.filter(
      (row) => row.userId === person.user.id && row.amountSat === amountSat,
    );
    if (rows.length > 1) return [`bitcoin ${number} is ordered ${rows.length} times`];
    const isLost = heard.some(({ id }) => rows.every((row) => row.id !== id));
    return isLost ? [`bitcoin ${number} was told of, and is not in the books`] : [];
  });
};

/**
 * In the end the service counts what the wallet has in blocks, to the sat. Where a withdrawal spends
 * what a stranger has sent and the chain has left, it may not see that this coin is gone, and the
 * wallet takes the other coins of the withdrawal for spent, even after it has failed. The wallet
 * does so too where a withdrawal has failed, or has lost its block, because a raised fee was replaced
 * whose rest it spends, and where the database has lost a withdrawal that was replaced: then less is
 * counted, and never more.
 */
export const coinsAsMined: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  const ownedSat = chain.chain.ownedSat();
  const sumOf = (isMeant: (txid: string, row: Withdrawal) => boolean): bigint =>
    books.withdrawals
      .filter((row) => row.transaction !== null && isMeant(row.transaction.txid, row))
      .flatMap(({ transaction }) => transaction?.inputs ?? [])
      .reduce((sum, { amountSat }) => sum + amountSat, 0n);
  const doubtfulSat = sumOf((txid) => spendsLost(chain, txid));
  const heldSat = sumOf(
    (txid, { state }) => (state === 'failed' || state === 'settled') && spendsReplaced(chain, txid),
  );
  const lostSat = sumOfLost(books.withdrawals, chain);
  const differenceSat = books.coinsSat - ownedSat;
  const isRight = differenceSat <= doubtfulSat && -differenceSat <= doubtfulSat + heldSat + lostSat;
  return isRight ? [] : [`the wallet has ${ownedSat} sat, and ${books.coinsSat} sat are counted`];
};

/** The other coins of withdrawals that were replaced, and that the database has no more. */
function sumOfLost(booked: readonly Withdrawal[], { chain, attempts }: ChainWorld): bigint {
  const known = new Set(booked.map(({ transaction }) => transaction?.txid));
  const lost = attempts.filter(({ txid }) => !known.has(txid) && !chain.blocks.isPossible(txid));
  return [...new Set(lost.map(({ txid }) => txid))].reduce(
    (sum, txid) => sum + chain.freeInputsSat(txid),
    0n,
  );
}

function spendsReplaced({ chain: { blocks } }: ChainWorld, txid: string): boolean {
  const inputs = blocks.find(txid)?.transaction.inputs ?? [];
  return inputs.some(
    (input) => blocks.find(input.txid) !== undefined && !blocks.isPossible(input.txid),
  );
}

function spendsLost({ chain, sent }: Pick<ChainWorld, 'chain' | 'sent'>, txid: string): boolean {
  const { blocks } = chain;
  if (blocks.isPlaced(txid)) return false;
  const inputs = blocks.find(txid)?.transaction.inputs ?? [];
  return inputs.some(
    (input) =>
      blocks.find(input.txid) !== undefined &&
      !blocks.isPlaced(input.txid) &&
      (sent.includes(input.txid) || spendsLost({ chain, sent }, input.txid)),
  );
}
