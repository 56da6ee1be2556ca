import { sat } from '../../../src/base/amount.ts';
import { scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { confirmationsFor } from '../../../src/onchain/confirmation-steps.ts';
import type { Deposit } from '../../../src/onchain/deposit.ts';
import type { ChainWorld } from '../chain/chain-world.ts';
import type { Checker, Scene } from './checker.ts';

/** A deposit is an output of a block that was deep, is credited once, and to the one who was told. */
export const depositsAsMined: Checker = (scene) => {
  const { chain, books } = scene;
  if (chain === null) return [];
  const arrived = books.deposits.filter(({ txid }) => txid !== null);
  return [
    ...findDoubles(arrived.map(({ txid, outputIndex }) => `${txid}:${outputIndex}`)),
    ...findDoubles(books.depositTransfers),
    ...arrived.flatMap((deposit) => judgeOne(scene, chain, deposit)),
  ];
};

const findDoubles = (names: readonly string[]): readonly string[] =>
  names
    .filter((name, place) => names.indexOf(name) !== place)
    .map((name) => `deposit ${name} is in the books twice`);

function judgeOne({ books, model }: Scene, chain: ChainWorld, deposit: Deposit): readonly string[] {
  const { id, txid, outputIndex, address, amountSat, userId, endedAt, block } = deposit;
  const name = `deposit ${txid?.slice(0, 8)}:${outputIndex}`;
  const output = chain.chain.transactionOf(txid ?? '')?.outputs[outputIndex ?? -1];
  const isOutput =
    output?.valueSat === amountSat && output.script === scriptOfAddress(address, 'regtest');
  if (!isOutput) return [`${name} is not what the transaction pays`];
  const told = chain.told.find((one) => one.address === address);
  if (model.goneBack === null && told !== undefined && told.userId !== userId) {
    return [`${name} is someone else's`];
  }
  const isBooked = books.depositTransfers.includes(id);
  if (isBooked !== (endedAt !== null)) return [`${name} is ${isBooked ? '' : 'not '}booked`];
  if (endedAt === null) return [];
  const { blocks } = chain.chain;
  const isThere = block !== null && blocks.wasIn(txid ?? '', block.hash);
  if (!isThere) return [`${name} is credited without its block`];
  const depth = blocks.deepestOf(txid ?? '');
  const isDeep = depth >= confirmationsFor(chain.rules.confirmations, amountSat);
  return isDeep ? [] : [`${name} is credited, and was ${depth} deep at most`];
}

/** In the end all that is deep is credited, but for what is too little. */
export const depositsCredited: Checker = ({ books, chain, model }) => {
  if (chain === null) return [];
  const { blocks } = chain.chain;
  const credited = new Set(
    books.deposits
      .filter(({ endedAt }) => endedAt !== null)
      .map(({ txid, outputIndex }) => `${txid}:${outputIndex}`),
  );
  const scripts = new Map(
    [...books.chainAddresses.keys()].map((address) => [
      scriptOfAddress(address, 'regtest'),
      address,
    ]),
  );
  const missing = new Map<string, bigint>();
  for (const txid of chain.sent) {
    for (const [index, { script, valueSat }] of outputsOf(chain, txid).entries()) {
      const address = scripts.get(script);
      const needed = confirmationsFor(chain.rules.confirmations, sat(valueSat));
      const isDeep = blocks.depthOf(txid) >= needed;
      if (address === undefined || !isDeep || credited.has(`${txid}:${index}`)) continue;
      missing.set(address, (missing.get(address) ?? 0n) + valueSat);
    }
  }
  const forgotten = model.goneBack === null ? listForgotten(chain, books.chainAddresses) : [];
  return [
    ...forgotten,
    ...[...missing]
      .filter(([, sumSat]) => sumSat >= chain.rules.minReceiveSat)
      .map(([address, sumSat]) => `${sumSat} sat at ${address.slice(-8)} are not credited`),
  ];
};

const outputsOf = ({ chain }: ChainWorld, txid: string) => chain.transactionOf(txid)?.outputs ?? [];

const listForgotten = (
  { told }: ChainWorld,
  booked: ReadonlyMap<string, string>,
): readonly string[] =>
  told
    .filter(({ address, userId }) => booked.get(address) !== userId)
    .map(({ address }) => `the address ${address.slice(-8)} is not that of its user any more`);

/** A credit whose block the chain has left is told. */
export const orphansTold: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  return books.deposits
    .filter(({ endedAt, block }) => endedAt !== null && block !== null)
    .filter(({ block }) => chain.chain.blocks.blocks[block?.height ?? 0]?.hash !== block?.hash)
    .map(({ txid, outputIndex }) => `${txid}:${outputIndex}`)
    .filter((subject) => !isTold(books, 'deposit_orphaned', subject))
    .map((subject) => `no one was told that ${subject} has lost its block`);
};

export const isTold = ({ alarms }: Scene['books'], kind: string, subject: string): boolean =>
  alarms.some((alarm) => alarm.kind === kind && alarm.subject === subject);

/** Long after, no one waits for what another transaction has replaced. */
export const replacedGivenUp: Checker = ({ books, chain }) => {
  if (chain === null) return [];
  const { blocks } = chain.chain;
  return books.deposits
    .filter(({ state, block, txid }) => state === 'seen' && block === null && txid !== null)
    .filter(({ txid }) => {
      const one = blocks.find(txid ?? '');
      return one !== undefined && blocks.rivalsOf(one).some((rival) => blocks.depthOf(rival) >= 6);
    })
    .map(({ txid }) => `${txid} is waited for, and was replaced`);
};
