import assert from 'node:assert/strict';
import type { Answer } from '../api-user.ts';
import { field, listOf, textField } from '../fields.ts';
import { openHub, readBytes, type Seen, wholeField } from './app-hub.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/** Zeus: logs in when it connects, and never again. Statuses from 300 on are errors. */
export async function openZeus(world: LndhubWorld, link: string) {
  assert.match(link, /^lndhub:\/\/[\w-]+:\w+@https?:\/\/[\w.-]+(:\d+)?[\w/-]*$/);
  const { hub, base } = openHub(world, link, { 'access-control-allow-origin': '*' });
  const address = base.replace(/\/$/, '');
  const { login, password } = hub;
  const entered = await hub.call('POST', `${address}/auth?type=auth`, {
    body: { login, password },
  });
  if (entered.status >= 300) {
    throw new Error(entered.text.includes('"bad auth"') ? 'Incorrect login' : entered.text);
  }
  const token = textField(entered.body, 'access_token');
  const read = ({ status, body }: Answer): unknown => {
    if (status < 300) return body;
    throw new Error(String(field(body, 'message') ?? field(body, 'error')));
  };
  const get = async (path: string) => read(await hub.call('GET', address + path, { token }));
  const post = async (path: string, body: object) =>
    read(await hub.call('POST', address + path, { token, body }));
  const invoices = async (): Promise<readonly Seen[]> =>
    listOf(await get('/getuserinvoices')).map((one) => ({
      hash: readBytes(field(one, 'r_hash')),
      amountSat: Number(field(one, 'amt')),
      text: textField(one, 'description'),
      isDone: field(one, 'ispaid') === true,
    }));
  return {
    hidesSending: base.includes('/lndhub/ext/') && login === 'invoice',
    hidesOnchain: base.includes('/lndhub/ext/'),
    balance: async () => wholeField(field(await get('/balance'), 'BTC'), 'AvailableBalance'),
    addInvoice: async (value: string, memo: string): Promise<string> =>
      textField(await post('/addinvoice', { amt: value, memo }), 'payment_request'),
    /** Looks every five seconds. */
    isPaid: async (hash: string, amountSat: number): Promise<boolean> =>
      (await invoices()).some(
        (one) => one.hash === hash && one.isDone && one.amountSat >= amountSat,
      ),
    invoices,
    payments: async (): Promise<readonly Seen[]> =>
      listOf(await get('/gettxs')).map((one) => ({
        hash: readBytes(field(one, 'payment_hash')),
        amountSat: wholeField(one, 'value'),
        text: textField(one, 'memo'),
        isDone: textField(one, 'payment_preimage') !== '',
      })),
    pay: async (invoice: string, amt?: string) => {
      const paid = await post('/payinvoice', { invoice, amount: amt });
      assert.equal(field(paid, 'payment_error'), '');
      const preimage = readBytes(field(paid, 'payment_preimage'));
      assert.notEqual(preimage, '', 'without it, the payment is "incomplete"');
      return { preimage, feeSat: Number(textField(paid, 'fee_sat')) };
    },
  };
}
