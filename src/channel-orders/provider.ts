import type { Sat } from '../base/amount.ts';
import type { Result } from '../base/result.ts';
import type { ChannelPoint } from '../lightning/node-management.ts';

/**
 * Port: a provider that sells channels by LSPS1 (bLIP 51) over HTTPS. URLs were judged by
 * `readProviderUrl`. What a provider answers is read field by field, and believed in nothing.
 */
export interface ProviderClient {
  getInfo(url: string, signal: AbortSignal): Promise<Result<ProviderInfo, ProviderRefusal>>;
  /** Makes an order, each time another one. It costs nothing until it is paid. */
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
  /** Its nodes, as `pubkey@host:port`. */
  readonly nodes: readonly string[];
  readonly minConfirmations: number;
  readonly minFundingBlocks: number;
  readonly maxExpiryBlocks: number;
  /** What we would have to put into the channel at least. */
  readonly minOwnSat: Sat;
  /** What the provider puts into the channel, and the size of the channel. */
  readonly minProviderSat: Sat;
  readonly maxProviderSat: Sat;
  readonly minChannelSat: Sat;
  readonly maxChannelSat: Sat;
}

/** All of the channel is on the side of the provider, and it is announced. */
export interface OrderRequest {
  /** Our node. */
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
  /** Null until the provider has handed its transaction to the network. */
  readonly channel: ToldChannel | null;
}

export const TOLD_STATES = ['created', 'completed', 'failed'] as const;
export type ToldState = (typeof TOLD_STATES)[number];

/** `held`: the payment over Lightning has arrived, and goes back if no channel is opened. */
export const TOLD_PAYMENTS = ['expected', 'held', 'paid', 'refunded'] as const;
export type ToldPayment = (typeof TOLD_PAYMENTS)[number];

/** A way to pay for an order. */
export interface ToldWay {
  readonly payment: ToldPayment;
  readonly feeSat: Sat;
  readonly totalSat: Sat;
  readonly until: Date;
}

export interface ToldChannel {
  readonly channelPoint: ChannelPoint;
  /** The provider may close the channel after this. */
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
  /** The answer is none of LSPS1: `field` is what is missing or wrong. */
  | { readonly kind: 'bad_answer'; readonly field: string }
  /** The provider said no, in its own words; empty where it gave none. */
  | { readonly kind: 'refused'; readonly why: ProviderNo; readonly message: string };
