import type { Sat } from '../base/amount.ts';
import type { Result } from '../base/result.ts';
import type { ChannelPoint } from '../lightning/node-management.ts';

/**
 * Port: a provider that sells channels by LSPS1 (bLIP 51) over HTTPS. `readProviderUrl` has checked
 * its URL. Its answers are read field by field, and nothing in them is trusted.
 */
export interface ProviderClient {
  getInfo(url: string, signal: AbortSignal): Promise<Result<ProviderInfo, ProviderRefusal>>;
  /** Makes a new order with each call. An order costs nothing until it is paid. */
  createOrder(
    url: string,
    request: OrderRequest,
    signal: AbortSignal,
  ): Promise<Result<ProviderOrder, ProviderRefusal>>;
  getOrder(
    url: string,
    name: string,
    signal: AbortSignal,
  ): Promise<Result<ProviderOrder, ProviderRefusal>>;
}

/** What a provider sells. */
export interface ProviderInfo {
  /** The provider's nodes, as `pubkey@host:port`. */
  readonly nodes: readonly string[];
  readonly minConfirmations: number;
  readonly minFundingBlocks: number;
  readonly maxExpiryBlocks: number;
  /** The least that the buyer has to put into the channel. */
  readonly minOwnSat: Sat;
  /** Bounds for what the provider puts into the channel, and for the size of the whole channel. */
  readonly minProviderSat: Sat;
  readonly maxProviderSat: Sat;
  readonly minChannelSat: Sat;
  readonly maxChannelSat: Sat;
}

/** An order for a public channel in which all money is on the provider's side. */
export interface OrderRequest {
  /** The public key of our node, to which the channel is opened. */
  readonly pubkey: string;
  readonly sizeSat: Sat;
  readonly confirmations: number;
  readonly fundingBlocks: number;
  readonly expiryBlocks: number;
  readonly refundAddress: string;
}

export interface ProviderOrder {
  readonly name: string;
  readonly sizeSat: Sat;
  readonly ownSat: Sat;
  readonly expiryBlocks: number;
  readonly isAnnounced: boolean;
  readonly state: ToldState;
  readonly lightning: (ToldWay & { readonly bolt11: string }) | null;
  readonly chain:
    | (ToldWay & { readonly address: string; readonly refundAddress: string | null })
    | null;
  /** The channel; null until the provider has published the transaction that opens it. */
  readonly channel: ToldChannel | null;
}

export const TOLD_STATES = ['created', 'completed', 'failed'] as const;
export type ToldState = (typeof TOLD_STATES)[number];

/**
 * How far a payment is by the provider's word. `held`: a Lightning payment has arrived, and goes
 * back if no channel is opened.
 */
export const TOLD_PAYMENTS = ['expected', 'held', 'paid', 'refunded'] as const;
export type ToldPayment = (typeof TOLD_PAYMENTS)[number];

/** A way to pay for an order, over Lightning or on the chain. */
export interface ToldWay {
  readonly payment: ToldPayment;
  readonly feeSat: Sat;
  readonly totalSat: Sat;
  readonly until: Date;
}

export interface ToldChannel {
  readonly channelPoint: ChannelPoint;
  /** The time from which the provider may close the channel; null if it does not say. */
  readonly until: Date | null;
}

export const NO_ANSWERS = [
  'blocked',
  'unknown_host',
  'no_connection',
  'timeout',
  'too_large',
  'redirect',
] as const;
export type NoAnswer = (typeof NO_ANSWERS)[number];

export const PROVIDER_NOS = [
  'invalid_params',
  'client_rejected',
  'option_mismatch',
  'not_found',
  'other',
] as const;
export type ProviderNo = (typeof PROVIDER_NOS)[number];

export type ProviderRefusal =
  | { readonly kind: 'unanswered'; readonly why: NoAnswer }
  /** The answer does not follow LSPS1: `field` is missing or wrong. */
  | { readonly kind: 'bad_answer'; readonly field: string }
  /** The provider refused the request. `message` is its own reason, empty if it gave none. */
  | { readonly kind: 'refused'; readonly why: ProviderNo; readonly message: string };
