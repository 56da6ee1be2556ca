import assert from 'node:assert/strict';
import { msat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import { sendRequest } from '../../src/lightning/lnd/translate-payment.ts';
import type { Contest, Contestants } from '../contest.ts';
import { createExternalInvoices } from '../external-invoices.ts';
import { bearer } from '../http-client.ts';
import { openLndClient } from '../lnd-client.ts';
import { roundRobin } from '../people.ts';
import type { WalletStage } from '../stage.ts';

const MAX_FEE_MSAT = 10_000n;
const TIMEOUT_SEC = 60;
/**
 * The time that an external payment spends on its way: far less than in the real network, but some
 * thirty times as long as a payment takes without it.
 */
const TRAVEL_MS = 50;

const COMMON = {
  yardstick: 'bare SendPaymentV2, same node',
  bouts: [1, 16, 64].map((callers) => ({ callers, atLeast: null })),
};

/** Payments that take the node alone a millisecond, so that all our overhead shows. */
export const external: Contest<WalletStage> = {
  ...COMMON,
  name: 'external',
  work: 'external payment, POST /payments/bolt11',
  open: (stage) => openPayments(stage),
};

/**
 * Payments that spend some time on their way. The description of the invoice requests this from the
 * simulated network, for both sides alike.
 */
export const externalTravelling: Contest<WalletStage> = {
  ...COMMON,
  name: 'external-travelling',
  work: `the same, ${TRAVEL_MS} ms on its way`,
  open: (stage) => openPayments(stage, `fault:hold_settle:${TRAVEL_MS}`),
};

export async function openPayments(
  { http, payers, serviceNode, externalNode }: WalletStage,
  description?: string,
): Promise<Contestants> {
  const lnd = openLndClient(serviceNode);
  const headers = payers.map(({ token }) => bearer(token));
  const createInvoices = (calls: number) =>
    createExternalInvoices(externalNode, calls, description);
  return {
    ours: async (calls) => {
      const invoices = await createInvoices(calls);
      return async (n) => {
        const order = { invoice: roundRobin(invoices, n) };
        await http.post('/payments/bolt11', order, roundRobin(headers, n));
      };
    },
    yardstick: async (calls) => {
      const orders = (await createInvoices(calls)).map(toSendRequest);
      return async (n) => {
        const updates = await lnd.post('/v2/router/send', roundRobin(orders, n));
        assert.match(updates, /"SUCCEEDED"/, 'the payment arrives');
      };
    },
    close: () => lnd.close(),
  };
}

/** The request that the service would send to the node. */
function toSendRequest(bolt11: string): object {
  const decoded = decodeBolt11(bolt11);
  assert(decoded.ok, 'an invoice of the simulated node');
  return sendRequest({
    kind: 'bolt11',
    bolt11,
    paymentHash: decoded.value.paymentHash,
    amountMsat: null,
    maxFeeMsat: msat(MAX_FEE_MSAT),
    timeoutSec: TIMEOUT_SEC,
  });
}
