import assert from 'node:assert/strict';
import { sendRequest } from '../../src/adapters/lnd/translate-payment.ts';
import { msat } from '../../src/base/amount.ts';
import { decodeBolt11 } from '../../src/lightning/bolt11-decode.ts';
import type { Contest } from '../contest.ts';
import { bearer } from '../http-client.ts';
import { openLndClient } from '../lnd-client.ts';
import { createOutsideInvoices } from '../outside-invoices.ts';
import { inTurn } from '../people.ts';
import type { WalletStage } from '../stage.ts';

const MAX_FEE_MSAT = 10_000n;
const TIMEOUT_SEC = 60;

export const outside: Contest<WalletStage> = {
  name: 'outside',
  work: 'outside payment, POST /payments/bolt11',
  yardstick: 'bare SendPaymentV2, same node',
  bouts: [1, 16, 64].map((callers) => ({ callers, atLeast: 0.4 })),
  async open({ http, payers, serviceNode, outsideNode }) {
    const lnd = openLndClient(serviceNode);
    const headers = payers.map(({ token }) => bearer(token));
    return {
      ours: async (calls) => {
        const invoices = await createOutsideInvoices(outsideNode, calls);
        return async (n) => {
          const order = { invoice: inTurn(invoices, n) };
          await http.post('/payments/bolt11', order, inTurn(headers, n));
        };
      },
      yardstick: async (calls) => {
        const orders = (await createOutsideInvoices(outsideNode, calls)).map(toSendRequest);
        return async (n) => {
          const updates = await lnd.post('/v2/router/send', inTurn(orders, n));
          assert.match(updates, /"SUCCEEDED"/, 'the payment arrives');
        };
      },
      close: () => lnd.close(),
    };
  },
};

/** The very request that the service sends. */
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
