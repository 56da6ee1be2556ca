import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

test('the picture whose address a created invoice shows', async () => {
  const user = await api.addUser();
  const { body } = await user.post('/invoices', { amount: 21 });
  const address = new URL(textField(body, 'qr_code_png'));
  const answer = await api.app.inject(address.pathname);
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['content-type'], 'image/png');
  assert.match(String(answer.headers['cache-control']), /immutable/);
  const bytes = answer.rawPayload;
  assert.equal(bytes.subarray(1, 4).toString('latin1'), 'PNG');
  const width = bytes.readUInt32BE(16);
  assert.equal(width % 8, 0);
  // Modules of some version of the code, and four of quiet zone at each side.
  assert.equal((width / 8 - 8 - 17) % 4, 0);
});

test('nothing for identifiers that name no invoice', async () => {
  const user = await api.addUser();
  await user.receiveKeysend(21);
  const { body } = await user.get('/invoices');
  const [keysend] = Object.values(body ?? []);
  for (const identifier of [textField(keysend, 'identifier'), 'A'.repeat(24), 'x', '%00', '']) {
    const answer = await api.call('GET', `/qr/${identifier}.png`);
    assert.equal(answer.status, 404, identifier);
    assert.equal(typeof textField(answer.body, 'message'), 'string');
  }
});

test('nothing for an invoice that no code can hold', async () => {
  const bolt11 = `lnbcrt${'q'.repeat(4300)}`;
  const history = { ...api.deps.history, findBolt11ByIdentifier: async () => bolt11 };
  const other = await startWalletApi({ after }, {}, { history });
  assert.equal((await other.call('GET', `/qr/${'A'.repeat(24)}.png`)).status, 404);
});
