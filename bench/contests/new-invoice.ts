import { msat } from '../../src/base/amount.ts';
import { addInvoiceRequest } from '../../src/lightning/lnd/translate-invoice.ts';
import { newPreimage } from '../../src/lightning/preimage.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Contest } from '../contest.ts';
import { bearer } from '../http-client.ts';
import { openLndClient } from '../lnd-client.ts';
import { roundRobin } from '../people.ts';
import type { WalletStage } from '../stage.ts';

const AMOUNT_SAT = 10;
const DESCRIPTION = 'a coffee';

export const newInvoice: Contest<WalletStage> = {
  name: 'new-invoice',
  work: 'POST /invoices',
  yardstick: 'bare AddInvoice, same node',
  bouts: [1, 16, 64].map((callers) => ({ callers, atLeast: null })),
  async open({ http, payees, serviceNode }) {
    const lnd = openLndClient(serviceNode);
    const headers = payees.map(({ token }) => bearer(token));
    const order = { amount: AMOUNT_SAT, description: DESCRIPTION };
    return {
      ours: async () => async (n) => {
        await http.post('/invoices', order, roundRobin(headers, n));
      },
      yardstick: async () => async () => {
        await lnd.post(
          '/v1/invoices',
          addInvoiceRequest({
            preimage: newPreimage(systemRandom),
            amountMsat: msat(BigInt(AMOUNT_SAT) * 1000n),
            expirySec: 86_400,
            purpose: { kind: 'description', text: DESCRIPTION },
          }),
        );
      },
      close: () => lnd.close(),
    };
  },
};
