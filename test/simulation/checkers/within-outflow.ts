import { DAY_MS, HOUR_MS } from '../../../src/base/durations.ts';
import { sliceOf } from '../../support/money-model/outflow.ts';
import type { ChainWorld } from '../chain/chain-world.ts';
import type { OutflowWorld, Passed } from '../outflow/outflow-world.ts';
import type { SimulatedNode } from '../simulated-node.ts';
import type { Checker, Scene } from './checker.ts';

/**
 * What has left by what node and chain have, fees included, is within each limit that was in force
 * when it was let through, and what operators have allowed beyond it; to the msat.
 */
export const withinOutflow: Checker = ({ model: { outflow }, node, chain }) => {
  if (outflow === null) return [];
  const passed = outflow.passed.toSorted((one, other) => one.number - other.number);
  const left = passed
    .map((one) => ({ ...one, costMsat: costOf(one, passed, { node, chain }) }))
    .filter(({ costMsat }) => costMsat > 0n);
  return left.flatMap((one, place) => judge(outflow, one, left.slice(0, place + 1)));
};

interface Left extends Passed {
  readonly costMsat: bigint;
}

function judge(outflow: OutflowWorld, one: Left, until: readonly Left[]): readonly string[] {
  const { limits, number, atMs } = one;
  if (limits === null) return [];
  const within = (ms: number) => until.filter((other) => other.atMs >= atMs - ms);
  const hour = within(HOUR_MS);
  const day = within(DAY_MS);
  const extraIn = (ms: number) => extraMsat(outflow, atMs, ms);
  const receivedMsat = sum(
    outflow.received.filter((came) => came.atMs >= sliceOf(atMs) - DAY_MS && came.atMs <= atMs),
  );
  const above = (limitSat: bigint | null, list: readonly Left[], ms: number, freeMsat = 0n) => {
    if (limitSat === null) return false;
    const sentMsat = sumOf(list) - freeMsat;
    // What left before the limits were changed counts, and only what was allowed leaves beyond it.
    const sinceMsat = sumOf(list.filter((other) => other.number >= one.changedAt));
    return sentMsat > limitSat * 1000n + extraIn(ms) && sinceMsat > extraIn(ms);
  };
  const asOne = until.filter((other) => isOfBatch(other, one));
  const passedLimits = [
    ...(above(limits.hourSat, hour, HOUR_MS) ? ['hour'] : []),
    ...(above(limits.daySat, day, DAY_MS) ? ['day'] : []),
    ...(above(limits.netDaySat, day, DAY_MS, receivedMsat) ? ['net_day'] : []),
    ...(isTooMany(limits.countHour, hour, extraIn(HOUR_MS)) ? ['count_hour'] : []),
    ...(isTooLarge(limits.singleSat, asOne, extraIn(0)) ? ['single'] : []),
  ];
  return passedLimits.map(
    (name) =>
      `${one.what.kind} ${one.id}, call ${number}, has left beyond the limit ${name}: ` +
      `${sumOf(hour)} msat in an hour, ${sumOf(day)} in a day`,
  );
}

/** All that may have left, within the time before, by what was allowed beyond the limits. */
const extraMsat = ({ extras }: OutflowWorld, atMs: number, ms: number): bigint =>
  sum(extras.filter((extra) => extra.atMs <= atMs && extra.atMs + HOUR_MS >= atMs - ms));

/** Where more are let through than the limit allows, the cheapest of them were allowed beyond it. */
function isTooMany(limit: number | null, hour: readonly Left[], extra: bigint): boolean {
  if (limit === null || hour.length <= limit) return false;
  const costs = hour.map(({ costMsat }) => costMsat).toSorted((a, b) => (a < b ? -1 : 1));
  return costs.slice(0, hour.length - limit).reduce((all, cost) => all + cost, 0n) > extra;
}

const isOfBatch = ({ what }: Left, one: Left): boolean =>
  what === one.what ||
  (what.kind === 'payment' &&
    one.what.kind === 'payment' &&
    what.batchId !== null &&
    what.batchId === one.what.batchId);

function isTooLarge(limitSat: bigint | null, asOne: readonly Left[], extra: bigint): boolean {
  if (limitSat === null || extra > 0n) return false;
  const amountMsat = asOne.reduce(
    (all, { what, costMsat }) => all + (what.kind === 'raise' ? costMsat : what.amountMsat),
    0n,
  );
  return amountMsat > limitSat * 1000n;
}

/** What it has cost by node and chain, as far as the service can decide it; 0 if it has not left. */
function costOf(
  { what, number }: Passed,
  passed: readonly Passed[],
  { node, chain }: Pick<Scene, 'node' | 'chain'>,
): bigint {
  if (what.kind !== 'payment') return onChainMsat(chain, what.txid);
  const next = passed.find(
    (other) =>
      other.number > number && other.what.kind === 'payment' && other.what.hash === what.hash,
  );
  const endMs = next?.what.kind === 'payment' ? next.what.monotonicMs : Number.POSITIVE_INFINITY;
  const taken = node.taken.find(
    ({ index, order, atMs }) =>
      order.paymentHash === what.hash &&
      atMs >= what.monotonicMs &&
      atMs < endMs &&
      isLive(node, index, what.hash),
  );
  if (taken === undefined) return 0n;
  const mostMsat = what.amountMsat + taken.order.maxFeeMsat;
  const said = node.look(what.hash);
  // What is on its way may still cost all of it. A node that takes a higher fee than it may is not
  // what the limits are for: they count it when it has.
  if (said.kind !== 'succeeded') return mostMsat;
  const costMsat = said.amountMsat + said.feeMsat;
  return costMsat < mostMsat ? costMsat : mostMsat;
}

function isLive(node: SimulatedNode, index: bigint, hash: string): boolean {
  const said = node.look(hash);
  return (said.kind === 'in_flight' || said.kind === 'succeeded') && said.paymentIndex === index;
}

/** What a transaction of ours takes from the wallet, where a block has it or could have it. */
function onChainMsat(world: ChainWorld | null, txid: string): bigint {
  const transaction = world?.chain.transactionOf(txid) ?? null;
  if (world === null || transaction === null || !world.chain.blocks.isPossible(txid)) return 0n;
  return world.chain.takenSat(transaction) * 1000n;
}

const sum = (list: readonly { readonly msats: bigint }[]): bigint =>
  list.reduce((all, { msats }) => all + msats, 0n);
const sumOf = (list: readonly Left[]): bigint =>
  list.reduce((all, { costMsat }) => all + costMsat, 0n);
