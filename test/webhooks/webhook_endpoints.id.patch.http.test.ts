import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testAccess } from '../support/access-checks.ts';
import { field } from '../support/fields.ts';
import { startWalletApi } from '../support/wallet-api.ts';
import { inPerson } from '../support/webhooks/in-person.ts';
import {
  addApp,
  addEndpoint,
  assertAbsent,
  complaintsOf,
  HOOK_URL,
  INCOMING,
  OUTGOING,
} from '../support/webhooks/webhook-api.ts';

const api = await startWalletApi({ after });

testAccess(api, 'invoices:read', { method: 'PATCH', path: '/webhook_endpoints/x', body: {} });

test('changes what is named and leaves the rest', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user, { description: 'first' });
  const { body: before } = await user.get(path);
  for (const change of [
    { url: 'https://other.example/hook?a=b' },
    { description: 'second' },
    { filter_types: [OUTGOING] },
    { url: 'https://third.example/', description: '', filter_types: [INCOMING, OUTGOING] },
  ]) {
    const { body: present } = await user.get(path);
    const edited = await user.patch(path, change);
    assert.equal(edited.status, 200);
    assert.deepEqual(edited.body, { ...Object(present), ...change });
  }
  const unchanged = { url: null, description: null, filter_types: null, enabled: null };
  const { body: present } = await user.get(path);
  for (const change of [{}, unchanged]) {
    assert.deepEqual((await user.patch(path, change)).body, present);
  }
  assert.equal(field(present, 'created_at'), field(before, 'created_at'));
});

test('W37 switches off and on again', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const before = await user.get(path);
  const off = await user.patch(path, { enabled: false });
  assert.equal(field(off.body, 'enabled'), false);
  assert.equal(field(off.body, 'disabled_reason'), 'switched_off');
  api.clock.move(1000);
  const again = await user.patch(path, { enabled: false });
  assert.deepEqual(again.body, off.body, 'it is off since the first time');
  for (const _ of [1, 2]) {
    assert.deepEqual((await user.patch(path, { enabled: true })).body, before.body);
  }
});

test('W67 W68 the rules are those of the creation', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  const before = await user.get(path);
  for (const [change, complaint] of [
    [{ url: 'http://127.0.0.1' }, /^url /],
    [{ url: '' }, /^url /],
    [{ url: 5 }, /^url must be/],
    [{ filter_types: [] }, /^filter_types must name/],
    [{ filter_types: ['invoice.settled'] }, /^filter_types may hold/],
    [{ description: 'x'.repeat(501) }, /^description is longer/],
    [{ enabled: 'yes' }, /^enabled must be/],
    [{ description: 'fine', url: 'nothing' }, /^url /],
  ] as const) {
    const [first] = complaintsOf(await user.patch(path, change));
    assert.match(first ?? '', complaint);
  }
  assert.deepEqual((await user.get(path)).body, before.body);
});

test('W59 W60 no one changes what is not theirs', async () => {
  const [user, other] = [await api.addUser(), await api.addUser()];
  const app = await addApp(api, user);
  const [ofUser, ofApp] = [await addEndpoint(user), await addEndpoint(app)];
  const change = { description: 'changed' };
  await assertAbsent(other.patch(ofUser.path, change));
  await assertAbsent(app.patch(ofUser.path, change));
  const otherToken = await user.withScopes(['invoices:read']);
  const elsewhere = { url: 'https://elsewhere.example/' };
  await assertAbsent(otherToken.patch(ofUser.path, elsewhere));
  await assertAbsent(user.patch(ofApp.path, elsewhere));
  for (const maker of [user, app]) {
    const { path: made } = maker === user ? ofUser : ofApp;
    const { status, body } = await maker.patch(made, change);
    assert.deepEqual([status, field(body, 'url')], [200, HOOK_URL]);
  }
  await assertAbsent(user.patch('/webhook_endpoints/x', change));
});

test('W60 users who disconnected an app do not re-enable its endpoint by accident', async () => {
  const user = await api.addUser();
  const app = await addApp(api, user);
  const { id, path } = await addEndpoint(app);
  await app.patch(path, { enabled: false });
  const { appGrants, endpoints } = api.deps;
  await appGrants.revokeAppGrant(user.user.id, app.appGrantId, api.clock.now());
  const edit = (change: object) =>
    endpoints.edit(inPerson(user), {
      id,
      url: null,
      description: null,
      filterTypes: null,
      isEnabled: null,
      at: api.clock.now(),
      ...change,
    });
  assert.equal(await edit({ isEnabled: true, description: 'on' }), 'disconnected');
  const kept = await endpoints.find(inPerson(user), id);
  assert.deepEqual([kept?.disabled?.reason, kept?.description], ['switched_off', '']);
  assert.equal(field(await edit({ description: 'off' }), 'description'), 'off', 'all else goes');
  await addApp(api, user, app.client);
  assert.equal(field(await edit({ isEnabled: true }), 'disabled'), null);
});

test('W61 how often a user changes endpoints is limited', async () => {
  const user = await api.addUser();
  const { path } = await addEndpoint(user);
  let changes = 0;
  while (changes < 50 && (await user.patch(path, {})).status === 200) changes += 1;
  assert(changes >= 29 && changes < 35, `${changes} changes`);
  assert.equal((await user.patch(path, {})).status, 429);
});
