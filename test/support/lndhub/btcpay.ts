import assert from 'node:assert/strict';
import type { Answer } from '../api-user.ts';
import { field, listOf, textField } from '../fields.ts';
import { openHub, readBytes, type Seen, wholeField } from './app-hub.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/** BTCPay Server: an answer that begins as an error is one; on code 1 it logs in once more. */
export async function openBtcpay(world: LndhubWorld, link: string) {
  const { hub, base } = openHub(world, link);
  let token: string | null = null;
  let expiresAtMs = 0;
  let logins = 0;
  const read = ({ status, text, body }: Answer): unknown => {
    if (status < 300 && !text.startsWith('{"error":true,')) return body;
    throw new Error(textField(body, 'message'), { cause: field(body, 'code') });
  };
  const logIn = async (): Promise<string> => {
    logins += 1;
    const { login, password } = hub;
    const tokens = read(await hub.call('POST', `${base}auth`, { body: { login, password } }));
    // Without a time it would log in before every call.
    expiresAtMs = Date.parse(textField(tokens, 'expiry'));
    assert.ok(Number.isFinite(expiresAtMs));
    token = textField(tokens, 'access_token');
    return token;
  };
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const isFresh = token !== null && expiresAtMs > world.clock.now().getTime();
    const options = body === undefined ? {} : { body };
    const as = async (current: string) =>
      read(await hub.call(method, base + path, { token: current, ...options }));
    try {
      return await as(isFresh && token !== null ? token : await logIn());
    } catch (error) {
      if (!(error instanceof Error) || error.cause !== 1) throw error;
      return await as(await logIn());
    }
  };
  return {
    logins: () => logins,
    info: async () => {
      const info = await send('GET', 'getinfo');
      assert.deepEqual(listOf(field(info, 'uris')), []);
      return textField(info, 'identity_pubkey');
    },
    balance: async () => wholeField(field(await send('GET', 'balance'), 'BTC'), 'AvailableBalance'),
    createInvoice: async (amt: number, description_hash: string) =>
      readBytes(field(await send('POST', 'addinvoice', { amt, description_hash }), 'r_hash')),
    /** Every two and a half seconds. */
    invoices: async (): Promise<readonly Seen[]> =>
      listOf(await send('GET', 'getuserinvoices')).map((one) => ({
        hash: readBytes(field(one, 'r_hash')),
        amountSat: wholeField(one, 'amt'),
        text: textField(one, 'description'),
        isDone: field(one, 'ispaid') === true,
      })),
    pay: async (invoice: string) => {
      const paid = await send('POST', 'payinvoice', { invoice });
      assert.equal(textField(paid, 'payment_error'), '');
      const [decoded, route] = [field(paid, 'decoded'), field(paid, 'payment_route')];
      return {
        hash: readBytes(field(paid, 'payment_hash')),
        preimage: readBytes(field(paid, 'payment_preimage')),
        amountSat: Number(textField(decoded, 'num_satoshis')),
        feeSat: wholeField(route, 'total_fees'),
      };
    },
  };
}
