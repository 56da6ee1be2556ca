import type { Clock } from '../base/clock.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { scriptOfAddress } from '../lightning/bitcoin/address.ts';
import { decodeBolt11 } from '../lightning/bolt11-decode.ts';
import { whyNotPayable } from '../lightning/bolt11-payable.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { ChainOffer, LightningOffer, Offer } from './channel-order.ts';
import type { OrderRequest, ProviderOrder, ToldWay } from './provider.ts';

export const OFFER_PROBLEMS = [
  /** Size, duration or our own part of the channel are not what was ordered. */
  'other_channel',
  'not_announced',
  'not_new',
  'no_way',
  /** The total is not the fee alone, is zero, or is more than the channel holds. */
  'price',
  'invoice',
  'invoice_amount',
  'invoice_network',
  'address',
  'address_of_ours',
  'refund_address',
  'too_late',
  /** Another order has the same invoice or address. */
  'repeated',
] as const;
export type OfferProblem = (typeof OFFER_PROBLEMS)[number];

export interface CheckOfferDeps {
  readonly clock: Clock;
  readonly node: NodeIdentity;
}

/**
 * Checks that a provider's offer is exactly what was ordered. Any other offer is refused, and never
 * shown to operators.
 */
export function checkOffer(
  deps: CheckOfferDeps,
  request: OrderRequest,
  order: ProviderOrder,
): Result<Offer, OfferProblem> {
  const { sizeSat, expiryBlocks, refundAddress } = request;
  const isOurs = order.sizeSat === sizeSat && order.expiryBlocks === expiryBlocks;
  if (!isOurs || order.ownSat !== 0n) return refuse('other_channel');
  if (!order.isAnnounced) return refuse('not_announced');
  if (order.state !== 'created' || order.channel !== null) return refuse('not_new');
  const lightning =
    order.lightning === null ? null : checkLightning(deps, request, order.lightning);
  if (lightning?.ok === false) return lightning;
  const chain = order.chain === null ? null : checkChain(deps, request, order.chain);
  if (chain?.ok === false) return chain;
  if (lightning === null && chain === null) return refuse('no_way');
  if (order.chain !== null && (order.chain.refundAddress ?? refundAddress) !== refundAddress) {
    return refuse('refund_address');
  }
  return accept({ lightning: lightning?.value ?? null, chain: chain?.value ?? null });
}

/**
 * Says what is wrong with one way to pay; null if nothing is. The whole price has to be the
 * provider's fee, as we put nothing into the channel.
 */
function wayProblem({ clock }: CheckOfferDeps, { sizeSat }: OrderRequest, way: ToldWay) {
  if (way.payment !== 'expected') return 'not_new';
  if (way.totalSat !== way.feeSat || way.totalSat === 0n) return 'price';
  if (way.totalSat > sizeSat) return 'price';
  return way.until <= clock.now() ? 'too_late' : null;
}

function checkLightning(
  deps: CheckOfferDeps,
  request: OrderRequest,
  way: NonNullable<ProviderOrder['lightning']>,
): Result<LightningOffer, OfferProblem> {
  const problem = wayProblem(deps, request, way);
  if (problem !== null) return refuse(problem);
  const { bolt11, totalSat } = way;
  const read = decodeBolt11(bolt11);
  if (!read.ok) return refuse('invoice');
  const invoice = read.value;
  if (invoice.network !== deps.node.network) return refuse('invoice_network');
  if (invoice.amountMsat !== totalSat * 1000n) return refuse('invoice_amount');
  if (whyNotPayable(invoice) !== null || invoice.payee === deps.node.pubkey)
    return refuse('invoice');
  const expiresAt = new Date((invoice.timestampSec + invoice.expirySec) * 1000);
  const until = expiresAt < way.until ? expiresAt : way.until;
  if (until <= deps.clock.now()) return refuse('too_late');
  return accept({ totalSat, bolt11, paymentHash: invoice.paymentHash, until });
}

function checkChain(
  deps: CheckOfferDeps,
  request: OrderRequest,
  way: NonNullable<ProviderOrder['chain']>,
): Result<ChainOffer, OfferProblem> {
  const problem = wayProblem(deps, request, way);
  if (problem !== null) return refuse(problem);
  const { address, totalSat, until } = way;
  const script = scriptOfAddress(address, deps.node.network);
  if (script === null) return refuse('address');
  if (script === scriptOfAddress(request.refundAddress, deps.node.network)) {
    return refuse('address_of_ours');
  }
  return accept({ totalSat, address, until });
}

/**
 * Whether a provider still asks for what it offered first. A way to pay that the provider no longer
 * names counts as unchanged, as it may just have ended.
 */
export const isSameOffer = (offer: Offer, told: ProviderOrder): boolean =>
  isSamePrice(offer.lightning, told.lightning) &&
  isSamePrice(offer.chain, told.chain) &&
  (told.lightning === null || told.lightning.bolt11 === offer.lightning?.bolt11) &&
  (told.chain === null || told.chain.address === offer.chain?.address);

const isSamePrice = (
  offered: LightningOffer | ChainOffer | null,
  told: Pick<ToldWay, 'totalSat'> | null,
): boolean => told === null || told.totalSat === offered?.totalSat;
