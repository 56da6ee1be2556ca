import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { ADDRESS_INVOICE_EXPIRY_SEC } from '../../src/address/limits.ts';
import { msat } from '../../src/base/amount.ts';
import { addInvoiceRequest } from '../../src/lightning/lnd/translate-invoice.ts';
import { newPreimage } from '../../src/lightning/preimage.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Contest } from '../contest.ts';
import { startSelecting } from '../limits/start-one-select.ts';
import { openLndClient } from '../lnd-client.ts';
import type { LndStage } from '../lnd-stage.ts';
import { roundRobin } from '../people.ts';
import { callbackPath, fromNetwork, nameEveryone } from './addresses.ts';

const firstAnswer: Contest<LndStage> = {
  name: 'address-first-answer',
  work: 'first answer of an address',
  yardstick: 'bare Fastify, one SELECT',
  bouts: [16, 64].map((callers) => ({ callers, atLeast: 0.7 })),
  async open(stage) {
    const { http, payees, serviceUrl } = stage;
    const names = await nameEveryone(stage);
    const { token, userId } = roundRobin(payees, 0);
    const addressName = roundRobin(names, 0);
    const bare = await startSelecting({ serviceUrl, token, userId, addressName });
    const read = async (from: typeof http, n: number): Promise<void> => {
      const path = `/.well-known/lnurlp/${roundRobin(names, n)}`;
      assert.match(await from.get(path, fromNetwork(n)), /"tag":"payRequest"/);
    };
    return {
      ours: async () => (n) => read(http, n),
      yardstick: async () => (n) => read(bare, n),
      close: () => bare.close(),
    };
  },
};

const callback: Contest<LndStage> = {
  name: 'address-callback',
  work: 'callback of an address',
  yardstick: 'bare AddInvoice of LND',
  bouts: [
    { callers: 16, atLeast: 0.6 },
    { callers: 64, atLeast: 0.65 },
  ],
  async open(stage) {
    const { http, serviceNode, stores } = stage;
    const names = await nameEveryone(stage);
    const lnd = openLndClient(serviceNode);
    const descriptionHash = hash('sha256', 'a coffee');
    return {
      ours: async () => {
        await forgetOpen(stores);
        return async (n) => {
          const answer = await http.get(callbackPath(roundRobin(names, n)), fromNetwork(n));
          assert.match(answer, /"pr":"/);
        };
      },
      yardstick: async () => async () => {
        await lnd.post(
          '/v1/invoices',
          addInvoiceRequest({
            preimage: newPreimage(systemRandom),
            amountMsat: msat(10_000n),
            expirySec: ADDRESS_INVOICE_EXPIRY_SEC,
            purpose: { kind: 'hash', descriptionHash },
          }),
        );
      },
      close: () => lnd.close(),
    };
  },
};

const STEP = 1000;

/**
 * Removes unpaid invoices between two windows. In real life a quarter of an hour would lie between
 * them, in which these invoices expire.
 */
async function forgetOpen({ addressInvoices }: LndStage['stores']): Promise<void> {
  const before = new Date(systemClock.now().getTime() + ADDRESS_INVOICE_EXPIRY_SEC * 1000);
  for (;;) {
    const open = await addressInvoices.listExpired(before, { limit: STEP, offset: 0 });
    await addressInvoices.removeUnpaid(open.map(({ id }) => id));
    if (open.length < STEP) return;
  }
}

/** What strangers can ask for without a token. */
export const ADDRESS_CONTESTS: readonly Contest<LndStage>[] = [firstAnswer, callback];
