import assert from 'node:assert/strict';
import { test } from 'node:test';
import { request } from 'undici';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { describeFaultyNode, type FaultyNode } from '../support/faulty-node.ts';
import { field, textField, untilPasses } from '../support/wallet-user.ts';

interface HubAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** A phone of the payer, logged in; its calls are those of an app. */
async function openPhone({ service, payer }: FaultyNode) {
  const added = await service.cli('lndhub', 'add', '--user', payer.email);
  const call = async (method: 'GET' | 'POST', path: string, body?: object, token = '') => {
    const answer = await request(`${service.baseUrl}/lndhub/ext${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: await answer.body.json() } satisfies HubAnswer;
  };
  const [login, password] = [textField(added, 'login'), textField(added, 'password')];
  const tokens = (await call('POST', '/auth', { login, password })).body;
  const token = textField(tokens, 'access_token');
  return {
    pay: (invoice: string): Promise<HubAnswer> => call('POST', '/payinvoice', { invoice }, token),
    payments: async () => asArray((await call('GET', '/gettxs', undefined, token)).body),
  };
}

describeFaultyNode({ SATCHEL_PAYMENT_WAIT: '1' }, (world) => {
  test('7 8 killed while a phone pays: its repeat, with the same token, finds the payment', async () => {
    await world.addPayer();
    const phone = await openPhone(world);
    const invoice = await world.externalInvoice();
    await world.fault('hold_settle', { ms: 4000 });
    const first = await phone.pay(invoice);
    assert.deepEqual([first.status, field(first.body, 'code')], [400, 9]);
    const [open] = await phone.payments();
    assert.equal(field(open, 'memo'), 'Payment in transition');

    await world.service.end('SIGKILL');
    await world.service.start();
    await untilPasses(async () => {
      const { status, body } = await phone.pay(invoice);
      assert.equal(status, 200, JSON.stringify(body));
    });
    await world.reconcileSettledInvoices(1);
    const [settled, ...others] = await phone.payments();
    assert.deepEqual(others, []);
    assert.equal(textField(settled, 'payment_preimage').length, 64);
  });

  test('8 the answer is lost with the process: paid once', async () => {
    await world.addPayer();
    const phone = await openPhone(world);
    const invoice = await world.externalInvoice();
    const lost = phone.pay(invoice).catch(() => null);
    await world.service.end('SIGKILL');
    await lost;
    await world.service.start();
    await untilPasses(async () => assert.equal((await phone.pay(invoice)).status, 200));
    assert.equal((await phone.pay(invoice)).status, 200);
    await world.noneIsOpen();
    await world.reconcileSettledInvoices(1);
  });
});
