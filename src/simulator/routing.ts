import { endOf, hopAmountMsat, spendableMsat } from './liquidity.ts';
import type {
  Channel,
  Hop,
  HopHint,
  NetworkState,
  Payment,
  PaymentOrder,
  Policy,
  Route,
} from './network-state.ts';
import { fitsOnion } from './onion-size.ts';

export type RouteAnswer =
  | { readonly kind: 'route'; readonly route: Route }
  | { readonly kind: 'no_route' }
  /**
   * There is no route, because the payer's channels cannot send the amount, even all of them
   * together.
   */
  | { readonly kind: 'insufficient_balance' };

export interface RouteQuestion {
  readonly payer: string;
  readonly payment: Payment;
  /** The part of the payment's amount for which no HTLC was sent yet. */
  readonly remainingMsat: bigint;
  readonly remainingFeeMsat: bigint;
  readonly blockHeight: number;
}

/** The smallest part into which LND splits a payment: 10,000 sat. */
const MIN_PART_MSAT = 10_000_000n;
/**
 * The number of blocks that LND adds to the final CLTV delta, because blocks may be mined while the
 * payment is under way.
 */
export const BLOCK_PADDING = 3;
const MAX_HOPS = 20;

/**
 * Finds the cheapest route for the whole remaining amount. If there is none and the payee accepts
 * parts, half the amount is tried, then a quarter and so on, as long as further parts are allowed
 * (as in LND's payment session).
 */
export function nextRoute(state: NetworkState, question: RouteQuestion): RouteAnswer {
  const { payment, payer } = question;
  const isSplittable = payment.order.paymentAddr !== null;
  const activeParts = payment.attempts.filter((attempt) => attempt.status === 'IN_FLIGHT').length;
  const isLastPart = activeParts + 1 >= payment.order.maxParts;
  let amountMsat = question.remainingMsat;
  for (;;) {
    const local = localLiquidity(state, payer);
    if (local.totalMsat < amountMsat) return { kind: 'insufficient_balance' };
    const route = findRoute(state, question, amountMsat);
    if (route !== null) return { kind: 'route', route };
    if (!isSplittable || isLastPart) return { kind: 'no_route' };
    amountMsat /= 2n;
    if (amountMsat < MIN_PART_MSAT) return { kind: 'no_route' };
  }
}

function localLiquidity(state: NetworkState, payer: string): { totalMsat: bigint } {
  let totalMsat = 0n;
  for (const channel of state.channels.values()) {
    if (channel.ends.includes(payer)) totalMsat += spendableMsat(channel, payer);
  }
  return { totalMsat };
}

/** One direction of a channel, as the payer knows it. */
interface Edge {
  readonly channel: Channel;
  readonly fromName: string;
  readonly toName: string;
  readonly policy: Policy;
}

/** The best known route from a node to the payee. */
interface Reach {
  readonly arrivingMsat: bigint;
  readonly edge: Edge | null;
  readonly hopCount: number;
}

/**
 * Finds a route by Dijkstra's algorithm, backwards from the payee, because fees depend on the
 * forwarded amount. Null when there is no route.
 */
export function findRoute(
  state: NetworkState,
  question: RouteQuestion,
  amountMsat: bigint,
): Route | null {
  const { order } = question.payment;
  const payee = nameOf(state, order.destination);
  if (payee === null) return null;
  const edges = knownEdges(state, question.payer, payee, order.routeHints);
  const limits = failedAmounts(question.payment);
  const reached = new Map<string, Reach>([
    [payee, { arrivingMsat: amountMsat, edge: null, hopCount: 0 }],
  ]);
  const done = new Set<string>();
  for (;;) {
    const name = cheapest(reached, done);
    if (name === null) return null;
    if (name === question.payer) break;
    done.add(name);
    const reach = reached.get(name);
    if (reach === undefined || reach.hopCount >= MAX_HOPS) continue;
    for (const edge of edges) {
      if (edge.toName !== name || done.has(edge.fromName)) continue;
      if (!carries(edge, reach.arrivingMsat, question.payer, limits)) continue;
      const next = stepBack(edge, reach, question.payer);
      const known = reached.get(edge.fromName);
      if (known === undefined || isCheaper(next, known)) reached.set(edge.fromName, next);
    }
  }
  const route = buildRoute(state, question, reached, amountMsat);
  const isTooLong = route.totalTimeLock > question.blockHeight + order.cltvLimit;
  const isTooDear = route.totalFeesMsat > question.remainingFeeMsat;
  return isTooLong || isTooDear || !fitsOnion(route, order) ? null : route;
}

function cheapest(reached: ReadonlyMap<string, Reach>, done: ReadonlySet<string>): string | null {
  let best: [string, Reach] | null = null;
  for (const [name, reach] of reached) {
    if (done.has(name)) continue;
    if (best === null || isCheaper(reach, best[1])) best = [name, reach];
  }
  return best === null ? null : best[0];
}

const isCheaper = (a: Reach, b: Reach): boolean =>
  a.arrivingMsat < b.arrivingMsat || (a.arrivingMsat === b.arrivingMsat && a.hopCount < b.hopCount);

/**
 * Extends a route by one hop towards the payer. Payers send over their own channels without a fee;
 * all other nodes charge by their policy.
 */
function stepBack(edge: Edge, reach: Reach, payer: string): Reach {
  const feeMsat = edge.fromName === payer ? 0n : forwardFeeMsat(edge.policy, reach.arrivingMsat);
  return {
    arrivingMsat: reach.arrivingMsat + feeMsat,
    edge,
    hopCount: reach.hopCount + 1,
  };
}

export const forwardFeeMsat = (policy: Policy, amountMsat: bigint): bigint =>
  policy.feeBaseMsat + (amountMsat * BigInt(policy.feeProportionalMillionths)) / 1_000_000n;

/**
 * Whether a channel can carry an amount, as far as the payer knows: the payer's own balances, what
 * gossip says of other channels, and past failures.
 */
function carries(
  edge: Edge,
  amountMsat: bigint,
  payer: string,
  limits: ReadonlyMap<string, bigint>,
): boolean {
  const { channel, policy, fromName } = edge;
  if (amountMsat < policy.minHtlcMsat || amountMsat > policy.maxHtlcMsat) return false;
  if (fromName === payer) return spendableMsat(channel, payer) >= amountMsat;
  const failedMsat = limits.get(`${channel.chanId}/${fromName}`);
  if (failedMsat !== undefined && amountMsat >= failedMsat) return false;
  return BigInt(channel.capacitySat) * 1000n >= amountMsat;
}

/** For each direction of a channel, the smallest amount that has failed in this payment. */
function failedAmounts(payment: Payment): Map<string, bigint> {
  const limits = new Map<string, bigint>();
  for (const attempt of payment.attempts) {
    if (attempt.blockedAtHop === null) continue;
    const hop = attempt.route.hops[attempt.blockedAtHop];
    if (hop === undefined) continue;
    const key = `${hop.chanId}/${hop.fromName}`;
    const known = limits.get(key);
    if (known === undefined || hopAmountMsat(hop) < known) limits.set(key, hopAmountMsat(hop));
  }
  return limits;
}

function knownEdges(
  state: NetworkState,
  payer: string,
  payee: string,
  hints: readonly HopHint[],
): Edge[] {
  const edges: Edge[] = [];
  for (const channel of state.channels.values()) {
    if (!channel.isAnnounced && !channel.ends.includes(payer)) continue;
    const [a, b] = channel.ends;
    edges.push({ channel, fromName: a, toName: b, policy: channel.policies[0] });
    edges.push({ channel, fromName: b, toName: a, policy: channel.policies[1] });
  }
  for (const hint of hints) {
    const channel = state.channels.get(hint.chanId);
    const fromName = nameOf(state, hint.nodeId);
    if (channel === undefined || fromName === null || !channel.ends.includes(fromName)) continue;
    if (channel.isAnnounced) continue;
    edges.push({ channel, fromName, toName: payee, policy: hintPolicy(channel, fromName, hint) });
  }
  return edges;
}

const hintPolicy = (channel: Channel, fromName: string, hint: HopHint): Policy => ({
  ...channel.policies[endOf(channel, fromName)],
  feeBaseMsat: hint.feeBaseMsat,
  feeProportionalMillionths: hint.feeProportionalMillionths,
  cltvDelta: hint.cltvExpiryDelta,
});

function buildRoute(
  state: NetworkState,
  question: RouteQuestion,
  reached: ReadonlyMap<string, Reach>,
  amountMsat: bigint,
): Route {
  const edges: Edge[] = [];
  for (let reach = reached.get(question.payer); reach?.edge; ) {
    edges.push(reach.edge);
    reach = reached.get(reach.edge.toName);
  }
  const hops: Hop[] = [];
  let forwardMsat = amountMsat;
  let expiryHeight = question.blockHeight + finalDelta(question.payment.order);
  for (const [index, edge] of [...edges.entries()].reverse()) {
    // The node at the far end of each channel charges a fee for sending over the next channel.
    const next = edges[index + 1];
    const feeMsat = next === undefined ? 0n : forwardFeeMsat(next.policy, forwardMsat);
    hops.unshift({
      chanId: edge.channel.chanId,
      fromName: edge.fromName,
      toName: edge.toName,
      pubkey: state.nodes.get(edge.toName)?.pubkey ?? '',
      amtToForwardMsat: forwardMsat,
      feeMsat,
      expiryHeight,
    });
    forwardMsat += feeMsat;
    if (next !== undefined) expiryHeight += next.policy.cltvDelta;
  }
  return {
    hops,
    totalAmtMsat: forwardMsat,
    totalFeesMsat: forwardMsat - amountMsat,
    totalTimeLock: expiryHeight,
  };
}

const finalDelta = (order: PaymentOrder): number => order.finalCltvDelta + BLOCK_PADDING;

export function nameOf(state: NetworkState, pubkey: string): string | null {
  for (const node of state.nodes.values()) if (node.pubkey === pubkey) return node.name;
  return null;
}
