import { type Msat, msat, type Sat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import { decodeTransactionHex } from '../lightning/bitcoin/transaction.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { NodeManagement, SignedPayment } from '../lightning/node-management.ts';
import {
  type LightningNode,
  NodeFault,
  type PaymentFailureReason,
} from '../lightning/node-port.ts';
import { type NodeWallet, ownedMsat } from '../lightning/node-wallet.ts';
import { type OwnNodeDeps, requireOwnNode } from '../lightning/own-node.ts';
import { parsePeerAddress } from '../lightning/peer-address.ts';
import type { PaymentStop } from '../node/payment-stop.ts';
import { owedMsat, type SolvencyStore } from '../node/solvency-store.ts';
import type { OutflowStore } from '../outflow/outflow-store.ts';
import type { ChainOffer, ChannelOrder, LightningOffer, PaymentWay } from './channel-order.ts';
import type { ChannelOrderStore } from './channel-order-store.ts';
import { isSameOffer } from './check-offer.ts';
import {
  FAILURE_WAIT_MS,
  LEAST_LEFT_MS,
  LEAST_ROUTING_SAT,
  PAY_GRACE_MS,
  PAY_TIMEOUT_SEC,
  PAY_WAIT_MS,
  ROUTING_PART,
} from './limits.ts';
import type { ProviderClient, ProviderRefusal } from './provider.ts';

export interface PayOrderDeps extends OwnNodeDeps {
  readonly lightning: OwnNodeDeps['lightning'] &
    Pick<LightningNode, 'send' | 'payment'> &
    Pick<NodeWallet, 'balances'>;
  readonly management: Pick<
    NodeManagement,
    'connectPeer' | 'walletBalance' | 'signPayment' | 'publish' | 'hasPaid'
  >;
  readonly node: NodeIdentity;
  readonly provider: Pick<ProviderClient, 'getOrder'>;
  readonly channelOrders: ChannelOrderStore;
  readonly solvency: Pick<SolvencyStore, 'readObligations'>;
  readonly outflow: Pick<OutflowStore, 'pass'>;
  readonly paymentStop: PaymentStop;
  readonly clock: Clock;
  readonly log: Log;
}

export interface PayWish {
  readonly orderId: string;
  readonly way: PaymentWay;
  /** The fee rate of a transaction; null lets the node choose. */
  readonly satPerVbyte: bigint | null;
}

export type PayOutcome =
  | { readonly kind: 'begun' }
  /** Our node has paid nothing. */
  | { readonly kind: 'not_paid'; readonly why: PayRefusal };

export type PayRefusal =
  | ProviderRefusal
  | { readonly kind: 'over' | 'too_late' | 'repeated' | 'changed' | 'not_expected' }
  | { readonly kind: 'stopped'; readonly detail: string }
  /**
   * The money with which the node would pay is needed to cover what users own. `freeSat` is what it
   * holds above that.
   */
  | { readonly kind: 'of_users'; readonly freeSat: Sat }
  | { readonly kind: 'not_connected' | 'node'; readonly detail: string }
  | { readonly kind: 'failed'; readonly reason: PaymentFailureReason };

const notPaid = (why: PayRefusal): PayOutcome => ({ kind: 'not_paid', why });

/** The highest routing fee that our node pays for an order of this price. */
export function routingBound(totalSat: Sat): Sat {
  const part = totalSat / ROUTING_PART;
  return sat(part > LEAST_ROUTING_SAT ? part : LEAST_ROUTING_SAT);
}

/**
 * Pays for an order from our node, at most once, however often it is called: the beginning is
 * stored before anything is sent. Over Lightning, the node pays an invoice only once. On the chain,
 * the signed transaction is stored before it is published, and no second one is signed.
 */
export async function payOrder(
  deps: PayOrderDeps,
  { orderId, way, satPerVbyte }: PayWish,
  signal: AbortSignal,
): Promise<PayOutcome> {
  const order = await deps.channelOrders.find(orderId);
  const offer = order?.offer[way] ?? null;
  if (order === null || offer === null || order.state !== 'open') return notPaid({ kind: 'over' });
  const refusal = await whyNotNow(deps, order, way, signal);
  if (refusal !== null) return notPaid(refusal);
  const costSat = sat(offer.totalSat + (way === 'lightning' ? routingBound(offer.totalSat) : 0n));
  if (!(await deps.outflow.pass(costSat))) {
    return notPaid({ kind: 'stopped', detail: 'what leaves this service has reached its limit' });
  }
  const began = await deps.channelOrders.beginPayment(orderId, way, deps.clock.now(), PAY_GRACE_MS);
  if (!began) return notPaid({ kind: 'repeated' });
  try {
    await requireOwnNode(deps);
  } catch (error) {
    await deps.channelOrders.notePaymentFailed(orderId, way, 'interrupted');
    throw error;
  }
  return way === 'lightning' && order.offer.lightning !== null
    ? await payInvoice(deps, order, order.offer.lightning, signal)
    : await payAddress(deps, order, satPerVbyte);
}

async function whyNotNow(
  deps: PayOrderDeps,
  order: ChannelOrder,
  way: PaymentWay,
  signal: AbortSignal,
): Promise<PayRefusal | null> {
  const offer = order.offer[way];
  if (offer === null) return { kind: 'over' };
  if (offer.until.getTime() - deps.clock.now().getTime() < LEAST_LEFT_MS[way]) {
    return { kind: 'too_late' };
  }
  const stop = deps.paymentStop.stopReason();
  if (stop !== null) return { kind: 'stopped', detail: stop };
  const told = await deps.provider.getOrder(order.providerUrl, order.name, signal);
  if (!told.ok) return told.refusal;
  if (!isSameOffer(order.offer, told.value)) return { kind: 'changed' };
  const { lightning, chain, state } = told.value;
  const isExpected = [lightning, chain].every((one) => (one?.payment ?? 'expected') === 'expected');
  if (state !== 'created' || !isExpected || told.value[way] === null) {
    return { kind: 'not_expected' };
  }
  const freeMsat = await readFreeMsat(deps, way);
  const moreSat = way === 'lightning' ? routingBound(offer.totalSat) : 0n;
  if (freeMsat !== null && freeMsat < (offer.totalSat + moreSat) * 1000n) return ofUsers(freeMsat);
  const peer = parsePeerAddress(order.providerNode);
  if (peer === null) return { kind: 'over' };
  const connected = await deps.management.connectPeer(peer);
  return connected.kind === 'refused' ? { kind: 'not_connected', detail: connected.detail } : null;
}

/**
 * What the node holds above what users own. Null for a payment on the chain if the bitcoin of the
 * node's wallet does not count as cover of what users own, so that all of it is free.
 */
async function readFreeMsat(
  { lightning, solvency }: Pick<PayOrderDeps, 'lightning' | 'solvency'>,
  way: PaymentWay,
): Promise<Msat | null> {
  const balances = await lightning.balances();
  if (way === 'chain' && balances.chainMsat === 0n) return null;
  return msat(ownedMsat(balances) - owedMsat(await solvency.readObligations()));
}

const ofUsers = (freeMsat: Msat): PayRefusal => ({
  kind: 'of_users',
  freeSat: sat(freeMsat > 0n ? freeMsat / 1000n : 0n),
});

async function payInvoice(
  deps: PayOrderDeps,
  order: ChannelOrder,
  { bolt11, paymentHash, totalSat }: LightningOffer,
  signal: AbortSignal,
): Promise<PayOutcome> {
  // If the provider holds the payment (HTLC), the payment goes on long after this call has stopped
  // waiting for its end.
  const waited = new AbortController();
  const stop = AbortSignal.any([waited.signal, signal]);
  const waitFor = (ms: number): void => void deps.clock.sleep(ms, stop).then(() => waited.abort());
  waitFor(PAY_WAIT_MS);
  const outcome = await deps.lightning.send(
    {
      kind: 'bolt11',
      bolt11,
      amountMsat: null,
      paymentHash,
      maxFeeMsat: msat(routingBound(totalSat) * 1000n),
      timeoutSec: PAY_TIMEOUT_SEC,
    },
    { signal: stop, onAcknowledged: () => waitFor(FAILURE_WAIT_MS) },
  );
  waited.abort();
  if (outcome.kind === 'refused') {
    // The node may refuse because it knows the invoice from an earlier call, so it is asked what
    // became of that payment.
    await followInvoice(deps, order.id, paymentHash, 'refused');
    return notPaid({ kind: 'node', detail: outcome.detail });
  }
  if (outcome.kind === 'failed') {
    await deps.channelOrders.notePaymentFailed(order.id, 'lightning', outcome.reason);
    return notPaid({ kind: 'failed', reason: outcome.reason });
  }
  if (outcome.kind === 'succeeded') await deps.channelOrders.noteSent(order.id, deps.clock.now());
  return { kind: 'begun' };
}

/**
 * Asks the node what became of an invoice that it was told to pay, and stores that. If the node
 * does not know the payment, `whyUnknown` is stored as its failure. Without that reason the call to
 * the node may still be on its way, so nothing is stored.
 */
export async function followInvoice(
  { lightning, channelOrders, clock }: Pick<PayOrderDeps, 'lightning' | 'channelOrders' | 'clock'>,
  orderId: string,
  paymentHash: string,
  whyUnknown: 'refused' | 'interrupted' | null,
): Promise<void> {
  const said = await lightning.payment(paymentHash);
  if (said.kind === 'succeeded') return await channelOrders.noteSent(orderId, clock.now());
  const problem = said.kind === 'failed' ? said.reason : whyUnknown;
  if (said.kind === 'in_flight' || problem === null) return;
  await channelOrders.notePaymentFailed(orderId, 'lightning', problem);
}

async function payAddress(
  deps: PayOrderDeps,
  order: ChannelOrder,
  satPerVbyte: bigint | null,
): Promise<PayOutcome> {
  const { management, channelOrders } = deps;
  const offer = order.offer.chain;
  if (offer === null) return notPaid({ kind: 'over' });
  const giveUp = async (why: PayRefusal, problem: string): Promise<PayOutcome> => {
    await channelOrders.notePaymentFailed(order.id, 'chain', problem);
    return notPaid(why);
  };
  // A database that was restored to an earlier state may have lost a transaction that was
  // published, so the wallet is first asked whether it has paid already.
  if (await management.hasPaid(offer.address, order.createdAt)) {
    return await giveUp({ kind: 'repeated' }, 'repeated');
  }
  const signed = await management.signPayment({ ...offer, amountSat: offer.totalSat, satPerVbyte });
  if (signed.kind === 'refused') {
    return await giveUp({ kind: 'node', detail: signed.detail }, 'refused');
  }
  const refusal = await whyNotSent(deps, offer, signed);
  if (refusal !== null) return await giveUp(refusal, 'refused');
  const isSaved = await channelOrders.saveTransaction(order.id, signed);
  if (!isSaved) return notPaid({ kind: 'repeated' });
  await publishPayment(deps, order.id, signed.raw);
  return { kind: 'begun' };
}

/**
 * Says why a signed transaction is not published; null if it may be. The transaction has to pay
 * exactly the price to the provider's address, and leave what channels and users need. The check
 * comes only now because the fee was not known before the transaction was signed.
 */
async function whyNotSent(
  deps: Pick<PayOrderDeps, 'management' | 'node' | 'lightning' | 'solvency'>,
  { address, totalSat }: ChainOffer,
  { raw, feeSat }: SignedPayment,
): Promise<PayRefusal | null> {
  const outputs = decodeTransactionHex(raw)?.outputs ?? [];
  const script = scriptOfAddress(address, deps.node.network);
  const paid = outputs.filter((output) => output.script === script);
  const [change, ...others] = outputs.filter((output) => output.script !== script);
  if (paid.length !== 1 || paid[0]?.valueSat !== totalSat || others.length > 0) {
    const detail = 'the node made a transaction that does not pay this amount to this address';
    return { kind: 'node', detail };
  }
  const freeMsat = await readFreeMsat(deps, 'chain');
  if (freeMsat !== null && freeMsat < (totalSat + feeSat) * 1000n) return ofUsers(freeMsat);
  const { confirmedSat, reservedSat } = await deps.management.walletBalance();
  // The wallet's locked coins do not count: they are spent by this transaction, or by others on
  // their way out.
  const leftSat = confirmedSat + (change?.valueSat ?? 0n);
  const detail = `the wallet must keep ${reservedSat} sat for its channels`;
  return leftSat < reservedSat ? { kind: 'node', detail } : null;
}

/**
 * Publishes a stored transaction. A repetition publishes the same one, so nothing is paid twice.
 */
export async function publishPayment(
  {
    management,
    channelOrders,
    clock,
    log,
  }: Pick<PayOrderDeps, 'management' | 'channelOrders' | 'clock' | 'log'>,
  orderId: string,
  raw: string,
): Promise<void> {
  try {
    const published = await management.publish(raw);
    if (published.kind === 'handed_over') await channelOrders.noteSent(orderId, clock.now());
    else log.warn({ orderId, why: published.detail }, 'the payment for a channel was not sent yet');
  } catch (error) {
    if (!(error instanceof NodeFault)) throw error;
    log.warn({ orderId, error }, 'the payment for a channel was not sent yet');
  }
}
