import assert from 'node:assert/strict';
import type { Answer } from '../api-user.ts';
import { field, listOf, textField } from '../fields.ts';
import { openHub, type Seen, wholeField } from './app-hub.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/** BlueWallet: reads `error` at any status, and takes an answer without it for good. */
export async function openBlueWallet(world: LndhubWorld, link: string) {
  const { hub, base } = openHub(world, link, { 'access-control-allow-origin': '*' });
  const address = base.replace(/\/$/, '');
  let token = '';
  const read = ({ body, text }: Answer): unknown => {
    assert.ok(body !== null, `API failure: ${text}`);
    if (field(body, 'error')) {
      throw new Error(`API error: ${field(body, 'message')} (code ${field(body, 'code')})`);
    }
    return body;
  };
  const get = async (path: string) => read(await hub.call('GET', address + path, { token }));
  const post = async (path: string, body: object) =>
    read(await hub.call('POST', address + path, { token, body }));
  const { login, password } = hub;
  const logIn = async (): Promise<void> => {
    const body = { login, password };
    const tokens = read(await hub.call('POST', `${address}/auth?type=auth`, { body }));
    assert.ok(textField(tokens, 'refresh_token') !== '');
    token = textField(tokens, 'access_token');
  };
  const balance = async () => wholeField(field(await get('/balance'), 'BTC'), 'AvailableBalance');
  const invoices = async (limit?: number): Promise<readonly Seen[]> => {
    const query = limit === undefined ? '' : `?limit=${limit}`;
    return listOf(await get(`/getuserinvoices${query}`)).map((one) => {
      assert.equal(field(one, 'type'), 'user_invoice');
      // With one of these it would be shown as a payment.
      assert.ok(field(one, 'fee') === undefined && field(one, 'amount') === undefined);
      wholeField(one, 'timestamp');
      wholeField(one, 'expire_time');
      return {
        hash: textField(one, 'payment_hash'),
        amountSat: Number.parseInt(String(field(one, 'amt')), 10),
        text: textField(one, 'description') || 'Lightning invoice',
        isDone: field(one, 'ispaid') === true,
      };
    });
  };
  const payments = async (): Promise<readonly Seen[]> =>
    listOf(await get('/gettxs?limit=10&offset=0')).map((one) => {
      if (field(one, 'amount') !== undefined) return onChain(one);
      assert.equal(field(one, 'type'), 'paid_invoice');
      assert.ok(field(one, 'amt') === undefined && field(one, 'amount') === undefined);
      wholeField(one, 'timestamp');
      return {
        hash: '',
        amountSat: -wholeField(one, 'value'),
        text: textField(one, 'memo') || 'Lightning payment',
        isDone: true,
      };
    });
  const onChain = (one: unknown): Seen & { readonly isPending: boolean } => {
    assert.equal(field(one, 'type'), 'bitcoind_tx');
    wholeField(one, 'time');
    const [amount, confirmations] = [field(one, 'amount'), field(one, 'confirmations')];
    return {
      hash: '',
      // The client sets the fee to 0 and computes `value` itself.
      amountSat: Math.round(Number(amount) * 100_000_000),
      text: 'On-chain transaction',
      isDone: true,
      isPending: field(one, 'category') === 'receive' && Number(confirmations) < 3,
    };
  };
  const wallet = {
    pending: async () => listOf(await get('/getpending')).map(onChain),
    /** What an import calls, in its order. */
    import: async () => {
      await logIn();
      const [paid, asked] = [await payments(), await invoices()];
      assert.deepEqual(listOf(await get('/getpending')), []);
      return { balance: await balance(), paid, asked };
    },
    balance,
    payments,
    invoices,
    addInvoice: async (amountSat: number, memo: string): Promise<string> => {
      const made = await post('/addinvoice', { amt: `${amountSat}`, memo });
      assert.ok(field(made, 'r_hash'), 'API unexpected response');
      return textField(made, 'pay_req');
    },
    /** No error is success, whatever else the answer holds; but this would be a lie. */
    pay: async (invoice: string, amount = 0) => {
      const paid = await post('/payinvoice', { invoice, amount });
      assert.equal(field(paid, 'payment_error'), '');
    },
  };
  return wallet;
}
