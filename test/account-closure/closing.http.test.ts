import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { request } from 'undici';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

test('a call under way is answered in full while the server closes', async () => {
  const api = await startWalletApi({ after }, { baseUrl: null });
  const origin = await api.app.listen({ host: '127.0.0.1', port: 0 });
  const { token } = await api.addUser();
  const asked = Promise.withResolvers<void>();
  const mayAnswer = Promise.withResolvers<void>();
  const { createInvoice } = api.node;
  api.node.createInvoice = async (spec) => {
    asked.resolve();
    await mayAnswer.promise;
    return await createInvoice(spec);
  };
  const answering = request(`${origin}/invoices`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{"amount":21}',
  });
  await asked.promise;
  const closing = api.app.close();
  await eventually('the server listens no more', () => (api.app.server.listening ? null : true));
  mayAnswer.resolve();
  const { statusCode, headers, body } = await answering;
  const answer = await body.json();
  assert.equal(headers['connection'], 'close', 'the client keeps no connection open');
  await closing;
  assert.equal(statusCode, 200, JSON.stringify(answer));
  assert(textField(answer, 'qr_code_png').startsWith(`${origin}/qr/`));
});
