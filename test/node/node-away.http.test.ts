import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { field, textField } from '../support/fields.ts';
import { startLndhub } from '../support/lndhub/lndhub-world.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { startWalletApi } from '../support/wallet-api.ts';

const REASON = /cannot reach its Lightning node at the moment/;

describe('while the node is away, locked or refuses our macaroon', () => {
  test('payers of an address are told so in the words of LNURL', async () => {
    const api = await startWalletApi({ after });
    const { user } = await api.addUser();
    await api.deps.addressNames.claimName(user.id, 'ann.b', api.clock.now(), null);
    const ask = () => api.call('GET', '/lnurlp/ann.b/callback?amount=5000');
    api.node.isAway = true;
    const { status, headers, body } = await ask();
    assert.deepEqual([status, headers['retry-after'], field(body, 'status')], [503, '5', 'ERROR']);
    assert.match(textField(body, 'reason'), REASON);
    api.node.isAway = false;
    assert.equal((await ask()).status, 200);
  });

  test('phone apps are told so in their dialect', async () => {
    const world = await startLndhub({ after });
    const phone = await world.connect(await world.addUser());
    world.node.isAway = true;
    const { status, headers, body } = await phone.post('/addinvoice', { amt: 5, memo: 'x' });
    assert.deepEqual([status, headers['retry-after'], field(body, 'code')], [503, '5', 6]);
    assert.match(textField(body, 'message'), REASON);
  });

  test('people see a page that tells them to try again', async () => {
    const world = await startPages({ after });
    const visitor = await world.addVisitor();
    const once = /name="once" value="([^"]+)"/.exec((await visitor.get('/receive')).body)?.[1];
    world.node.isAway = true;
    const page = await visitor.post('/receive', { once: once ?? '', expiry: '900', amount: '5' });
    assert.deepEqual([page.statusCode, page.headers['retry-after']], [503, '5']);
    assert.match(readText(page), /no connection to the Lightning network at the moment/);
  });
});
