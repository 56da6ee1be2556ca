import assert from 'node:assert/strict';
import type { Answer } from '../api-user.ts';
import { field, listOf, textField } from '../fields.ts';
import { openHub, readBytes, type Seen, wholeField } from './app-hub.ts';
import type { LndhubWorld } from './lndhub-world.ts';

/**
 * BitBanana: appends calls to the address as it stands. On any status that is no success it
 * refreshes, else logs in, and sends the same request once more. It does not read the answer of a
 * payment.
 */
export async function openBitBanana(world: LndhubWorld, link: string) {
  assert.match(link.slice('lndhub://'.length), /^\w+:\w+@[\w:./-]+$/);
  const { hub, base } = openHub(world, link);
  let [token, refreshToken] = ['', ''];
  const isGood = ({ status, body }: Answer): boolean =>
    status < 300 && !(field(body, 'code') === 1 && field(body, 'message') === 'bad auth');
  const takeTokens = (answer: Answer): boolean => {
    if (!isGood(answer)) return false;
    token = textField(answer.body, 'access_token');
    refreshToken = textField(answer.body, 'refresh_token');
    return true;
  };
  const enter = async (): Promise<void> => {
    const body = { refresh_token: refreshToken };
    const { login, password } = hub;
    if (takeTokens(await hub.call('POST', `${base}auth?type=refresh_token`, { body }))) return;
    takeTokens(await hub.call('POST', `${base}auth?type=auth`, { body: { login, password } }));
  };
  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const again = () =>
      hub.call(method, base + path, { token, ...(body === undefined ? {} : { body }) });
    const first = await again();
    if (isGood(first)) return first;
    await enter();
    const second = await again();
    if (!isGood(second)) throw new Error(textField(second.body, 'message'));
    return second;
  };
  await enter();
  assert.notEqual(token, '', 'it could log in');
  return {
    connects: async () => (await send('GET', 'getinfo')).status === 200,
    balance: async () =>
      wholeField(field((await send('GET', 'balance')).body, 'BTC'), 'AvailableBalance'),
    createInvoice: async (amountSat: number, memo: string) =>
      textField(
        (await send('POST', 'addinvoice', { amt: String(amountSat), memo })).body,
        'payment_request',
      ),
    invoices: async (): Promise<readonly Seen[]> =>
      listOf((await send('GET', 'getuserinvoices')).body).map((one) => {
        wholeField(one, 'expire_time');
        textField(one, 'payment_request');
        return {
          hash: textField(one, 'payment_hash'),
          amountSat: wholeField(one, 'amt'),
          text: textField(one, 'description'),
          isDone: field(one, 'ispaid') === true,
        };
      }),
    payments: async (): Promise<readonly Seen[]> =>
      listOf((await send('GET', 'gettxs')).body).map((one) => ({
        hash: readBytes(field(one, 'payment_hash')),
        amountSat: Math.abs(wholeField(one, 'value')),
        text: textField(one, 'memo'),
        isDone: true,
      })),
    pay: (invoice: string) => send('POST', 'payinvoice', { invoice }),
  };
}
