import type { Contest } from '../contest.ts';
import { createExternalInvoices } from '../external-invoices.ts';
import { bearer } from '../http-client.ts';
import type { LndStage } from '../lnd-stage.ts';
import { roundRobin } from '../people.ts';
import { external } from './external.ts';
import { newInvoice } from './new-invoice.ts';

const CALLERS = [16, 64];
/** A short first window, because LND makes only a few dozen payments per second. */
const SLOW = { firstCallsPerCaller: 2 };

const twoApis: Contest<LndStage> = {
  ...SLOW,
  name: 'lnd-two-apis',
  work: 'external payment over one hop, two api processes',
  yardstick: 'the same, one api process',
  bouts: CALLERS.map((callers) => ({ callers, atLeast: 0.9 })),
  async open({ http, otherHttp, payers, externalNode }) {
    const headers = payers.map(({ token }) => bearer(token));
    const payOver = (apis: readonly (typeof http)[]) => async (calls: number) => {
      const invoices = await createExternalInvoices(externalNode, calls);
      return async (n: number): Promise<void> => {
        const order = { invoice: roundRobin(invoices, n) };
        await roundRobin(apis, n).post('/payments/bolt11', order, roundRobin(headers, n));
      };
    };
    return {
      ours: payOver([http, otherHttp]),
      yardstick: payOver([http]),
      close: async () => undefined,
    };
  },
};

/** Contests with the work of every service, compared with what a real LND needs for it. */
export const LND_CONTESTS: readonly Contest<LndStage>[] = [
  {
    ...external,
    ...SLOW,
    name: 'lnd-external',
    work: 'external payment over one hop, POST /payments/bolt11',
    yardstick: 'bare SendPaymentV2 of LND',
    bouts: [
      { callers: 16, atLeast: 0.85 },
      { callers: 64, atLeast: 0.8 },
    ],
  },
  {
    ...newInvoice,
    name: 'lnd-new-invoice',
    yardstick: 'bare AddInvoice of LND',
    bouts: [
      { callers: 16, atLeast: 0.6 },
      { callers: 64, atLeast: 0.65 },
    ],
  },
  twoApis,
];
