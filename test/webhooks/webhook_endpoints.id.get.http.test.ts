import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field, textField } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { addApp, addEndpoint, assertAbsent, HOOK_URL } from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'GET', path: '/webhook_endpoints/x' });

test('W66 shows an endpoint, without its secret', async () => {
  const user = await api.addUser();
  const { id, path } = await addEndpoint(user, { description: 'shop' });
  const { status, body, text } = await user.get(path);
  assert.equal(status, 200);
  assert.equal(field(body, 'id'), id);
  assert.equal(field(body, 'url'), HOOK_URL);
  assert.equal(field(body, 'description'), 'shop');
  assert(!text.includes('whsec_') && !text.includes('endpoint_secret'));
});

test('W59 W66 unknown ids, and those of others, are not found', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const { path } = await addEndpoint(other);
  await assertAbsent(user.get(path));
  for (const id of ['x', `ep_${'x'.repeat(27)}`, 'ep_%27--', '🎉', 'x'.repeat(8000)]) {
    assert.equal((await user.get(`/webhook_endpoints/${encodeURI(id)}`)).status, 404, id);
  }
  for (const nul of ['/%00', '/ep_%00/deliveries', '/%00/deliveries/x']) {
    assert.equal((await user.get(`/webhook_endpoints${nul}`)).status, 400, nul);
  }
});

test('W60 an app or token finds what it made, and nothing else of its user', async () => {
  const user = await api.addUser();
  const [app, otherApp] = [await addApp(api, user), await addApp(api, user)];
  const [ofUser, ofApp] = [await addEndpoint(user), await addEndpoint(app)];
  assert.equal((await app.get(ofApp.path)).status, 200);
  assert.equal((await user.get(ofUser.path)).status, 200);
  await assertAbsent(user.get(ofApp.path));
  await assertAbsent((await user.withScopes(['invoices:read'])).get(ofUser.path));
  await assertAbsent(app.get(ofUser.path));
  await assertAbsent(otherApp.get(ofApp.path));
});

test('shows since when an endpoint is off, and why', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const before = api.clock.now();
  await user.patch(path, { enabled: false });
  const { body } = await user.get(path);
  const disabledAt = new Date(textField(body, 'disabled_at'));
  assert(disabledAt >= before && disabledAt <= api.clock.now());
  assert.equal(field(body, 'enabled'), false);
  assert.equal(field(body, 'disabled_reason'), 'switched_off');
});
