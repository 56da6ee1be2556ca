import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startWalletApi } from '../support/wallet-api.ts';

const api = await startWalletApi({ after });

test('the script of the page', async () => {
  const answer = await api.call('GET', '/docs/reference.js');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8');
  assert.match(answer.text, /createApiReference/);
});
