import type { Clock } from '../../base/clock.ts';
import type { ChannelNode } from '../node-wallet.ts';
import type { AccessWatch } from './access-watch.ts';
import { type LndLimits, openLndClient } from './client.ts';
import { openGrpcClient } from './grpc-client.ts';
import { followIncoming } from './incoming.ts';
import { channelBalances, nodeAlias, nodeInfo, openChannels } from './info.ts';
import { restInvoiceCalls } from './invoice-calls.ts';
import {
  cancelInvoice,
  createInvoice,
  deleteInvoice,
  lookUpInvoice,
  settledInvoices,
} from './invoices.ts';
import { recordedPayments } from './list-payments.ts';
import {
  followPayment,
  lookUpAttempts,
  lookUpPayment,
  newestPaymentIndex,
  sendPayment,
} from './payments.ts';
import { receivedHtlcs } from './received-htlcs.ts';
import type { LndAccess } from './renewed-access.ts';

export interface LndNodeOptions extends LndAccess {
  /** The URL of LND's REST API: `https://host:port`, with a path if LND is behind a proxy. */
  readonly restUrl: string;
  /**
   * The URL of LND's gRPC, `https://host:port`, for the calls that each invoice needs; null or
   * undefined to make those over REST too.
   */
  readonly grpcUrl?: string | null;
  /**
   * Reads macaroon and certificate again after LND has refused the macaroon or shown another
   * certificate.
   */
  readonly readAccess?: () => Promise<LndAccess>;
  /** All clients of this process; undefined for one whose macaroon no one replaces. */
  readonly accessWatch?: AccessWatch;
  readonly clock: Clock;
  readonly limits?: Partial<LndLimits>;
}

export const DEFAULT_LIMITS: LndLimits = {
  connectMs: 5_000,
  answerMs: 10_000,
  transferMs: 50_000,
  // Payers can make LND's answer about an invoice large: hundreds of parts, each full of custom
  // records, take some megabytes.
  maxAnswerBytes: 64 * 1024 * 1024,
};

/**
 * Opens an LND 0.20 or newer over its REST API, and its gRPC where that is given. Nothing is sent
 * to LND before the first call.
 */
export function openLndNode(options: LndNodeOptions): ChannelNode {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const lnd = openLndClient({ ...options, limits });
  const { grpcUrl = null, clock } = options;
  const { access } = lnd;
  const grpc = grpcUrl === null ? null : openGrpcClient({ url: grpcUrl, access, limits, clock });
  const calls = grpc ?? restInvoiceCalls(lnd);
  return {
    get connectionsOpened() {
      return lnd.connectionsOpened;
    },
    info: async () => {
      const info = await nodeInfo(lnd);
      lnd.bindTo(info.pubkey);
      grpc?.bindTo(info.pubkey);
      return info;
    },
    balances: () => channelBalances(lnd),
    createInvoice: (spec) => createInvoice(lnd, calls, spec),
    lookupInvoice: (paymentHash) => lookUpInvoice(lnd, paymentHash),
    receivedHtlcs: (paymentHash) => receivedHtlcs(lnd, paymentHash),
    cancelInvoice: (paymentHash, held) => cancelInvoice(lnd, paymentHash, held),
    deleteInvoice: (paymentHash) => deleteInvoice(lnd, paymentHash),
    newestPaymentIndex: () => newestPaymentIndex(lnd),
    send: (order, hooks) => sendPayment(lnd, order, hooks),
    payment: (paymentHash) => lookUpPayment(lnd, paymentHash),
    attempts: (paymentHash) => lookUpAttempts(lnd, paymentHash),
    follow: (paymentHash, signal) => followPayment(lnd, paymentHash, signal),
    incoming: (from, signal) => followIncoming(lnd, calls, from, signal),
    settledInvoices: (signal, listing) => settledInvoices(lnd, options.clock, signal, listing),
    recordedPayments: (after, signal) => recordedPayments(lnd, after, signal),
    channels: () => openChannels(lnd),
    nodeAlias: (pubkey, signal) => nodeAlias(lnd, pubkey, signal),
    close: async () => {
      grpc?.close();
      await lnd.close();
    },
  };
}
