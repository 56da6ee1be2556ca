import assert from 'node:assert/strict';
import { field, listOf, textField } from '../fields.ts';
import { openHub, readBytes, type Seen, wholeField } from './app-hub.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/** More than this, and it would never end. */
const MANY_CALLS = 10;

/** The Alby extension: on status 401, or on code 1, it logs in and calls again, without end. */
export async function openAlby(world: LndhubWorld, link: string) {
  const [, login = '', password = '', url = ''] = /^lndhub:\/\/(\S+):(\S+)@(\S+)$/.exec(link) ?? [];
  const address = url.replace(/\/$/, '');
  const { hub } = openHub(world, link, { 'x-user-agent': 'alby-extension' });
  let token = '';
  let calls = 0;
  const logIn = async (): Promise<void> => {
    const body = { login, password };
    const { status, body: tokens } = await hub.call('POST', `${address}/auth?type=auth`, { body });
    if (status >= 300) throw new Error(`API error: ${status}`);
    assert.ok(textField(tokens, 'refresh_token') !== '');
    token = textField(tokens, 'access_token');
  };
  const request = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    calls += 1;
    assert.ok(calls <= MANY_CALLS, 'the loop has an end');
    const options = { token, ...(body === undefined ? {} : { body }) };
    const answer = await hub.call(method, address + path, options);
    if (answer.status === 401 || field(answer.body, 'code') === 1) {
      await logIn();
      return await request(method, path, body);
    }
    if (answer.status >= 300 || field(answer.body, 'error')) {
      throw new Error(textField(answer.body, 'message'));
    }
    calls = 0;
    return answer.body;
  };
  const readPaid = (paid: unknown) => {
    if (field(paid, 'payment_error')) throw new Error(textField(paid, 'payment_error'));
    const route = field(paid, 'payment_route');
    return {
      hash: readBytes(field(paid, 'payment_hash')),
      preimage: readBytes(field(paid, 'payment_preimage')),
      totalSat: wholeField(route, 'total_amt'),
      feesSat: wholeField(route, 'total_fees'),
    };
  };
  await logIn();
  return {
    alias: async () => textField(await request('GET', '/getinfo'), 'alias'),
    balance: async () =>
      wholeField(field(await request('GET', '/balance'), 'BTC'), 'AvailableBalance'),
    makeInvoice: async (amt: number, memo: string) => {
      const made = await request('POST', '/addinvoice', { amt, memo });
      return {
        paymentRequest: textField(made, 'payment_request'),
        rHash: readBytes(field(made, 'r_hash')),
      };
    },
    isPaid: async (hash: string) =>
      field(await request('GET', `/checkpayment/${hash}`), 'paid') === true,
    /** A hash as a text would break the whole history. */
    payments: async (): Promise<readonly Seen[]> =>
      listOf(await request('GET', '/gettxs?limit=100')).map((one) => {
        const hash = field(one, 'payment_hash');
        assert.equal(typeof hash, 'object');
        return {
          hash: readBytes(hash),
          amountSat: wholeField(one, 'value'),
          text: textField(one, 'memo'),
          isDone: textField(one, 'payment_preimage') !== '',
        };
      }),
    pay: async (invoice: string) => readPaid(await request('POST', '/payinvoice', { invoice })),
    keysend: async (destination: string, amount: number, customRecords: object) =>
      readPaid(await request('POST', '/keysend', { destination, amount, customRecords })),
  };
}
