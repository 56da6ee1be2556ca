import type { Contest } from '../contest.ts';
import { bearer } from '../http-client.ts';
import { startOneSelect } from '../limits/start-one-select.ts';
import { roundRobin } from '../people.ts';

export const balance: Contest = {
  name: 'balance',
  work: 'GET /balance',
  yardstick: 'bare Fastify, one SELECT',
  bouts: [1, 16, 64].map((callers) => ({ callers, atLeast: 0.8 })),
  async open(stage) {
    const { http, payees } = stage;
    const bare = await startOneSelect(stage);
    const headers = payees.map(({ token }) => bearer(token));
    return {
      ours: async () => async (n) => {
        await http.get('/balance', roundRobin(headers, n));
      },
      yardstick: async () => async (n) => {
        await bare.get('/balance', roundRobin(headers, n));
      },
      close: () => bare.close(),
    };
  },
};
