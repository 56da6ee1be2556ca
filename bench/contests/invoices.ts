import assert from 'node:assert/strict';
import type { Contest } from '../contest.ts';
import { fillWallet } from '../growth/fill-wallet.ts';
import { bearer } from '../http-client.ts';
import { startOneSelect } from '../limits/start-one-select.ts';
import { roundRobin } from '../people.ts';

/** The number of entries, half of which are incoming. */
const ENTRIES = 100;
const PATH = '/invoices';

export const invoices: Contest = {
  name: 'invoices',
  work: 'GET /invoices, 25 records',
  yardstick: 'bare Fastify, one SELECT',
  bouts: [1, 16, 64].map((callers) => ({ callers, atLeast: 0.7 })),
  async open(stage) {
    const { http, payers, payees, beside } = stage;
    for (const [n, payee] of payees.entries()) {
      await fillWallet(beside, payee, roundRobin(payers, n), ENTRIES);
    }
    const bare = await startOneSelect(stage);
    const headers = payees.map(({ token }) => bearer(token));
    const read = async (from: typeof http, n: number): Promise<void> => {
      const text = await from.get(PATH, roundRobin(headers, n));
      assert(text.length > 25 * 500, 'a full page came');
    };
    return {
      ours: async () => (n) => read(http, n),
      yardstick: async () => (n) => read(bare, n),
      close: () => bare.close(),
    };
  },
};
