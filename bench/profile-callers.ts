/**
 * Runs the callers in a process of their own, so that their work does not count as the service's.
 */
import assert from 'node:assert/strict';
import { callForBills } from './bills.ts';
import { createExternalInvoices } from './external-invoices.ts';
import { bearer, type HttpClient, openHttpClient } from './http-client.ts';
import { roundRobin } from './people.ts';
import type { CallersAnswer, CallersOrder, Scene, Work } from './profile/works.ts';
import { type Act, runWindow } from './window.ts';

const BILL = { amount: 1, description: 'a coffee' };

const clients = new Map<string, HttpClient>();
let prepared: { readonly calls: number; readonly act: Act } | null = null;

process.on('message', (order: CallersOrder) => {
  void carryOut(order).then(
    (answer) => process.send?.(answer),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));

async function carryOut(order: CallersOrder): Promise<CallersAnswer> {
  if (order.kind === 'prepare') {
    const { calls, scene, work } = order;
    prepared = { calls, act: await MAKERS[work](clientOf(scene), scene, calls) };
    return { tookMs: 0 };
  }
  assert(prepared !== null, 'the calls were prepared');
  const { calls, act } = prepared;
  const { perSec } = await runWindow({ calls, callers: order.callers }, act);
  return { tookMs: (calls / perSec) * 1000 };
}

function clientOf({ baseUrl }: Scene): HttpClient {
  const client = clients.get(baseUrl) ?? openHttpClient(baseUrl);
  clients.set(baseUrl, client);
  return client;
}

type Make = (http: HttpClient, scene: Scene, calls: number) => Promise<Act>;

const MAKERS: Readonly<Record<Work, Make>> = {
  internal: async (http, scene, calls) =>
    pay(http, scene, await callForBills(http, scene.payeeTokens, calls)),
  external: async (http, scene, calls) =>
    pay(http, scene, await createExternalInvoices(scene.externalNode, calls)),
  invoice: async (http, { payeeTokens }) => {
    const headers = payeeTokens.map(bearer);
    return async (n) => void (await http.post('/invoices', BILL, roundRobin(headers, n)));
  },
  read: async (http, { payerTokens }) => {
    const headers = payerTokens.map(bearer);
    return async (n) => void (await http.get('/balance', roundRobin(headers, n)));
  },
  page: async (http, { payerCookie }) => {
    return async () => void (await http.get('/', { cookie: payerCookie }));
  },
};

function pay(http: HttpClient, { payerTokens }: Scene, bills: readonly string[]): Act {
  const headers = payerTokens.map(bearer);
  return async (n) => {
    await http.post('/payments/bolt11', { invoice: roundRobin(bills, n) }, roundRobin(headers, n));
  };
}
